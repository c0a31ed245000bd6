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
  ['de', 'zeig mir Schritt drei', 'go to step 3'],
  ['de', 'Am Dienstag um halb vier', 'tuesday at 3:30'],
  ['de', 'morgen um viertel nach zehn', 'tomorrow at 10:15'],
  ['de', 'um dreiviertel eins', 'at 12:45'],
  ['de', 'Mittwoch um vierzehn Uhr dreißig', 'wednesday at 14:30'],
  ['de', 'um fünf Uhr', 'at 5:00'],
  ['de', 'um 9 Uhr 5', 'at 9:05'],
  ['de', 'Montag, 7. Dezember um 10 Uhr', 'monday 7 december at 10:00'],
  ['de', 'am 7.12. um 10.30 Uhr', '7 december at 10:30'],
  ['fr', 'lundi 7 décembre à 10h', 'monday 7 december at 10:00'],
  ['fr', 'le 15/12 à 10h', '15 december at 10:00'],
  ['es', 'el martes 8 de diciembre a las 15:00', 'tuesday 8 december at 15:00'],
  ['fr', 'allez à l’étape deux', 'go to step 2'],
  ['fr', 'mardi à trois heures et demie', 'tuesday at 3:30'],
  ['fr', 'demain à quinze heures trente', 'tomorrow at 15:30'],
  ['fr', 'à neuf heures moins le quart', 'at 8:45'],
  ['fr', 'à vingt et une heures', 'at 21:00'],
  ['es', 've al paso tres', 'go to step 3'],
  ['es', 'el martes a las tres y media', 'tuesday at 3:30'],
  ['es', 'mañana a las diez y cuarto', 'tomorrow at 10:15'],
  ['es', 'a las cuatro menos cuarto', 'at 3:45'],
  ['es', 'a la una de la tarde', 'at 1 pm'],
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
] as const)('treats as a question in %s: “%s”', (language, text) => {
  expect(toEnglish(text, language)).toBeNull()
})

test.each([
  ['de', heardInGerman],
  ['fr', heardInFrench],
  ['es', heardInSpanish],
] as const)('reads the longest hostile texts of its own words quickly in %s', (language, { remarks }) => {
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

test.each([
  ['de', 'Wir sind zwölf Leute', 'we are 12 people'],
  ['de', 'Wir sind fünfundzwanzig Mitarbeiter', 'we are 25 people'],
  ['de', 'Wir sind eine kleine Firma', ''],
  ['es', 'Somos quince personas', 'we are 15 people'],
] as const)('extracts the size of a team in %s: “%s”', (language, text, english) => {
  expect(tellsInEnglish(text, language)).toBe(english)
})
