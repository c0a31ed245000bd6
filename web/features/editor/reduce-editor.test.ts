import { describe, expect, test } from 'vitest'

import { currentText, isAllSaved, visibleSteps } from './editor-state.ts'
import { openEditor, reduceEditor, type EditorCommand } from './reduce-editor.ts'
import { tourDemo, tourStep } from '../../lib/tour-demo.ts'

const demo = tourDemo(['a', 'b', 'c'])

function after(commands: readonly EditorCommand[], start = openEditor(demo)) {
  return commands.reduce(reduceEditor, start)
}

const ids = (state: ReturnType<typeof openEditor>) => visibleSteps(state).map((visible) => visible.id)
const name = (text: string): EditorCommand => ({ type: 'edit', edit: { type: 'name', name: text } })
const title = (id: string, text: string): EditorCommand => ({
  type: 'edit',
  edit: { type: 'step', id, patch: { title: text } },
})

describe('editing', () => {
  test('renumbers a moved step, and moving it back leaves nothing unsaved', () => {
    const moved = after([{ type: 'move-step', id: 'a', toIndex: 2 }])
    expect(ids(moved)).toEqual(['b', 'c', 'a'])
    expect(visibleSteps(moved).map((visible) => visible.order)).toEqual([1, 2, 3])
    expect(isAllSaved(after([{ type: 'move-step', id: 'a', toIndex: 0 }], moved))).toBe(true)
  })

  test('undoes and redoes a typed word', () => {
    const typed = after([name('T'), name('Te'), name('Team')])
    const undone = after([{ type: 'undo' }], typed)
    expect(currentText(undone).name).toBe('Tour')
    expect(currentText(after([{ type: 'redo' }], undone)).name).toBe('Team')
  })

  test('undo restores the hotspot’s last position', () => {
    const place = (xPercent: number): EditorCommand => ({
      type: 'edit',
      edit: { type: 'step', id: 'a', patch: { hotspot: { xPercent, yPercent: 10 } } },
    })
    const undone = after([place(20), place(30), { type: 'undo' }])
    expect(visibleSteps(undone)[0]?.hotspot?.xPercent).toBe(20)
  })

  test('removes a deleted step from the strip, selects its neighbour, and restores it at its position', () => {
    const removed = after([
      { type: 'select', id: 'b' },
      { type: 'edit', edit: { type: 'remove-steps', ids: ['b'] } },
    ])
    expect(ids(removed)).toEqual(['a', 'c'])
    expect(removed.selectedId).toBe('c')
    expect(ids(after([{ type: 'undo' }], removed))).toEqual(['a', 'b', 'c'])
  })

  test('reordering around a deleted step keeps every step', () => {
    const state = after([
      { type: 'edit', edit: { type: 'remove-steps', ids: ['b'] } },
      { type: 'move-step', id: 'c', toIndex: 0 },
    ])
    expect(ids(state)).toEqual(['c', 'a'])
    expect([...(state.unsaved.order ?? [])].sort()).toEqual(['a', 'b', 'c'])
  })

  test('keeps zoom between 50 and 200 in steps of 25', () => {
    const zoom = (percent: number) => after([{ type: 'zoom', percent }]).zoomPercent
    expect([zoom(25), zoom(130), zoom(225)]).toEqual([50, 125, 200])
  })
})

describe('saving', () => {
  test('keeps text typed during a save unsaved', () => {
    const state = after([name('One'), name('One and two'), { type: 'text-saved', name: 'One', description: null }])
    expect(currentText(state).name).toBe('One and two')
    expect(isAllSaved(state)).toBe(false)
  })

  test('trims a saved name and leaves nothing unsaved', () => {
    const state = after([name('  Launch '), { type: 'text-saved', name: 'Launch', description: null }])
    expect(currentText(state).name).toBe('Launch')
    expect(isAllSaved(state)).toBe(true)
  })

  test('falls back to the server’s order if a new one is refused', () => {
    expect(ids(after([{ type: 'move-step', id: 'a', toIndex: 2 }, { type: 'order-refused' }]))).toEqual(['a', 'b', 'c'])
  })

  test('restores an earlier draft, except for removed steps', () => {
    const draft = {
      name: 'Draft',
      order: ['c', 'b', 'a', 'gone'],
      steps: { b: { title: 'Kept' }, gone: { title: 'No' } },
    }
    const state = openEditor(demo, draft)
    expect(currentText(state).name).toBe('Draft')
    expect(visibleSteps(state)[1]?.title).toBe('Kept')
    expect(Object.keys(state.unsaved.steps)).toEqual(['b'])
    expect(ids(state)).toEqual(['a', 'b', 'c'])
  })

  test('keeps unsaved edits across a reload', () => {
    const state = after([
      title('a', 'Mine'),
      { type: 'load', demo: { ...demo, steps: [tourStep('d', 1), ...demo.steps] } },
    ])
    expect(visibleSteps(state).find((visible) => visible.id === 'a')?.title).toBe('Mine')
    expect(ids(state)).toContain('d')
  })
})
