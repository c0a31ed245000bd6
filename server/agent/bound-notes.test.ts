import { expect, test } from 'vitest'

import { boundNotes } from './bound-notes.ts'

test('an agent knows the notes of the first steps of an endless demo, and the titles of all', () => {
  const steps = Array.from({ length: 4 }, (_, at) => ({ title: `${at}`, description: 'x'.repeat(60), cards: ['y'] }))
  const bounded = boundNotes(steps, 125)
  expect(bounded.slice(0, 2)).toEqual(steps.slice(0, 2))
  expect(bounded[2]).toEqual({ title: '2', description: null, cards: [] })
  expect(bounded.map(({ title }) => title)).toEqual(['0', '1', '2', '3'])
})
