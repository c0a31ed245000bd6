import type { PageEdit, PageEdits } from './page-edits.ts'
import type { PagePath } from './page-path.ts'

/* Takes an author's edits of a captured page over to a new capture of it. Pure. */

/** Something in a page that an edit may be of. */
export interface PageContent {
  readonly path: PagePath
  /** The same for what an edit names alike: `contentKey`. */
  readonly key: string
}

/** A captured page's texts, images and elements, in the order of the markup. */
export type PageContents = readonly PageContent[]

export interface CarriedPageEdits {
  readonly edits: PageEdits
  /** What the new page has no place for. */
  readonly lost: PageEdits
}

/** What an edit was made to, without its place. */
export function contentKey(edit: PageEdit): string {
  if (edit.kind === 'text') return `text ${edit.attribute ?? ''} ${edit.was}`
  return `${edit.kind === 'image' ? 'image' : 'element'} ${edit.was}`
}

/**
 * An edit is made where the same text, image or element is at the same path, or nowhere else in the new page. Where an
 * author has changed a text or image wherever it was, it is changed wherever it is now.
 */
export function carryPageEdits(edits: PageEdits, old: PageContents, fresh: PageContents): CarriedPageEdits {
  const [oldPlaces, freshPlaces] = [placesByKey(old), placesByKey(fresh)]
  const carried = new Map<string, PageEdit>()
  const lost: PageEdit[] = []
  const add = (edit: PageEdit, path: PagePath): void => {
    const key = `${contentKey(edit)} ${path}`
    if (!carried.has(key)) carried.set(key, { ...edit, path })
  }
  for (const edit of edits) {
    const key = contentKey(edit)
    const now = freshPlaces.get(key) ?? []
    const isEverywhere = (oldPlaces.get(key) ?? []).every((path) => edits.some((each) => isSameAt(each, edit, path)))
    if (now.includes(edit.path)) add(edit, edit.path)
    if (isEverywhere && now.length > 0 && hasOwnWords(edit)) for (const path of now) add(edit, path)
    else if (!now.includes(edit.path)) {
      const at = onlyPlace(edit, oldPlaces.get(key) ?? [], now)
      if (at === null) lost.push(edit)
      else add(edit, at)
    }
  }
  return { edits: [...carried.values()], lost }
}

function placesByKey(contents: PageContents): ReadonlyMap<string, readonly PagePath[]> {
  return new Map([...Map.groupBy(contents, ({ key }) => key)].map(([key, all]) => [key, all.map(({ path }) => path)]))
}

/** Whether an edit does the same to the same thing at a path. */
function isSameAt(each: PageEdit, edit: PageEdit, path: PagePath): boolean {
  const change = (of: PageEdit) => JSON.stringify('to' in of ? of.to : of.kind)
  return each.path === path && contentKey(each) === contentKey(edit) && change(each) === change(edit)
}

/** Icons and empty elements are alike without being the same. */
function hasOwnWords({ was }: PageEdit): boolean {
  return was.trim() !== ''
}

/**
 * The one place in the new page; null for none or several. An element with the same text as the elements around it counts
 * as one with them: the one as far inside is taken.
 */
function onlyPlace(edit: PageEdit, old: readonly PagePath[], now: readonly PagePath[]): PagePath | null {
  if (!hasOwnWords(edit)) return null
  const chains = toChains(now)
  const [chain] = chains
  if (chain === undefined || chains.length > 1) return null
  const oldChain = toChains(old).find((each) => each.includes(edit.path)) ?? [edit.path]
  const fromInside = oldChain.length - 1 - oldChain.indexOf(edit.path)
  return chain[Math.max(0, chain.length - 1 - fromInside)] ?? null
}

/** Paths that lie within each other, the outermost first. */
function toChains(paths: readonly PagePath[]): readonly (readonly PagePath[])[] {
  const chains: PagePath[][] = []
  for (const path of paths) {
    const chain = chains.findLast((each) => isWithin(path, each.at(-1) ?? ''))
    if (chain === undefined) chains.push([path])
    else chain.push(path)
  }
  return chains
}

function isWithin(path: PagePath, outer: PagePath): boolean {
  return path !== outer && (outer === '' || path.startsWith(`${outer}.`))
}
