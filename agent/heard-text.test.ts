import { expect, test } from 'vitest'

import { toHeardText } from './heard-text.ts'

const turn = ['Exports run every night.', 'They are kept for ninety days.', 'Shall I go on?']

test('keeps finished sentences and the heard part of the cut one, minus its last word', () => {
  expect(toHeardText(turn, { index: 1, playedMs: 1_000, segmentMs: 2_000 })).toBe(
    'Exports run every night. They are kept —',
  )
})

test('shows only a dash when nothing was heard', () => {
  expect(toHeardText(turn, { index: 0, playedMs: 0, segmentMs: 2_000 })).toBe('—')
  expect(toHeardText(turn, { index: 0, playedMs: 50, segmentMs: 2_000 })).toBe('—')
})

test('keeps everything when the last sentence was played out', () => {
  expect(toHeardText(turn, { index: 2, playedMs: 900, segmentMs: 900 })).toBe(turn.join(' '))
  expect(toHeardText(turn, { index: 3, playedMs: 0, segmentMs: 0 })).toBe(turn.join(' '))
})

test('marks a cut after a whole sentence', () => {
  expect(toHeardText(turn, { index: 0, playedMs: 3_000, segmentMs: 2_000 })).toBe('Exports run every night. —')
})

test('never claims more words than the share played', () => {
  const words = turn[1]!.split(' ')
  for (let playedMs = 0; playedMs < 2_000; playedMs += 10) {
    const heard = toHeardText([turn[1]!], { index: 0, playedMs, segmentMs: 2_000 })
    const count = heard.replace('—', '').trim().split(' ').filter(Boolean).length
    expect(count).toBeLessThanOrEqual(Math.ceil((playedMs / 2_000) * words.length))
  }
})
