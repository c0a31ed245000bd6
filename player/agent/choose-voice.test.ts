import { expect, test } from 'vitest'

import { chooseVoice } from './choose-voice.ts'

const voice = (name: string, lang: string) => ({ name, lang, localService: true, default: false })
const male = { value: 'm', label: 'Male', gender: 'male', pitch: 1, rate: 1, lang: 'en' } as const

test('picks a voice of the right language over the default voice', () => {
  expect(
    chooseVoice([voice('Afrikaans', 'af'), voice('Deutsch', 'de-DE'), voice('English', 'en_GB')], male)?.name,
  ).toBe('English')
})

test('guesses the gender from voice names', () => {
  const voices = [voice('Samantha', 'en-US'), voice('Daniel', 'en-GB'), voice('Thomas', 'fr-FR')]
  expect(chooseVoice(voices, male)?.name).toBe('Daniel')
  expect(chooseVoice(voices, { ...male, gender: 'female' })?.name).toBe('Samantha')
})

test('picks no voice rather than one of another language', () => {
  expect(chooseVoice([voice('Afrikaans', 'af')], male)).toBeNull()
  expect(chooseVoice([], male)).toBeNull()
})
