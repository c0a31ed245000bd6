import { expect, test } from 'vitest'

import type { KnowledgeItem } from './knowledge.ts'
import { notesOf, readAll } from './price-terms.ts'
import { askAboutPrices as ask } from './testing/price-talk.ts'

/** A step that names this many plans; the first costs least. */
function catalogue(count: number): string {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const names = letters.flatMap((first) => letters.map((second) => `Pl${first}${second}on`))
  return names
    .slice(0, count)
    .map((name, index) => `The ${name} plan costs $${index + 10} a month.`)
    .join(' ')
}

test('names the cheapest of many plans, but quotes a catalogue without comparing its prices', () => {
  expect(ask(catalogue(150), 'whats the cheapest')).toContain('Plaaon is the cheapest.')
  const answer = ask(catalogue(400), 'whats the cheapest')
  expect(answer).not.toContain('is the cheapest')
  expect(ask(catalogue(400), 'how much is the Plceon plan')).toContain('The Plceon plan costs $66 a month.')
})

test('lists the notes of many prices in one pass', () => {
  let reads = 0
  const notes = Array.from({ length: 2_000 }, (_, index): KnowledgeItem => {
    const item = { text: 'It costs $9 a month.', context: '', stepOrder: 1, stepId: 'a', index }
    return Object.defineProperty(item as KnowledgeItem, 'id', {
      get: () => {
        reads += 1
        return `note-${index}`
      },
    })
  })
  const terms = notes.slice(0, 300).flatMap((note) => readAll([note]))
  expect(notesOf([...terms, ...terms], notes)).toHaveLength(2_000)
  expect(reads).toBeLessThan(10_000)
})
