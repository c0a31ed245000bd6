import { expect, test } from 'vitest'

import { ModelLines } from './model-lines.ts'

function read(text: string, size = text.length) {
  const lines = new ModelLines()
  const found = []
  for (let at = 0; at < text.length; at += size) found.push(...lines.feed(text.slice(at, at + size)))
  return [...found, ...lines.end()]
}

test.each([
  ['a line each', '[k1] Exports run nightly.\n[k2] They are kept for 90 days.'],
  ['one line', '[k1] Exports run nightly. [k2] They are kept for 90 days.'],
  ['citations at the end', 'Exports run nightly. [k1]\nThey are kept for 90 days [k2].'],
  ['Markdown', '- **[k1]** Exports run *nightly*.\n- **[k2]** They are **kept** for `90 days`.'],
  ['Windows line ends', '[k1] Exports run nightly.\r\n[k2] They are kept for 90 days.\r\n'],
  [
    'thoughts first',
    '<think>The notes say [k9] x.\nSo:</think>[k1] Exports run nightly.\n[k2] They are kept for 90 days.',
  ],
])('reads %s', (_, text) => {
  const wanted = [
    { text: 'Exports run nightly.', names: ['k1'] },
    { text: 'They are kept for 90 days.', names: ['k2'] },
  ]
  expect(read(text)).toEqual(wanted)
  for (const size of [1, 2, 3, 7]) expect(read(text, size)).toEqual(wanted)
})

test('reads several citations of one sentence', () => {
  expect(read('[k1, k2][k3] They are kept.')).toEqual([{ text: 'They are kept.', names: ['k1', 'k2', 'k3'] }])
})

test('yields a sentence as soon as its line ends', () => {
  const lines = new ModelLines()
  expect(lines.feed('[k1] Exports run')).toEqual([])
  expect(lines.feed(' nightly.\n[k2] They')).toHaveLength(1)
})

test('hides a model’s thoughts that never end', () => {
  expect(read('<think>[k1] Exports are free.\n[k1] All of them.\n')).toEqual([])
})

test('recognises the mark for “not in the notes”', () => {
  const lines = new ModelLines()
  lines.feed('[?]\n')
  expect(lines.saysUnknown).toBe(true)
})

test('returns no citation for a sentence without one', () => {
  expect(read('Everything is free.')).toEqual([{ text: 'Everything is free.', names: [] }])
})

test('stops reading after 4,000 characters', () => {
  const lines = new ModelLines()
  let read = 0
  for (let line = 0; line < 1_000; line += 1) read += lines.feed(`[k1] Exports run every night, at ${line}.\n`).length
  expect(read).toBeLessThan(140)
})
