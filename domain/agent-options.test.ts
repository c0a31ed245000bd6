import { expect, test } from 'vitest'

import { personalities, voiceOptions } from './agent-options.ts'

test('an agent has one of four voices, each with a provider’s voice id', () => {
  expect(voiceOptions.map(({ label }) => label)).toEqual([
    'Male Professional',
    'Female Professional',
    'Female Friendly',
    'Male Casual',
  ])
  expect(new Set(voiceOptions.map(({ value }) => value)).size).toBe(4)
  expect(new Set(voiceOptions.map(({ providerVoiceId }) => providerVoiceId)).size).toBe(4)
})

test('an agent has one of four personalities', () => {
  expect(personalities.map(({ value, label }) => [value, label])).toEqual([
    ['professional', 'Professional & Direct'],
    ['friendly', 'Friendly & Approachable'],
    ['consultative', 'Consultative & Strategic'],
    ['enthusiastic', 'Enthusiastic & Energetic'],
  ])
})
