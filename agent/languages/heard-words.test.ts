import { expect, test } from 'vitest'

import { heardInFrench } from './french-heard.ts'
import { heardInGerman } from './german-heard.ts'
import { tellsInEnglish, toEnglish } from './heard-words.ts'
import { heardInSpanish } from './spanish-heard.ts'

test.each([
  ['de', 'Alles klar, weiter', 'continue'],
  ['de', 'Das muss ich mit meinem Chef besprechen', 'I have to ask my boss'],
  ['de', 'Können wir uns am Dienstag um 15 Uhr treffen?', 'book a meeting tuesday at 15:00'],
  ['de', 'Am Donnerstag nach 14 Uhr', 'thursday after 14:00'],
  ['de', 'der zweite', 'the second'],
  ['de', 'Schritt 4', 'go to step 4'],
  ['fr', 'Rappelez-moi demain à 15h30', 'talk to a person tomorrow at 15:30'],
  ['fr', 'un autre créneau', 'other times'],
  ['es', 'sí, por supuesto', 'yes please'],
  ['es', 'el jueves a las 4 de la tarde', 'thursday at 4 pm'],
  ['de', 'Mein Name ist Anna Berger', 'my name is Anna Berger'],
  ['de', 'anna punkt berger at firma punkt de', 'anna.berger@firma.de'],
] as const)('understands in %s: “%s”', (language, text, english) => {
  expect(toEnglish(text, language)).toBe(english)
})

test.each([
  ['de', 'Können Kunden online Termine buchen?'],
  ['de', 'Kann man einen Termin absagen?'],
  ['de', 'wie geht das mit der Unterschrift'],
  ['de', 'Wird die Rechnung am Montag verschickt?'],
  ['fr', 'Les clients peuvent-ils prendre rendez-vous en ligne ?'],
  ['fr', 'Peut-on annuler une réservation ?'],
  ['es', '¿Los clientes pueden reservar una cita?'],
  ['es', 'es más barato si pago todo el año'],
] as const)('leaves to the notes in %s: “%s”', (language, text) => {
  expect(toEnglish(text, language)).toBeNull()
})

test.each([
  ['de', heardInGerman],
  ['fr', heardInFrench],
  ['es', heardInSpanish],
] as const)('the longest hostile texts of its own words don’t hang in %s', (language, { remarks }) => {
  const words = new Set(remarks.flatMap(([{ source }]) => source.match(/[a-z]{2,}(?: [a-z]+)*/g) ?? []))
  for (const word of words) {
    for (const text of [word.repeat(500), `${word} `.repeat(500)]) {
      const hostile = `${text.slice(0, 498)} §x`
      toEnglish(hostile, language)
      tellsInEnglish(hostile, language)
    }
  }
  expect(words.size).toBeGreaterThan(100)
})
