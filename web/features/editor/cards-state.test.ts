import { describe, expect, test } from 'vitest'

import { newCard, type Card } from '#domain/card.ts'

import { visibleCards } from './cards-state.ts'
import { isAllSaved, visibleSteps, type EditorState } from './editor-state.ts'
import { openEditor, reduceEditor, type EditorCommand } from './reduce-editor.ts'
import { allTargets } from './save-plan.ts'
import { tourDemo } from '../../lib/tour-demo.ts'

const demo = tourDemo(['a', 'b'])
const cue = (id: string, stepId = 'a', position = 1): Card =>
  newCard({ id, stepId, type: 'cue', position, shown: { widthPx: 1000, heightPx: 600 } })
const set = (card: Card, typed?: string): EditorCommand => ({
  type: 'edit',
  edit: { type: 'card', id: card.id, card, ...(typed !== undefined && { typed }) },
})
const remove = (id: string): EditorCommand => ({ type: 'edit', edit: { type: 'card', id, card: null } })
const after = (start: EditorState, ...commands: readonly EditorCommand[]) => commands.reduce(reduceEditor, start)
const open = (cards: readonly Card[] = []) => openEditor(demo, { steps: {} }, cards)
const titles = (state: EditorState, stepId = 'a') => visibleCards(state, stepId).map(({ title }) => title)

describe('cards in the editor', () => {
  test('shows and saves a placed card at once, and undoes it', () => {
    const placed = after(open(), set(cue('1')))
    expect(titles(placed)).toEqual(['Good to know'])
    expect(allTargets(placed)).toEqual([{ type: 'card', id: '1' }])
    const undone = after(placed, { type: 'undo' })
    expect(titles(undone)).toEqual([])
    expect(isAllSaved(undone)).toBe(true)
    expect(titles(after(undone, { type: 'redo' }))).toEqual(['Good to know'])
  })

  test('makes typing one undo entry, which selects the card’s step', () => {
    const card = cue('1')
    const typed = after(
      open([card]),
      set({ ...card, title: 'H' }, 'title'),
      set({ ...card, title: 'Hi' }, 'title'),
      { type: 'select', id: 'b' },
      { type: 'undo' },
    )
    expect(titles(typed)).toEqual([card.title])
    expect(typed.selectedId).toBe('a')
    expect(isAllSaved(typed)).toBe(true)
  })

  test('keeps changes made during a save unsaved', () => {
    const card = cue('1')
    const first = { ...card, title: 'First' }
    const second = { ...card, title: 'Second' }
    const saved = after(open([card]), set(first), set(second), { type: 'card-saved', id: '1', card: first })
    expect(titles(saved)).toEqual(['Second'])
    expect(allTargets(saved)).toEqual([{ type: 'card', id: '1' }])
    expect(isAllSaved(after(saved, { type: 'card-saved', id: '1', card: second }))).toBe(true)
  })

  test('keeps a deleted card deleted until saved, and undo restores it', () => {
    const card = cue('1')
    const deleted = after(open([card, cue('2', 'a', 2)]), remove('1'))
    expect(visibleCards(deleted, 'a').map(({ id }) => id)).toEqual(['2'])
    const gone = after(deleted, { type: 'card-saved', id: '1', card: null })
    expect(isAllSaved(gone)).toBe(true)
    expect(allTargets(after(gone, { type: 'undo' }))).toEqual([{ type: 'card', id: '1' }])
  })

  test('restores an earlier draft, except for deleted steps', () => {
    const draft = { steps: {}, cards: { '1': cue('1'), '2': cue('2', 'gone') } }
    const opened = openEditor(demo, draft, [])
    expect(allTargets(opened)).toEqual([{ type: 'card', id: '1' }])
  })

  test('re-renders only the changed step, and none for a moved card', () => {
    const start = open([cue('1')])
    const moved = after(start, set({ ...cue('1'), xPercent: 1 }))
    expect(visibleSteps(moved)).toBe(visibleSteps(start))
    const [named, untouched] = visibleSteps(
      after(moved, { type: 'edit', edit: { type: 'step', id: 'a', patch: { title: 'New' } } }),
    )
    expect(named?.title).toBe('New')
    expect(untouched).toBe(visibleSteps(start)[1])
  })
})
