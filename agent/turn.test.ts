import { expect, test } from 'vitest'

import { chooseWording, trimTurn } from './turn.ts'

const line = (text: string) => ({ text, cite: [] })

test('keeps a turn within 45 words and one question', () => {
  const long = line(Array.from({ length: 30 }, () => 'word').join(' '))
  const turn = trimTurn([long, line('Is this one?'), line(`${long.text} more`), line('Is this two?'), line('End.')], {})
  expect(turn.map((each) => each.text)).toEqual([long.text, 'Is this one?', 'End.'])
})

test('drops a sentence that was already said twice', () => {
  expect(trimTurn([line('Again.'), line('New.')], { 'Again.': 2 })).toEqual([line('New.')])
})

test('varies its wording, then counts once the variants run out', () => {
  const said: Record<string, number> = {}
  const heard = Array.from({ length: 6 }, () => {
    const wording = chooseWording(said, ['a', 'b'], (times) => `time ${times}`)
    said[wording] = (said[wording] ?? 0) + 1
    return wording
  })
  expect(heard).toEqual(['a', 'b', 'a', 'b', 'time 5', 'time 6'])
})
