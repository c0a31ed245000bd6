import { expect, test } from 'vitest'

import { chooseVoice } from './choose-voice.ts'

const voice = (name: string, lang: string) => ({ name, lang, localService: true, default: false })
const male = { value: 'm', label: 'Male', gender: 'male', pitch: 1, rate: 1, lang: 'en' } as const

test('speaks the right language, whatever the browser’s default voice is', () => {
  expect(
    chooseVoice([voice('Afrikaans', 'af'), voice('Deutsch', 'de-DE'), voice('English', 'en_GB')], male)?.name,
  ).toBe('English')
})

test('comes near the gender by the names systems give', () => {
  const voices = [voice('Samantha', 'en-US'), voice('Daniel', 'en-GB'), voice('Thomas', 'fr-FR')]
  expect(chooseVoice(voices, male)?.name).toBe('Daniel')
  expect(chooseVoice(voices, { ...male, gender: 'female' })?.name).toBe('Samantha')
})

test('would rather have none than a voice of another language', () => {
  expect(chooseVoice([voice('Afrikaans', 'af')], male)).toBeNull()
  expect(chooseVoice([], male)).toBeNull()
})
