import { expect, test } from 'vitest'

import { isFaithful } from './faithful.ts'

const source =
  'Schedule an export. Exports run every night at 02:00 UTC. They are kept for 90 days. The team plan is $29 a month.'

test.each([
  ['de', 'Exporte werden 90 Tage aufbewahrt.'],
  ['de', 'Der Team-Tarif kostet 29 Dollar im Monat.'],
  ['fr', 'Les exports sont conservés pendant 90 jours.'],
  ['es', 'Las exportaciones se guardan durante 90 días.'],
] as const)('may say in %s: “%s”', (language, text) => {
  expect(isFaithful(text, source, language)).toBe(true)
})

test.each([
  ['de', 'Exporte werden 60 Tage aufbewahrt.'],
  ['de', 'Exporte werden 90 Monate aufbewahrt.'],
  ['de', 'Der Team-Tarif kostet 29 Euro im Monat.'],
  ['de', 'Exporte werden nie länger als 90 Tage aufbewahrt.'],
  ['de', 'Exporte sind kostenlos und werden 90 Tage aufbewahrt.'],
  ['de', 'Ich habe den Export für Sie gestartet.'],
  ['de', 'Exporte gehen auch an AWS.'],
  ['fr', 'Les exports sont conservés pendant 90 semaines.'],
  ['fr', 'Nous garantissons que les exports sont conservés pendant 90 jours.'],
  ['fr', 'Les exports sont conservés par Amazon pendant 90 jours.'],
  ['es', 'Las exportaciones se guardan durante tres meses.'],
  ['es', 'The exports are kept for 90 days in our archive.'],
] as const)('may not say in %s: “%s”', (language, text) => {
  expect(isFaithful(text, source, language)).toBe(false)
})
