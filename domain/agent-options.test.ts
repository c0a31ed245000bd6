import { expect, test } from 'vitest'

import { personalities, voiceOptions } from './agent-options.ts'
import { speechProviders } from './speech-providers.ts'

test('an agent has one of four voices, each with a provider’s voice id', () => {
  expect(voiceOptions.map(({ label }) => label)).toEqual([
    'Male Professional',
    'Female Professional',
    'Female Friendly',
    'Male Casual',
  ])
  expect(new Set(voiceOptions.map(({ value }) => value)).size).toBe(4)
  for (const provider of [...speechProviders.map(({ value }) => value), 'command' as const]) {
    expect(new Set(voiceOptions.map(({ providerVoices }) => providerVoices[provider])).size).toBe(4)
  }
})

test('an agent has one of four personalities', () => {
  expect(personalities.map(({ value, label }) => [value, label])).toEqual([
    ['professional', 'Professional & Direct'],
    ['friendly', 'Friendly & Approachable'],
    ['consultative', 'Consultative & Strategic'],
    ['enthusiastic', 'Enthusiastic & Energetic'],
  ])
})
