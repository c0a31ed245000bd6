import type { Step } from '#domain/demo.ts'
import type { CoverEdit, PageEdits } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { px, styleOf } from '../../lib/page-picture/flat-tree.ts'
import { generatedText } from '../../lib/page-picture/generated-content.ts'
import { filesIn } from '../../lib/page-picture/page-view.ts'
import { hasPage, pageEditsOf } from '../../lib/page-texts.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { withPageEdit } from './page-edit-list.ts'
import { readPage } from './read-page.ts'

/* What the texts of a page don't include: drawings, and what style sheets write and show. It can only be hidden. */

export type UnreadKind = 'face' | 'words' | 'drawing'

export interface Unread {
  readonly kind: UnreadKind
  readonly label: string
  readonly places: readonly { readonly step: Step; readonly edit: CoverEdit }[]
}

/** Faces beside these names, words with them, and all drawings; equal ones on several pages share an entry. */
export async function unreadOnPages(
  pages: readonly PageTexts[],
  state: EditorState,
  found: readonly string[],
): Promise<readonly Unread[]> {
  const all: { kind: UnreadKind; label: string; step: Step; edit: CoverEdit }[] = []
  for (const { stepIds } of pages) {
    const step = visibleSteps(state).find((each) => stepIds.includes(each.id) && hasPage(each))
    if (step === undefined) continue
    const covered = pageEditsOf(step).flatMap((edit) => (edit.kind === 'text' ? [] : [edit.path]))
    const isCovered = (path: PagePath) => covered.some((of) => `${path}.`.startsWith(`${of}.`))
    const onPage = await readPage(step.id, (view) => {
      return [...view.elements()].flatMap(([path, element]) => {
        const unread = isCovered(path) ? null : unreadIn(element, found)
        if (unread === null) return []
        const files = view.sheetFiles(path)
        const edit = { kind: 'hide', path, was: view.coveredText(path), ...(files.length > 0 && { files }) } as const
        return [{ ...unread, step, edit }]
      })
    })
    all.push(...(onPage ?? []))
  }
  return [...Map.groupBy(all, ({ kind, label }) => `${kind} ${label}`).values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ kind: first.kind, label: first.label, places: [first, ...rest] }],
  )
}

/** Adds to the steps' lists of edits that these are hidden. */
export function hideUnread(state: EditorState, unread: readonly Unread[], lists: Map<string, PageEdits>): void {
  for (const { step, edit } of unread.flatMap(({ places }) => places)) {
    const current = visibleSteps(state).find(({ id }) => id === step.id) ?? step
    lists.set(step.id, withPageEdit(lists.get(step.id) ?? pageEditsOf(current), edit))
  }
}

function unreadIn(element: Element, found: readonly string[]): Pick<Unread, 'kind' | 'label'> | null {
  const { width, height } = element.getBoundingClientRect()
  if (width < leastSize || height < leastSize) return null
  const own = element.getAttribute('style') ?? ''
  if (element.localName === 'img') {
    if (!drawingStyle.test(own)) return null
    return { kind: 'drawing', label: `${Math.round(width)} × ${Math.round(height)}` }
  }
  // An element with this much text would hide more than the text to anonymise.
  if (element.textContent.length > textMax) return null
  const words = ['before', 'after'].flatMap((which) => {
    const style = styleOf(element, `::${which}`)
    const text = /"/.test(style.content) ? generatedText(element, style, new Map()) : ''
    return found.some((name) => text.includes(name)) ? [text.trim()] : []
  })
  if (words.length > 0) return { kind: 'words', label: words.join(' ') }
  const beside = element.parentElement?.textContent ?? ''
  const name = found.find((each) => beside.length <= textMax && beside.includes(each))
  return name !== undefined && isFace(element, own, { width, height }) ? { kind: 'face', label: name } : null
}

/** A small round background. A field's part of the picture is in its own style. */
function isFace(
  element: Element,
  own: string,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  if (own.includes('url(') || width > faceMax || Math.abs(width - height) > 2) return false
  const boxes = [styleOf(element), styleOf(element, '::before'), styleOf(element, '::after')]
  if (!boxes.some((style) => filesIn(style).length > 0)) return false
  return boxes.some(({ borderTopLeftRadius: radius }) =>
    radius.endsWith('%') ? px(radius) >= 40 : px(radius) >= width * 0.4,
  )
}

/** The recorder's style of canvases, videos and other elements that it shows as parts of the picture. */
const drawingStyle =
  /box-sizing:\s*border-box\s*!important;\s*width:[^;]*!important;\s*height:[^;]*!important;\s*display:/

const leastSize = 12
const faceMax = 96
const textMax = 200
