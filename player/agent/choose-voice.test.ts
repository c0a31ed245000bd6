import { expect, test } from 'vitest'

import { chooseVoice, genderOf } from './choose-voice.ts'
import { femaleNames, maleNames } from './voice-names.ts'

const voice = (name: string, lang: string) => ({ name, lang, localService: true, default: false })
const male = { gender: 'male', lang: 'en' } as const
const female = { gender: 'female', lang: 'en' } as const

test('picks a voice of the right language over the default voice', () => {
  const voices = [{ ...voice('Afrikaans', 'af'), default: true }, voice('Deutsch', 'de-DE'), voice('English', 'en_GB')]
  expect(chooseVoice(voices, male)?.name).toBe('English')
})

test('picks no voice if none speaks the language', () => {
  expect(chooseVoice([voice('Afrikaans', 'af')], male)).toBeNull()
  expect(chooseVoice([], male)).toBeNull()
})

test.each([
  ['macOS', ['Albert', 'Fred', 'Samantha', 'Daniel', 'Zarvox', 'Grandma'], 'Samantha', 'Daniel'],
  [
    'Edge',
    [
      'Microsoft David - English (United States)',
      'Microsoft Aria Online (Natural) - English (United States)',
      'Microsoft Guy Online (Natural) - English (United States)',
      'Microsoft Zira - English (United States)',
    ],
    'Microsoft Aria Online (Natural) - English (United States)',
    'Microsoft Guy Online (Natural) - English (United States)',
  ],
  [
    'Chrome',
    ['Google US English', 'Google UK English Female', 'Google UK English Male'],
    'Google US English',
    'Google UK English Male',
  ],
  [
    'Android',
    ['en-us-x-sfg#female_1-local', 'en-us-x-iom#male_1-local'],
    'en-us-x-sfg#female_1-local',
    'en-us-x-iom#male_1-local',
  ],
  [
    'espeak',
    ['English (America)+Annie espeak-ng', 'English (America) espeak-ng'],
    'English (America)+Annie espeak-ng',
    'English (America) espeak-ng',
  ],
])('by gender on %s', (_, names, forFemale, forMale) => {
  const voices = names.map((name) => voice(name, 'en-US'))
  expect(chooseVoice(voices, female)?.name).toBe(forFemale)
  expect(chooseVoice(voices, male)?.name).toBe(forMale)
})

test('prefers a better voice, and the region that was asked for', () => {
  const voices = [voice('Ava', 'en-US'), voice('Ava (Premium)', 'en-US'), voice('Serena', 'en-GB')]
  expect(chooseVoice(voices, female)?.name).toBe('Ava (Premium)')
  expect(chooseVoice([voice('Ava', 'en-US'), voice('Serena', 'en-GB')], { ...female, lang: 'en-GB' })?.name).toBe(
    'Serena',
  )
})

test.each([
  ['Anna', 'de-DE', 'female'],
  ['Microsoft Conrad Online (Natural) - German (Germany)', 'de-DE', 'male'],
  ['Amélie', 'fr-CA', 'female'],
  ['Thomas', 'fr-FR', 'male'],
  ['Mónica', 'es-ES', 'female'],
  ['Jorge', 'es-ES', 'male'],
])('knows the gender of %s', (name, _lang, gender) => {
  expect(genderOf(name)).toBe(gender)
})

test('never assigns two genders to a name', () => {
  expect([...femaleNames].filter((name) => maleNames.has(name))).toEqual([])
})
