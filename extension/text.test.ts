import { expect, test } from 'vitest'

import german from './_locales/de/messages.json' with { type: 'json' }
import english from './_locales/en/messages.json' with { type: 'json' }
import spanish from './_locales/es/messages.json' with { type: 'json' }
import french from './_locales/fr/messages.json' with { type: 'json' }
import { countText, text } from './text.ts'

type Messages = Readonly<Record<string, { readonly message: string }>>

const translations: Readonly<Record<string, Messages>> = { de: german, fr: french, es: spanish }

test.each(['de', 'fr', 'es'])('has every text in %s, with the same placeholders', (language) => {
  const translated = translations[language] ?? {}
  expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort())
  for (const [key, { message }] of Object.entries(english)) {
    expect([key, valuesOf(translated[key]?.message ?? '')]).toEqual([key, valuesOf(message)])
  }
})

function valuesOf(message: string): readonly string[] {
  return (message.match(/\$\d/g) ?? []).sort()
}

test('keeps the description within the stores’ limit', () => {
  for (const { appDescription } of [english, german, french, spanish]) {
    expect(appDescription.message.length).toBeLessThanOrEqual(132)
  }
})

test('fills in values and counts', () => {
  expect(text('lastStep', 'Click "Save"')).toBe('Last: Click "Save"')
  expect(countText('stepsOne', 'stepsMany', 1)).toBe('1 step')
  expect(countText('stepsOne', 'stepsMany', 0)).toBe('0 steps')
})
