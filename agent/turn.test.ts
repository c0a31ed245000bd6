import { expect, test } from 'vitest'

import { chooseWording, endsAsQuestion, trimTurn } from './turn.ts'

const line = (text: string) => ({ text, cite: [] })

test('keeps a turn within 45 words and one question', () => {
  const long = line(Array.from({ length: 30 }, () => 'word').join(' '))
  const turn = trimTurn([long, line('Is this one?'), line(`${long.text} more`), line('Is this two?'), line('End.')], {})
  expect(turn.map((each) => each.text)).toEqual([long.text, 'Is this one?', 'End.'])
})

test('drops a sentence that was already said twice', () => {
  expect(trimTurn([line('Again.'), line('New.')], { 'Again.': 2 })).toEqual([line('New.')])
})

/** What is said if a sentence is asked for `times` times. */
function hearRepeatedly(texts: readonly string[], leadIns: readonly string[], times: number): readonly string[] {
  const said: Record<string, number> = {}
  return Array.from({ length: times }, () => {
    const wording = chooseWording(said, texts, leadIns)
    said[wording] = (said[wording] ?? 0) + 1
    return wording
  })
}

test('says each text twice, then with a lead-in', () => {
  const introduced = ['Again: a', 'Once more: b', 'Once more: a', 'Again: b']
  expect(hearRepeatedly(['a', 'b'], ['Again:', 'Once more:'], 12)).toEqual([
    'a',
    'b',
    'a',
    'b',
    ...introduced,
    ...introduced,
  ])
})

test('adds a number only after every text was said twice with every lead-in', () => {
  expect(hearRepeatedly(['Which one?'], ['Again:'], 6).slice(4)).toEqual(['Which one? (2)', 'Which one? (3)'])
  expect(endsAsQuestion('Which one? (2)')).toBe(true)
})

test('says no sentence more than twice, however long a conversation goes on', () => {
  for (const texts of [['a'], ['a', 'b'], ['a', 'b', 'c', 'd']]) {
    const counts = Map.groupBy(hearRepeatedly(texts, ['Again:', 'Once more:', 'As before:'], 100), (text) => text)
    expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThanOrEqual(2)
  }
})

test('says nothing without a text', () => {
  expect(chooseWording({}, [], ['Again:'])).toBe('')
})
