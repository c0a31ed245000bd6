import { expect, test } from 'vitest'

import { voiceIdOf } from './workspace-speech.ts'

function speechOf(provider: 'deepgram' | 'command' | 'elevenlabs', voices = {}) {
  const endpoint = { provider, url: '', apiKey: null, model: '', price: 0, mayCallPrivateAddresses: false, command: [] }
  return { endpoint, voices }
}

test.each([
  ['deepgram', 'en', 'male_professional', 'aura-2-zeus-en'],
  ['deepgram', 'de', 'male_professional', 'aura-2-julius-de'],
  ['deepgram', 'fr', 'female_friendly', 'aura-2-agathe-fr'],
  ['command', 'en', 'male_professional', 'en-us+m3'],
  ['command', 'es', 'male_professional', 'es+m3'],
  ['elevenlabs', 'de', 'male_professional', 'nPczCjzI2devNBz1zQrb'],
] as const)('%s speaks %s with a voice of that language', (provider, language, voice, id) => {
  expect(voiceIdOf(speechOf(provider), voice, language)).toBe(id)
})

test('a voice that the workspace chose for the language stays', () => {
  const own = speechOf('deepgram', { male_professional: 'aura-2-fabian-de' })
  expect(voiceIdOf(own, 'male_professional', 'de')).toBe('aura-2-fabian-de')
  expect(voiceIdOf(own, 'male_professional', 'fr')).toBe('aura-2-hector-fr')
})
