import { expect, test } from 'vitest'

import { boundNotes, boundPairs, boundText } from './bound-notes.ts'

const stepOf = (at: number) => ({ id: `${at}`, title: `${at}`, description: 'x'.repeat(60), cards: ['y'] })

test('keeps the first steps’ notes and every title of a very long demo', () => {
  const steps = Array.from({ length: 4 }, (_, at) => stepOf(at))
  const bounded = boundNotes(steps, 125)
  expect(bounded.slice(0, 2)).toEqual(steps.slice(0, 2))
  expect(bounded[2]).toEqual({ id: '2', title: '2', description: null, cards: [] })
  expect(bounded.map(({ title }) => title)).toEqual(['0', '1', '2', '3'])
})

test('counts a step’s questions towards the limit on notes', () => {
  const steps = [stepOf(0), { ...stepOf(1), questions: ['z'.repeat(100)] }]
  expect(boundNotes(steps, 125)).toEqual([stepOf(0), { id: '1', title: '1', description: null, cards: [] }])
})

test('counts short sentences and lines at a minimum length, because each one is searched', () => {
  const steps = ['No. Yes. Maybe. ', 'no\nyes\nmaybe\n', '1.5, 2.5, 3.5, 4.5', 'more'].map((description, at) => ({
    ...stepOf(at),
    description,
    cards: [],
  }))
  expect(boundNotes(steps, 500).map(({ description }) => description !== null)).toEqual([true, true, true, false])
  expect(boundNotes(steps, 470).map(({ description }) => description !== null)).toEqual([true, false, false, false])
})

test('drops later cards and questions of a step with more than 40,000 characters', () => {
  const step = { title: 'Prices', description: 'x'.repeat(20_000), questions: ['Why?'] }
  const card = '€1'.repeat(2_500)
  const fitting = { ...step, cards: [card, card, card] }
  expect(boundNotes([fitting])).toEqual([fitting])
  const [bounded] = boundNotes([{ ...step, cards: Array.from({ length: 90 }, () => card) }])
  expect(bounded).toEqual({ ...step, cards: [card, card, card, card], questions: [] })
})

test('drops later titles too, once the titles alone exceed the limit', () => {
  const steps = Array.from({ length: 4 }, (_, at) => ({ ...stepOf(at), title: 't'.repeat(60), description: null }))
  expect(boundNotes(steps, 125).map(({ title }) => title?.length)).toEqual([60, 60, undefined, undefined])
})

test('keeps twenty wordings per question until all of them exceed the limit', () => {
  const pair = { question: 'Why?', variants: Array.from({ length: 1_000 }, () => 'abc') }
  expect(boundPairs([pair, pair, pair], 130).map(({ variants }) => variants.length)).toEqual([20, 20, 0])
})

test('keeps the first sentences of a script', () => {
  expect(boundText('One. Two.\nThree! Four', 3)).toBe('One. Two.\n')
  expect(boundText('One. Two. Three! Four', 4)).toBe('One. Two. Three! Four')
  expect(boundText(null)).toBeNull()
})
