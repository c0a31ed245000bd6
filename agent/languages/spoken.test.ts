import { expect, test } from 'vitest'

import { toSpokenIn } from './spoken.ts'

test.each([
  [
    'de',
    'Solo kostet 19 €/Monat, ab 14:30 Uhr z. B. mit 20 % mehr.',
    'Solo kostet 19 Euro pro Monat, ab 14 Uhr 30 zum Beispiel mit 20 Prozent mehr.',
  ],
  ['de', 'Mehr auf www.werkplan.de/preise.', 'Mehr auf werkplan Punkt de.'],
  ['fr', 'Bistrot coûte 49 € / mois, de 9 h à 14h30.', 'Bistrot coûte 49 euros par mois, de 9 heures à 14 heures 30.'],
  [
    'es',
    'Cuesta 25 €/mes, a las 14:30, con un 10 % menos.',
    'Cuesta 25 euros al mes, a las 14 y 30, con un 10 por ciento menos.',
  ],
  ['en', 'It costs $29.', 'It costs 29 dollars.'],
] as const)('says in %s what “%s” writes in signs', (language, caption, said) => {
  expect(toSpokenIn(language, caption)).toBe(said)
})

test('the author’s pronunciations count in every language', () => {
  expect(toSpokenIn('de', 'Willkommen bei Werkplan.', [{ word: 'Werkplan', say: 'Wehrk-plahn' }])).toBe(
    'Willkommen bei Wehrk-plahn.',
  )
})
