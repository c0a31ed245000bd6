import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { guessRemark } from './remark-model.ts'

test.each([
  ['would a quick meeting be doable on the 9th', 'book'],
  ['could one of you talk our warehouse people through it next thursday', 'book'],
  ['plz let me speak with a real one', 'human'],
  ['ouch, quite steep for just two people', 'price'],
  ['we are quite happy with our present supplier', 'competitor'],
  ['our mayor has to agree first', 'authority'],
  ['mail me the leaflet', 'send'],
  ['many thanks for that', 'thanks'],
  ['you keep avoiding what i ask, useless thing', 'insult'],
  ['do guests get a call when their table is ready', 'question'],
  ['can the foreman schedule a visit from his phone', 'question'],
  ['what happens to my bookings when the plan ends', 'question'],
])('classifies “%s” as %s', (said, label) => {
  expect(guessRemark(said).label).toBe(label)
})

test('decides in well under a millisecond, whatever the text', () => {
  const texts = ['book me in for tuesday', 'x'.repeat(100_000), 'how much '.repeat(10_000), '🙂'.repeat(5_000), '']
  for (const text of texts) guessRemark(text)
  const rounds = 200
  const taken = cpuMs(() => {
    for (let round = 0; round < rounds; round += 1) guessRemark(texts[round % texts.length] ?? '')
  })
  expect(taken / rounds).toBeLessThan(5)
})

test('recognises nothing in a script that it doesn’t know', () => {
  expect(guessRemark('これはいくらですか')).toEqual({ label: 'question', probability: 0 })
  expect(guessRemark('Сколько это стоит?')).toEqual({ label: 'question', probability: 0 })
})
