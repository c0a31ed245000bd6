import type { Step } from '#domain/demo.ts'
import { pageEditLimits, type CoverEdit, type ImageEdit, type PageEdit, type PageEdits } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { boxOf, px, styleOf } from '../../lib/page-picture/flat-tree.ts'
import type { PageTarget, PageView } from '../../lib/page-picture/page-view.ts'
import { showToast } from '../../ui/toast-store.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { imagePlaces, pageEditsOf, textPlaces } from '../../lib/page-texts.ts'
import { pageChange, withPageEdit, withSpaces } from './page-edit-list.ts'
import { readPage } from './read-page.ts'
import type { EditorCommand } from './reduce-editor.ts'

/* Edits of a selected element, on its step or everywhere it appears. */

export interface PageChange {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly step: Step
  readonly view: PageView
  /** All pages of the demo, to apply the edit everywhere; null for this step only. */
  readonly pages: readonly PageTexts[] | null
}

/** The current text, trimmed. */
function currentText(step: Step, view: PageView, path: PagePath): string {
  const edit = pageEditsOf(step).find(
    (each) => each.kind === 'text' && each.path === path && each.attribute === undefined,
  )
  return (edit?.kind === 'text' ? edit.to : view.capturedText(path)).trim()
}

/** Changes a text, here or everywhere it appears. */
export function changePageText(change: PageChange, path: PagePath, text: string): void {
  const { state, step, view, pages } = change
  const former = currentText(step, view, path)
  const steps = visibleSteps(state)
  const others = pages === null ? [] : textPlaces(pages, steps).filter((place) => place.text.trim() === former)
  const lists = new Map<string, PageEdits>([
    [step.id, withPageEdit(pageEditsOf(step), textEdit(path, view.capturedText(path), text))],
  ])
  for (const { step: at, path: place, attribute, was } of others) {
    const edit = { ...textEdit(place, was, text), ...(attribute !== undefined && { attribute }) }
    lists.set(at.id, withPageEdit(lists.get(at.id) ?? pageEditsOf(at), edit))
  }
  save(change, lists, others.length > 1 ? 'edit page text everywhere' : undefined)
}

function textEdit(path: PagePath, was: string, text: string): PageEdit & { readonly kind: 'text' } {
  return { kind: 'text', path, was, to: withSpaces(text, was).slice(0, pageEditLimits.textMax) }
}

/** Hides, blurs or removes an element, here or everywhere the same text or image appears. */
export async function coverTarget(change: PageChange, target: PageTarget, kind: CoverEdit['kind']): Promise<void> {
  await changeElements(change, target, (view, path) => {
    const files = view.sheetFiles(path)
    return { kind, path, was: view.coveredText(path), ...(files.length > 0 && { files }) }
  })
}

/** Replaces an image, here or everywhere it appears. */
export async function swapImage(change: PageChange, target: PageTarget, to: ImageEdit['to']): Promise<void> {
  await changeElements(change, target, (view, path) => {
    const size = contentSize(view, path)
    if (size === null) return null
    const files = view.sheetFiles(path)
    return { kind: 'image', path, was: view.capturedFile(path), to, ...size, ...(files.length > 0 && { files }) }
  })
}

async function changeElements(
  change: PageChange,
  target: PageTarget,
  editAt: (view: PageView, path: PagePath) => PageEdit | null,
): Promise<void> {
  const { state, step, view } = change
  const here = editAt(view, target.path)
  if (here === null) return
  const lists = new Map<string, PageEdits>([[step.id, withPageEdit(pageEditsOf(step), here)]])
  const places = elementPlaces(change, target)
  for (const [at, paths] of Map.groupBy(places, (place) => place.step)) {
    const found =
      at.id === step.id
        ? paths.map(({ path }) => editAt(view, path))
        : await readPage(at.id, (other) => paths.map(({ path }) => editAt(other, path)))
    if (found === null) {
      showToast({ text: `The page of step ${at.order} couldn’t be loaded. Nothing was changed.`, tone: 'danger' })
      return
    }
    const first = lists.get(at.id) ?? pageEditsOf(at)
    lists.set(
      at.id,
      found.reduce((list, edit) => (edit === null ? list : withPageEdit(list, edit)), first),
    )
  }
  save({ ...change, state }, lists, places.length > 1 ? `${names[here.kind]} everywhere` : undefined)
}

const names = { text: 'edit page text', image: 'swap image', hide: 'hide', blur: 'blur', remove: 'remove' } as const

/** Other places with the same element, by its image or the start of its text. */
function elementPlaces(
  { state, step, view, pages }: PageChange,
  target: PageTarget,
): readonly { readonly step: Step; readonly path: PagePath }[] {
  if (pages === null) return []
  const steps = visibleSteps(state)
  if (target.isImage) return imagePlaces(pages, steps, view.capturedFile(target.path))
  const within = textPlaces(pages, steps).find(
    (place) => place.step.screenshotUrl === step.screenshotUrl && `${place.path}.`.startsWith(`${target.path}.`),
  )
  if (within === undefined) return []
  const levels = within.path.split('.').length - target.path.split('.').length
  return textPlaces(pages, steps).flatMap((place) => {
    const path = place.path
      .split('.')
      .slice(0, levels === 0 ? undefined : -levels)
      .join('.')
    return place.text.trim() === within.text.trim() && path !== '' ? [{ step: place.step, path }] : []
  })
}

/** The number of places an edit would affect. */
export function placeCount(change: PageChange, { textPath, ...target }: PageTarget): number {
  const { state, step, view, pages } = change
  if (pages === null) return 1
  if (textPath !== null) {
    const text = currentText(step, view, textPath)
    return text === '' ? 1 : textPlaces(pages, visibleSteps(state)).filter((place) => place.text.trim() === text).length
  }
  return elementPlaces(change, { ...target, textPath }).length
}

function save({ state, dispatch }: PageChange, lists: ReadonlyMap<string, PageEdits>, name: string | undefined): void {
  const tooLong = [...lists.values()].some((list) => list.length > pageEditLimits.editsMax)
  if (tooLong) {
    showToast({ text: `A page has at most ${pageEditLimits.editsMax} edits.`, tone: 'danger' })
    return
  }
  const edit = pageChange(visibleSteps(state), lists, name === undefined ? {} : { name })
  if (edit !== null) dispatch({ type: 'edit', edit })
}

/** An element's content box in pixels of the page. */
export function contentSize(
  view: PageView,
  path: PagePath,
): { readonly width: number; readonly height: number } | null {
  const element = view.element(path)
  if (element === null) return null
  const { left, top, right, bottom } = boxOf(element.getBoundingClientRect(), { x: 0, y: 0 })
  const style = styleOf(element)
  const across = px(style.borderLeftWidth) + px(style.borderRightWidth) + px(style.paddingLeft) + px(style.paddingRight)
  const down = px(style.borderTopWidth) + px(style.borderBottomWidth) + px(style.paddingTop) + px(style.paddingBottom)
  const [width, height] = [right - left - across, bottom - top - down]
  return width > 0 && height > 0
    ? { width: Math.round(width * 100) / 100, height: Math.round(height * 100) / 100 }
    : null
}
