import { expect, test } from 'vitest'

import { newCard } from '#domain/card.ts'
import type { Demo } from '#domain/demo.ts'

import { tourDemo, tourStep } from '../../lib/tour-demo.ts'
import { canStepThrough } from './editor-history.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'
import { allTargets, targetKey } from './save-plan.ts'
import { recapturedEntry } from './recaptured-entry.ts'

const before = tourDemo(['a', 'b', 'c'])
const cards = [newCard({ id: '1', stepId: 'c', type: 'cue', position: 1, shown: { widthPx: 1000, heightPx: 600 } })]
const [a, b, c] = before.steps
const recaptured: Demo = {
  ...before,
  steps: [
    a!,
    { ...b!, screenshotUrl: 'new.png', width: 1440, height: 900, hotspot: { xPercent: 5, yPercent: 6 }, title: 'New' },
    { ...tourStep('d', 3), order: 3 },
  ],
}
const entry = recapturedEntry({ demo: before, cards }, { demo: recaptured, cards: [] })

function openAfter(): EditorState {
  return openEditor(recaptured, { steps: {} }, [], { past: [entry], future: [], expected: [] })
}

const shown = (state: EditorState) =>
  visibleSteps(state).map(({ id, screenshotUrl, title }) => [id, screenshotUrl, title])

test('undoes and redoes a recapture as one change', () => {
  const start = openAfter()
  expect(start.past.map(({ name }) => name)).toEqual(['record steps again'])
  const undone = reduceEditor(start, { type: 'undo' })
  expect(shown(undone)).toEqual([a, b, c].map((step) => [step?.id, step?.screenshotUrl, step?.title]))
  expect(visibleSteps(undone)[1]).toMatchObject({ hotspot: b?.hotspot, width: b?.width })
  expect(allTargets(undone).map(targetKey)).toEqual(['restore', 'remove', 'step b', 'order'])
  expect(shown(reduceEditor(undone, { type: 'redo' }))).toEqual(shown(start))
})

test('doesn’t undo a step that someone else has changed since', () => {
  const start = openAfter()
  const [first, second, ...rest] = recaptured.steps
  const theirs: Demo = { ...recaptured, steps: [first!, { ...second!, title: 'Theirs' }, ...rest] }
  const loaded = reduceEditor(start, { type: 'load', demo: theirs, cards: [] })
  expect(canStepThrough(loaded, 'undo')).toBe(false)
  expect(shown(reduceEditor(loaded, { type: 'undo' }))).toEqual(shown(loaded))
})
