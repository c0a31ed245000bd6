import { expect, test } from 'vitest'

import { toCard, toCardRow, type StepCardRow } from './card-rows.ts'

const row: StepCardRow = {
  id: 'a',
  demo_id: 'b',
  step_id: 'c',
  type: 'cue',
  position: 1,
  x_percent: 10,
  y_percent: 10,
  width_percent: 30,
  height_percent: 20,
  title: 'Good to know',
  description: '',
  format: {},
  fields: [],
  button_label: '',
  consent_text: null,
  media_url: null,
  link_url: null,
  target_step_id: null,
  gate: 'none',
}

function runsOf(runs: unknown) {
  return toCard({ ...row, format: { title: { runs } } })?.format.title.runs
}

test('a card of a type from a newer version is left out, never read as another type', () => {
  expect(toCard({ ...row, type: 'poll' })).toBeNull()
})

test('a card without runs keeps its look and its stored form', () => {
  const format = { title: { font: 'Georgia', sizePx: 24, color: '#aa0000', isBold: false, isItalic: true } }
  const card = toCard({ ...row, format })
  expect(card?.format.title).toEqual({ ...format.title, isUnderlined: false })
  expect(toCard({ ...row, ...toCardRow(card!) })).toEqual(card)
})

test('runs round-trip', () => {
  const runs = [
    { start: 0, end: 4, isBold: false, sizePx: 12 },
    { start: 5, end: 7, color: '#00aa00', link: 'https://example.com/?a=1' },
  ]
  expect(runsOf(runs)).toEqual(runs)
})

test.each([
  ['no list', 'bold'],
  ['beyond the text', [{ start: 0, end: 99, isBold: false }]],
  ['of half a letter', [{ start: 0.5, end: 2, isBold: false }]],
  ['backwards', [{ start: 3, end: 2, isBold: false }]],
  ['with nothing of their own', [{ start: 0, end: 2, onclick: 'alert(1)' }]],
  ['with a link that runs script', [{ start: 0, end: 2, link: 'javascript:alert(1)' }]],
  ['with a style that does more', [{ start: 0, end: 2, color: 'red;background:url(//x)', font: 'x', sizePx: 900 }]],
])('runs %s are not read', (_, runs) => {
  expect(runsOf(runs)).toBeUndefined()
})

test('of overlapping runs the first wins', () => {
  const first = { start: 0, end: 4, isItalic: true }
  expect(runsOf([first, { start: 2, end: 6, isBold: false }])).toEqual([first])
})
