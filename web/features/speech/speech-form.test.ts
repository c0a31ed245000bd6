import { expect, test } from 'vitest'

import { readSpeechForm } from './speech-form.ts'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('reads dollars as cents, and only the voices that were entered', () => {
  const settings = readSpeechForm(
    formOf({
      provider: 'deepgram',
      price: '30',
      'voice.male_casual': ' aura-2-orion-en ',
      'voice.female_friendly': '',
      monthly_budget_cents: '12.50',
      conversation_characters_max: '4000',
    }),
  )
  expect(settings).toMatchObject({
    is_on: true,
    provider: 'deepgram',
    price: 30,
    voices: { male_casual: 'aura-2-orion-en' },
    monthly_budget_cents: 1_250,
    conversation_characters_max: 4_000,
    daily_budget_cents: null,
  })
})

test('without a provider the server’s or the browser’s voice speaks', () => {
  expect(readSpeechForm(formOf({ provider: '' }))).toMatchObject({ is_on: false })
})

test('says which field isn’t a number', () => {
  expect(readSpeechForm(formOf({ price: 'cheap' }))).toBe('“Price” is not a valid number.')
})
