import { expect, test } from 'vitest'

import { bubblesOf, cutTurn, hasOpenOffers, writeEntry, writeLine, writeOffers, type SpokenLine } from './transcript.ts'

const line = (text: string, ...steps: number[]): SpokenLine => ({ text, steps, sources: [] })
const prices = { kind: 'document', title: 'Prices.pdf', place: 'p. 3', url: null } as const

test("text after a turn's sources starts a new bubble", () => {
  const bubbles = bubblesOf([line('Yes.', 3), line('All fees are in.', 3), line('Shall I'), line('go on?')])
  expect(bubbles).toEqual([line('Yes. All fees are in.', 3), line('Shall I go on?')])
})

test('a greeting without sources is one bubble', () => {
  expect(bubblesOf([line('I am an AI.'), line('What do you ship?')])).toHaveLength(1)
})

test('shows each source once', () => {
  const cited = { ...line('A.', 2), sources: [prices] }
  expect(bubblesOf([cited, { ...cited, text: 'B.' }])).toEqual([{ text: 'A. B.', steps: [2], sources: [prices] }])
})

test('offered steps join their turn, before or after its words', () => {
  const offers = [{ stepOrder: 3, stepId: 's3', title: 'Pick a carrier', lines: [] }]
  const before = writeLine(writeOffers([], 'a:1', offers), 'a:1', line('These come closest:'))
  const after = writeOffers(writeLine([], 'a:1', line('These come closest:')), 'a:1', offers)
  expect(before).toEqual(after)
  expect(before).toMatchObject([{ kind: 'agent', offers, lines: [{ text: 'These come closest:' }] }])
})

test('offers stay open until the visitor writes again', () => {
  const offered = writeOffers([], 'a:1', [{ stepOrder: 3, stepId: 's3', title: 'Pick a carrier', lines: [] }])
  const nudged = writeLine(offered, 'a:2', line('Shall I go on?'))
  expect(hasOpenOffers(nudged)).toBe(true)
  expect(hasOpenOffers(writeEntry(nudged, { key: 'v', kind: 'visitor', text: 'Yes' }))).toBe(false)
})

test('an interrupted turn keeps its sources; an unheard one is removed', () => {
  const spoken = writeLine(writeLine([], 'a:1', line('One two.', 2)), 'a:1', line('Three.', 4))
  expect(cutTurn(spoken, 'a:1', 'One')).toMatchObject([{ lines: [{ text: 'One', steps: [2, 4] }] }])
  expect(cutTurn(spoken, 'a:1', '—')).toEqual([])
  expect(cutTurn(spoken, 'a:2', '—')).toEqual(spoken)
})
