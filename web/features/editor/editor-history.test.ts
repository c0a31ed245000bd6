import { describe, expect, test } from 'vitest'

import { newCard, type Card } from '#domain/card.ts'
import { plainDemoLook } from '#domain/demo-look.ts'
import type { Demo } from '#domain/demo.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { visibleCards } from './cards-state.ts'
import { editorActions } from './editor-actions.ts'
import { canStepThrough } from './editor-history.ts'
import { currentText, isAllSaved, visibleSteps, type EditorState } from './editor-state.ts'
import { openEditor, reduceEditor, type EditorCommand } from './reduce-editor.ts'
import { allTargets, isTyped, targetKey } from './save-plan.ts'
import { tourDemo, tourStep } from '../../lib/tour-demo.ts'

const demo = tourDemo(['a', 'b', 'c'])
const cue: Card = newCard({
  id: '1',
  stepId: 'b',
  type: 'cue',
  position: 1,
  shown: { widthPx: 1000, heightPx: 600 },
})

const after = (start: EditorState, ...commands: readonly EditorCommand[]) => commands.reduce(reduceEditor, start)
const open = (cards: readonly Card[] = [cue], of: Demo = demo) => openEditor(of, { steps: {} }, cards)
const ids = (state: EditorState) => visibleSteps(state).map(({ id }) => id)
const name = (text: string): EditorCommand => ({ type: 'edit', edit: { type: 'name', name: text } })
const title = (id: string, text: string): EditorCommand => ({
  type: 'edit',
  edit: { type: 'step', id, patch: { title: text } },
})
const remove = (...gone: readonly string[]): EditorCommand => ({
  type: 'edit',
  edit: { type: 'remove-steps', ids: gone },
})
const undo: EditorCommand = { type: 'undo' }
const redo: EditorCommand = { type: 'redo' }
const targets = (state: EditorState) => allTargets(state).map(targetKey)
const without = (id: string): Demo => ({ ...demo, steps: demo.steps.filter((step) => step.id !== id) })

describe('deleting a step', () => {
  test('is undone first, with its cards, at its position', () => {
    const deleted = after(open(), name('Renamed'), remove('b'))
    expect(ids(deleted)).toEqual(['a', 'c'])
    const undone = after(deleted, undo)
    expect(ids(undone)).toEqual(['a', 'b', 'c'])
    expect(visibleCards(undone, 'b')).toEqual([cue])
    expect(undone.selectedId).toBe('b')
    expect(currentText(undone).name).toBe('Renamed')
    expect(ids(after(undone, redo))).toEqual(['a', 'c'])
  })

  test('is undone after saving, with unsaved changes', () => {
    const deleted = after(open(), title('b', 'Typed'), remove('b'), { type: 'steps-removed', ids: ['b'] })
    expect(isAllSaved(deleted)).toBe(true)
    const undone = after(deleted, undo)
    expect(ids(undone)).toEqual(['a', 'b', 'c'])
    expect(visibleSteps(undone)[1]?.title).toBe('Typed')
    expect(visibleCards(undone, 'b')).toEqual([cue])
    // Can't be saved before it exists.
    expect(targets(undone)).toEqual(['restore', 'order'])
    const restored = after(undone, { type: 'steps-restored', ids: ['b'], demo, cards: [cue] })
    expect(ids(restored)).toEqual(['a', 'b', 'c'])
    expect(targets(restored)).toEqual(['step b'])
  })

  test('undone while saving, it is restored on the server', () => {
    const state = after(open(), remove('b'), undo, { type: 'steps-removed', ids: ['b'] })
    expect(ids(state)).toEqual(['a', 'b', 'c'])
    expect(visibleCards(state, 'b')).toEqual([cue])
    expect(targets(state)).toContain('restore')
  })

  test('redone while restoring, it is deleted again', () => {
    const undone = after(open(), remove('b'), { type: 'steps-removed', ids: ['b'] }, undo)
    const state = after(undone, redo, { type: 'steps-restored', ids: ['b'], demo, cards: [cue] })
    expect(ids(state)).toEqual(['a', 'c'])
    expect(targets(state)).toEqual(['remove'])
  })

  test('loaded while it is restored, it stays, with its unsaved changes', () => {
    const deleted = after(open(), title('b', 'Typed'), remove('b'), { type: 'steps-removed', ids: ['b'] })
    const loaded = after(deleted, undo, { type: 'load', demo, cards: [cue] })
    expect(targets(loaded)).toEqual(['step b'])
    const state = after(loaded, { type: 'steps-restored', ids: ['b'], demo, cards: [cue] })
    expect(visibleSteps(state).map((step) => step.title)).toEqual([demo.steps[0]?.title, 'Typed', demo.steps[2]?.title])
    expect(targets(state)).toEqual(['step b'])
  })

  test('loaded while it is deleted, other unsaved changes stay', () => {
    const moved: EditorCommand = { type: 'move-step', id: 'c', toIndex: 0 }
    const state = after(
      open(),
      remove('b'),
      moved,
      { type: 'load', demo: without('b'), cards: [] },
      { type: 'steps-removed', ids: ['b'] },
    )
    expect(ids(state)).toEqual(['c', 'a'])
    expect(targets(state)).toEqual(['order'])
  })

  test('a refused deletion restores the step', () => {
    expect(ids(after(open(), remove('b'), { type: 'removal-refused' }))).toEqual(['a', 'b', 'c'])
  })

  test('a step missing on the server disappears again', () => {
    const undone = after(open(), remove('b'), { type: 'steps-removed', ids: ['b'] }, undo)
    const gone = after(undone, { type: 'steps-restored', ids: ['b'], demo: without('b'), cards: [] })
    expect(ids(gone)).toEqual(['a', 'c'])
    expect(isAllSaved(gone)).toBe(true)
  })

  test('the toast undoes it even after other changes', () => {
    const items = [{ step: demo.steps[1]!, cards: [cue], index: 1 }]
    const takeBack: EditorCommand = { type: 'take-back', edit: { type: 'restore-steps', items } }
    const last = after(open(), remove('b'), takeBack)
    expect([ids(last), last.past.length]).toEqual([['a', 'b', 'c'], 0])
    const later = after(open(), remove('b'), name('Renamed'), takeBack)
    expect([ids(later), currentText(later).name]).toEqual([['a', 'b', 'c'], 'Renamed'])
  })
})

test('undo removes added and duplicated steps once they exist', () => {
  const expecting = after(open(), { type: 'expect-steps', expected: { name: 'duplicate step', ids: ['d'] } })
  expect(expecting.past).toEqual([])
  const arrived = after(expecting, { type: 'load', demo: { ...demo, steps: [...demo.steps, tourStep('d', 4)] } })
  expect(editorActions.undo.labelNow(arrived)).toBe('Undo duplicate step')
  const undone = after(arrived, undo)
  expect(ids(undone)).toEqual(['a', 'b', 'c'])
  expect(targets(undone)).toEqual(['remove'])
  expect(ids(after(undone, redo))).toEqual(['a', 'b', 'c', 'd'])
})

test('a reload keeps the undo history, including a finished import', () => {
  const left = after(open(), name('Renamed'), remove('b'), {
    type: 'expect-steps',
    expected: { name: 'add steps', ids: ['d', 'refused'] },
  })
  const { past, future, expected } = left
  const kept = structuredClone({ past, future, expected })
  const now = { ...without('b'), name: 'Renamed', steps: [...without('b').steps, tourStep('d', 3)] }
  const opened = openEditor(now, { steps: {} }, [], kept)
  expect(editorActions.undo.labelNow(opened)).toBe('Undo add steps')
  const undone = after(opened, undo, undo)
  expect(ids(undone)).toEqual(['a', 'b', 'c'])
  expect(currentText(after(undone, undo)).name).toBe('Tour')
})

test.each([
  ['a name', name('Mine'), { ...demo, name: 'Theirs' }],
  [
    'a title',
    title('a', 'Mine'),
    { ...demo, steps: demo.steps.map((step) => (step.id === 'a' ? { ...step, title: 'Theirs' } : step)) },
  ],
  ['a step deleted and brought back by somebody else', remove('b'), demo],
  [
    'an order',
    { type: 'move-step', id: 'a', toIndex: 2 } satisfies EditorCommand,
    { ...demo, steps: ['c', 'b', 'a'].map((id, index) => tourStep(id, index + 1)) },
  ],
] as const)('%s that somebody else has changed since stays as it is', (_, change, theirs) => {
  const { past, future, expected } = after(open(), change)
  const opened = openEditor(theirs, { steps: {} }, [cue], { past, future, expected })
  expect(canStepThrough(opened, 'undo')).toBe(false)
  const undone = after(opened, undo)
  expect(isAllSaved(undone)).toBe(true)
  expect(undone.past).toEqual([])
})

test('saves an undo only over its base, and later typing always', () => {
  const saved = { ...demo, name: 'Second' }
  const typed = after(open(), name('Second'), { type: 'text-saved', name: 'Second', description: null })
  const undone = after(typed, undo)
  expect(undone.unsaved.checks).toEqual({ text: JSON.stringify(['Second', '']) })
  // Typed text waits for a pause; changes by undo don't.
  const waits = (state: EditorState) => allTargets(state).map((target) => [targetKey(target), isTyped(state, target)])
  expect([waits(after(open(), name('Second'))), waits(undone)]).toEqual([[['text', true]], [['text', false]]])
  const refused = after(undone, { type: 'undo-refused', target: { type: 'text' }, demo: saved, cards: [cue] })
  expect(currentText(refused).name).toBe('Second')
  expect(isAllSaved(refused)).toBe(true)
  expect(after(undone, name('Third')).unsaved.checks).toEqual({})
})

test.each<readonly [string, EditorCommand]>([
  ['Undo rename demo', name('New')],
  ['Undo edit title', title('a', 'New')],
  ['Undo delete step', remove('a')],
  ['Undo move step', { type: 'move-step', id: 'a', toIndex: 2 }],
  [
    'Undo add hotspot',
    { type: 'edit', edit: { type: 'step', id: 'a', patch: { hotspot: { xPercent: 1, yPercent: 1 } } } },
  ],
  [
    'Undo replace image',
    { type: 'edit', edit: { type: 'step', id: 'a', patch: { screenshotUrl: 'n.webp', width: 800, height: 600 } } },
  ],
  [
    'Undo change hotspot',
    { type: 'edit', edit: { type: 'step', id: 'a', patch: { look: { ...plainStepLook, marker: 'none' } } } },
  ],
  [
    'Undo move callout',
    { type: 'edit', edit: { type: 'step', id: 'a', patch: { look: { ...plainStepLook, calloutSide: 'above' } } } },
  ],
  [
    'Undo add zoom',
    {
      type: 'edit',
      edit: {
        type: 'step',
        id: 'a',
        patch: { look: { ...plainStepLook, zoom: { xPercent: 0, yPercent: 0, widthPercent: 50, heightPercent: 50 } } },
      },
    },
  ],
  [
    'Undo edit chapter',
    { type: 'edit', edit: { type: 'step', id: 'a', patch: { look: { ...plainStepLook, chapter: 'Prices' } } } },
  ],
  ['Undo change link of hotspot', { type: 'edit', edit: { type: 'step', id: 'a', patch: { targetStepId: 'c' } } }],
  ['Undo change layout', { type: 'edit', edit: { type: 'demo-look', patch: { layout: 'side' } } }],
  [
    'Undo edit cover',
    { type: 'edit', edit: { type: 'demo-look', patch: { cover: { ...plainDemoLook.cover, isOn: true } } } },
  ],
  ['Undo edit notes', { type: 'edit', edit: { type: 'step', id: 'a', patch: { description: 'New' } } }],
  ['Undo delete card', { type: 'edit', edit: { type: 'card', id: '1', card: null } }],
  ['Undo move card', { type: 'edit', edit: { type: 'card', id: '1', card: { ...cue, xPercent: 1 } } }],
  ['Undo edit card', { type: 'edit', edit: { type: 'card', id: '1', card: { ...cue, title: 'New' } } }],
])('%s', (label, change) => {
  const changed = after(open(), change)
  expect(editorActions.undo.labelNow(changed)).toBe(label)
  expect(editorActions.redo.labelNow(after(changed, undo))).toBe(label.replace('Undo', 'Redo'))
  expect(isAllSaved(after(changed, undo))).toBe(true)
})
