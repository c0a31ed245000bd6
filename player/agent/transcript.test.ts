import { expect, test } from 'vitest'

import { bubblesOf, cutTurn, hasOpenOffers, writeEntry, writeLine, writeOffers, type SpokenLine } from './transcript.ts'

const line = (text: string, ...steps: number[]): SpokenLine => ({ text, steps, sources: [] })
const prices = { kind: 'document', title: 'Prices.pdf', place: 'p. 3', url: null } as const

test("starts a new bubble after a turn's sources", () => {
  const bubbles = bubblesOf([line('Yes.', 3), line('All fees are in.', 3), line('Shall I'), line('go on?')])
  expect(bubbles).toEqual([line('Yes. All fees are in.', 3), line('Shall I go on?')])
})

test('shows a greeting without sources in one bubble', () => {
  expect(bubblesOf([line('I am an AI.'), line('What do you ship?')])).toHaveLength(1)
})

test('shows each source once', () => {
  const cited = { ...line('A.', 2), sources: [prices] }
  expect(bubblesOf([cited, { ...cited, text: 'B.' }])).toEqual([{ text: 'A. B.', steps: [2], sources: [prices] }])
})

test('adds offered steps to their turn, before or after its words', () => {
  const offers = [{ stepOrder: 3, stepId: 's3', title: 'Pick a carrier', lines: [] }]
  const before = writeLine(writeOffers([], 'a:1', offers), 'a:1', line('These come closest:'))
  const after = writeOffers(writeLine([], 'a:1', line('These come closest:')), 'a:1', offers)
  expect(before).toEqual(after)
  expect(before).toMatchObject([{ kind: 'agent', offers, lines: [{ text: 'These come closest:' }] }])
})

test('keeps offers open until the visitor writes again', () => {
  const offered = writeOffers([], 'a:1', [{ stepOrder: 3, stepId: 's3', title: 'Pick a carrier', lines: [] }])
  const nudged = writeLine(offered, 'a:2', line('Shall I go on?'))
  expect(hasOpenOffers(nudged)).toBe(true)
  expect(hasOpenOffers(writeEntry(nudged, { key: 'v', kind: 'visitor', text: 'Yes' }))).toBe(false)
})

test('keeps an interrupted turn’s sources, and removes an unheard turn', () => {
  const spoken = writeLine(writeLine([], 'a:1', line('One two.', 2)), 'a:1', line('Three.', 4))
  expect(cutTurn(spoken, 'a:1', 'One')).toMatchObject([{ lines: [{ text: 'One', steps: [2, 4] }] }])
  expect(cutTurn(spoken, 'a:1', '—')).toEqual([])
  expect(cutTurn(spoken, 'a:2', '—')).toEqual(spoken)
})
