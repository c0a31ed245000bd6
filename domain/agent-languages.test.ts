import { expect, test } from 'vitest'

import { matchLanguage, toAgentLanguage } from './agent-languages.ts'

test("talks in the first of the browser's languages that the agent has", () => {
  expect(matchLanguage(['it-IT', 'de-CH', 'en-GB'], ['en', 'de', 'fr'])).toBe('de')
  expect(matchLanguage(['fr'], ['en', 'fr'])).toBe('fr')
})

test("falls back to the agent's own language", () => {
  expect(matchLanguage(['ja-JP'], ['de', 'en'])).toBe('de')
  expect(matchLanguage([], ['es'])).toBe('es')
  expect(matchLanguage(['de'], [])).toBe('en')
})

test('reads tags with regions, and unknown languages as English', () => {
  expect(toAgentLanguage('es-419')).toBe('es')
  expect(toAgentLanguage('sv-SE')).toBe('en')
})
