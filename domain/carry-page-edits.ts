import type { PageEdit, PageEdits } from './page-edits.ts'
import type { PagePath } from './page-path.ts'

/* Carries an author's edits of a captured page over to a new capture of it. Pure. */

/** Something in a page that can be edited. */
export interface PageContent {
  readonly path: PagePath
  /** From `contentKey`: equal for equal texts, images or elements. */
  readonly key: string
}

/** A captured page's texts, images and elements, in the order of the markup. */
export type PageContents = readonly PageContent[]

export interface CarriedPageEdits {
  readonly edits: PageEdits
  /** Edits whose content the new page doesn't have, or has more than once. */
  readonly lost: PageEdits
}

/** Identifies the edited content in any position. */
export function contentKey(edit: PageEdit): string {
  if (edit.kind === 'text') return `text ${edit.attribute ?? ''} ${edit.was}`
  return `${edit.kind === 'image' ? 'image' : 'element'} ${edit.was}`
}

/**
 * Keeps an edit whose content is still at its path, or moves it if the content is now in exactly one place. An edit
 * that the author made to every occurrence is applied to every occurrence.
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

/** Whether `each` makes the same change to the same content at this path. */
function isSameAt(each: PageEdit, edit: PageEdit, path: PagePath): boolean {
  const change = (of: PageEdit) => JSON.stringify('to' in of ? of.to : of.kind)
  return each.path === path && contentKey(each) === contentKey(edit) && change(each) === change(edit)
}

/** Icons and empty elements have no text to recognise them by. */
function hasOwnWords({ was }: PageEdit): boolean {
  return was.trim() !== ''
}

/**
 * The only place in the new page; null for none or several. Nested elements with the same text count as one place; the
 * result is the one at the same depth.
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

/** Groups nested paths, outermost first. */
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
