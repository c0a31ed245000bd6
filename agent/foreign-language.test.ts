import { expect, test } from 'vitest'

import { findForeignLanguage } from './foreign-language.ts'

test.each(['price per seat', 'seats as well', 'charges per user', 'pour over coffee', 'New York as well', 'Acme GmbH'])(
  'recognises “%s” as English',
  (text) => {
    expect(findForeignLanguage(text)).toBeNull()
  },
)

test.each([
  ['Wie lange dauert der Versand nach New York?', 'de'],
  ['Quanto costa per utente?', 'it'],
  ['¿Cuánto cuesta?', 'es'],
  ['Combien ça coûte pour dix personnes ?', 'fr'],
  ['Quanto custa por mês?', 'pt'],
  ['いくらですか', 'other'],
])('recognises “%s” as %s', (text, language) => {
  expect(findForeignLanguage(text)).toBe(language)
})
