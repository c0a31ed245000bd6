import { describe, expect, test } from 'vitest'

import type { Demo, Step } from '#domain/demo.ts'
import { plainDemoLook } from '#domain/demo-look.ts'
import { noPictureEdits, type PictureEdits } from '#domain/picture-edits.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { canStepThrough } from './editor-history.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { addRedaction, burntEdits, cropPicture, editsOf, shownArea } from './redact-edits.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'

const step = (id: string, order: number, screenshotUrl: string): Step => ({
  id,
  demoId: 'demo',
  order,
  title: id,
  description: null,
  screenshotUrl,
  alt: null,
  width: 100,
  height: 100,
  captureId: null,
  hotspot: null,
  look: plainStepLook,
  targetStepId: null,
  edits: noPictureEdits,
})

const demo: Demo = {
  id: 'demo',
  name: 'Tour',
  description: null,
  status: 'active',
  isSample: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  look: plainDemoLook,
  steps: [step('a', 1, 'old.png'), step('b', 2, 'old.png'), step('c', 3, 'else.png')],
}

const area = { xPercent: 10, yPercent: 10, widthPercent: 20, heightPercent: 20 }
const first = (state: EditorState) => visibleSteps(state)[0]!

function redact(state: EditorState): EditorState {
  return reduceEditor(state, {
    type: 'edit',
    edit: { type: 'step', id: 'a', patch: addRedaction(first(state), area, null) },
  })
}

/** Like the server's answer: the wanted edits, burnt into a picture with a new path. */
function save(state: EditorState, screenshotUrl: string): EditorState {
  const edits: PictureEdits | undefined = state.unsaved.steps['a']?.edits
  expect(edits).toBeDefined()
  const former = state.saved.steps[0]?.screenshotUrl ?? ''
  const size = { width: 100, height: 100 }
  return reduceEditor(state, {
    type: 'picture-burnt',
    id: 'a',
    former,
    screenshotUrl,
    ...size,
    edits: edits!,
    pageEdits: null,
  })
}

describe('a redaction', () => {
  test('is burnt into every step with the picture, and leaves nothing unsaved', () => {
    const drawn = redact(openEditor(demo))
    expect(burntEdits(drawn, first(drawn))).toEqual(noPictureEdits)
    const saved = save(drawn, 'new.png')
    expect(visibleSteps(saved).map(({ screenshotUrl }) => screenshotUrl)).toEqual(['new.png', 'new.png', 'else.png'])
    expect(saved.unsaved.steps).toEqual({})
    expect(burntEdits(saved, first(saved)).areas).toMatchObject([{ kind: 'solid', ...area }])
  })

  test('is undone and redone across any number of new paths, also those of an older replacement', () => {
    const patch = { screenshotUrl: 'mine.png', width: 100, height: 100, edits: noPictureEdits }
    let state = reduceEditor(openEditor(demo), { type: 'edit', edit: { type: 'step', id: 'a', patch } })
    state = reduceEditor(state, { type: 'step-saved', id: 'a', patch })
    state = save(redact(state), 'burnt-1.png')
    state = reduceEditor(state, { type: 'undo' })
    expect(editsOf(first(state))).toEqual(noPictureEdits)
    state = save(state, 'whole-2.png')
    state = save(reduceEditor(state, { type: 'redo' }), 'burnt-3.png')
    state = save(reduceEditor(state, { type: 'undo' }), 'whole-4.png')
    expect(canStepThrough(state, 'undo')).toBe(true)
    state = reduceEditor(state, { type: 'undo' })
    expect(first(state).screenshotUrl).toBe('old.png')
    state = reduceEditor(reduceEditor(state, { type: 'redo' }), { type: 'redo' })
    expect(first(state)).toMatchObject({ screenshotUrl: 'whole-4.png' })
    expect(editsOf(first(state)).areas).toHaveLength(1)
  })

  test('disappears if the server refuses it', () => {
    const refused = reduceEditor(redact(openEditor(demo)), { type: 'edits-refused', id: 'a', of: 'edits' })
    expect(editsOf(first(refused))).toEqual(noPictureEdits)
    expect(refused.unsaved.steps).toEqual({})
  })
})

test('stores areas drawn on a cropped picture in percent of the whole one', () => {
  const crop = { xPercent: 50, yPercent: 50, widthPercent: 50, heightPercent: 50 }
  const cropped = { ...first(openEditor(demo)), edits: { areas: [], crop } }
  const { edits } = addRedaction(cropped, area, crop)
  const [drawn] = edits?.areas ?? []
  expect(drawn).toMatchObject({ xPercent: 55, yPercent: 55, widthPercent: 10, heightPercent: 10 })
  expect(shownArea(drawn!, crop)).toMatchObject(area)
  expect(shownArea(area, crop)).toBeNull()
  expect(cropPicture(cropped, area, crop).edits?.crop).toEqual({
    xPercent: 55,
    yPercent: 55,
    widthPercent: 10,
    heightPercent: 10,
  })
})
