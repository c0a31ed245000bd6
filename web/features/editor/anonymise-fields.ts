import type { Step } from '#domain/demo.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { uploadPageFile } from '../../lib/page-calls.ts'
import { px, styleOf } from '../../lib/page-picture/flat-tree.ts'
import { hasPage, pageEditsOf } from '../../lib/page-texts.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { contentSize } from './page-changes.ts'
import { withPageEdit } from './page-edit-list.ts'
import { readPage } from './read-page.ts'

/* A captured page shows what was typed or chosen in a field as a picture, whose text nobody can search. */

/** A field, by the text before it, and where it is. */
export interface FilledField {
  readonly label: string
  readonly places: readonly FieldPlace[]
}

interface FieldPlace {
  readonly step: Step
  readonly path: PagePath
}

export function filledFields(pages: readonly PageTexts[], state: EditorState): readonly FilledField[] {
  const steps = visibleSteps(state)
  const all = pages.flatMap(({ stepIds, images }) => {
    const step = steps.find((each) => stepIds.includes(each.id) && hasPage(each))
    if (step === undefined) return []
    return images.flatMap(({ path, beside, isField, isEdited }) =>
      isField && !isEdited ? [{ label: beside[0] ?? '', step, path }] : [],
    )
  })
  return [...Map.groupBy(all, ({ label }) => label)].map(([label, places]) => ({ label, places }))
}

/** Adds to the steps' lists of edits that these fields are shown empty. */
export async function emptyFields(
  state: EditorState,
  fields: readonly FilledField[],
  lists: Map<string, PageEdits>,
): Promise<void> {
  const places = fields.flatMap((field) => field.places)
  for (const [step, onPage] of Map.groupBy(places, (place) => place.step)) {
    const found = await readPage(step.id, (view) =>
      onPage.flatMap(({ path }) => {
        const size = contentSize(view, path)
        const was = view.capturedFile(path)
        const element = view.element(path)
        if (size === null || element === null) return []
        return [{ path, was, size, inside: insideOf(element), url: new URL(was, view.page.URL).href }]
      }),
    )
    if (found === null) throw new Error(`The page of step ${step.order} couldn’t be loaded. Nothing was changed.`)
    for (const { path, was, size, inside, url } of found) {
      const file = await storedEmpty(step.id, url, inside)
      const current = visibleSteps(state).find(({ id }) => id === step.id) ?? step
      const edit = { kind: 'image', path, was, to: { file }, ...size } as const
      lists.set(step.id, withPageEdit(lists.get(step.id) ?? pageEditsOf(current), edit))
    }
  }
}

/** The part of a field that shows text, in pixels of the page. */
interface Inside {
  readonly width: number
  readonly edge: number
  readonly radius: number
  /** The width of a choice's arrow. */
  readonly arrow: number
}

function insideOf(element: Element): Inside {
  const style = styleOf(element)
  return {
    width: element.getBoundingClientRect().width,
    edge: px(style.borderTopWidth),
    radius: Math.max(0, px(style.borderTopLeftRadius) - px(style.borderTopWidth)),
    arrow: element.localName === 'select' ? arrowWidth : 0,
  }
}

const arrowWidth = 16

/** Stores the field's picture without its text: its border stays, and a choice's arrow. */
async function storedEmpty(stepId: string, url: string, inside: Inside): Promise<string> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob())
  const { width, height } = bitmap
  const scale = width / inside.width
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t draw.')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const edge = Math.ceil(inside.edge * scale)
  context.fillStyle = commonColor(context.getImageData(0, 0, width, height).data)
  const arrow = inside.arrow * scale
  context.roundRect(edge, edge, width - edge * 2 - arrow, height - edge * 2, inside.radius * scale)
  context.fill()
  const stored = await uploadPageFile(stepId, await canvas.convertToBlob())
  if (!stored.ok) throw new Error(stored.error.sentence ?? 'A field couldn’t be emptied. Try again.')
  return stored.value
}

/** The most frequent colour of RGBA pixels. */
function commonColor(pixels: Uint8ClampedArray): string {
  const counts = new Map<string, number>()
  for (let at = 0; at < pixels.length; at += 4) {
    const color = `rgb(${pixels.slice(at, at + 3).join(' ')})`
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}
