import type { Scenario } from './test-expectations.ts'

export interface StoredTurn {
  readonly number: number
  readonly speaker: 'visitor' | 'agent'
  readonly text: string
  readonly source: string
}

/**
 * A test that repeats a visitor's remarks and expects the conversation's outcome; null without remarks. Addresses and
 * phone numbers are removed, because tests outlive the visitor's data.
 */
export function toScenario(turns: readonly StoredTurn[], outcomes: Readonly<Record<string, number>>): Scenario | null {
  const said = turns
    .filter(({ speaker }) => speaker === 'visitor')
    .toSorted((a, b) => a.number - b.number)
    .map(({ text, source }) => withoutPerson(source === 'button' && isSlotLabel(text) ? 'The first one' : text))
    .filter((text) => text !== '')
    .slice(0, turnsMax)
  const has = (outcome: string): boolean => (outcomes[outcome] ?? 0) > 0
  if (said.length === 0) return null
  const goal = has('booked') ? 'books' : has('human') ? 'hands-over' : has('contact') ? 'leaves-address' : 'answers'
  return { persona: 'From a conversation', turns: said, goal }
}

const turnsMax = 40

/** “Tue 24 Nov, 10:00” will be in the past. */
function isSlotLabel(text: string): boolean {
  return /^\p{L}{2,4}\.? \d{1,2}\.? \p{L}+\.?,? \d{1,2}[:.]\d{2}/u.test(text)
}

function withoutPerson(text: string): string {
  return text
    .replace(/[^\s@<>()]{1,64}@[^\s@<>()]{1,255}/g, 'visitor@example.com')
    .replace(/\+?\(?\d(?:[ ().-]{0,3}\d){7,14}/g, '555 0100 200')
    .trim()
    .slice(0, 500)
}
