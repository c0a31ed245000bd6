import { describe, expect, test } from 'vitest'

import type { Demo, Step } from '#domain/demo.ts'
import { plainDemoLook } from '#domain/demo-look.ts'
import type { PageEdit } from '#domain/page-edits.ts'
import { noPictureEdits } from '#domain/picture-edits.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { canStepThrough } from './editor-history.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { pageEditsOf } from '../../lib/page-texts.ts'
import { pageChange, withoutPageEdit, withPageEdit, withSpaces } from './page-edit-list.ts'
import { openEditor, reduceEditor } from './reduce-editor.ts'

const text = (to: string, was = 'Ann'): PageEdit => ({ kind: 'text', path: '1.0', was, to })
const hide: PageEdit = { kind: 'hide', path: '1', was: 'Ann' }

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
  pageEdits: [],
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
  steps: [step('a', 1, 'one.png'), step('b', 2, 'one.png'), step('c', 3, 'two.png')],
}

const lists = (state: EditorState) => visibleSteps(state).map((each) => pageEditsOf(each).length)

describe('the list of a page’s edits', () => {
  test('keeps one edit per place', () => {
    expect(withPageEdit(withPageEdit([], text('Eva')), text('Mia'))).toEqual([text('Mia')])
    expect(withPageEdit([text('Eva')], hide)).toHaveLength(2)
  })

  test('drops the edit when a text is back to the captured one', () => {
    expect(withPageEdit([text('Eva')], text('Ann'))).toEqual([])
    expect(withoutPageEdit([text('Eva'), hide], hide)).toEqual([text('Eva')])
  })

  test('keeps white space around a text', () => {
    expect(withSpaces(' Eva ', '\n  Ann\n')).toBe('\n  Eva\n')
  })
})

test('changes all steps with the same page, and undoes that in one step', () => {
  const edit = pageChange(
    demo.steps,
    new Map([
      ['a', [text('Eva')]],
      ['c', [hide]],
    ]),
    {
      name: 'anonymise 3 steps',
      more: [{ type: 'step', id: 'a', patch: { title: 'Eva' } }],
    },
  )
  const changed = reduceEditor(openEditor(demo), { type: 'edit', edit: edit! })
  expect(lists(changed)).toEqual([1, 1, 1])
  expect(changed.past.at(-1)?.name).toBe('anonymise 3 steps')
  const back = reduceEditor(changed, { type: 'undo' })
  expect(lists(back)).toEqual([0, 0, 0])
  expect(visibleSteps(back)[0]?.title).toBe('a')
  expect(lists(reduceEditor(back, { type: 'redo' }))).toEqual([1, 1, 1])
})

test('can be undone after the server has burnt it in, until someone else changes the page', () => {
  const edit = pageChange(demo.steps, new Map([['c', [hide]]]))
  let state = reduceEditor(openEditor(demo), { type: 'edit', edit: edit! })
  const size = { width: 100, height: 100, edits: noPictureEdits }
  state = reduceEditor(state, {
    type: 'picture-burnt',
    id: 'c',
    former: 'two.png',
    screenshotUrl: 'three.png',
    ...size,
    pageEdits: [hide],
  })
  expect(state.unsaved.steps).toEqual({})
  expect(canStepThrough(state, 'undo')).toBe(true)
  const others = { ...demo, steps: state.saved.steps.map((each) => ({ ...each, pageEdits: [] })) }
  expect(canStepThrough(reduceEditor(state, { type: 'load', demo: others }), 'undo')).toBe(false)
})
