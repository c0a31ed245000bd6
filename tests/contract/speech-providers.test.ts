import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { defaultVoice } from '#domain/agent-options.ts'
import { speechProviders } from '#domain/speech-providers.ts'
import { speakOverHttp } from '#server/speech/http-speech.ts'
import type { SpeechEndpoint, SpeechRequest } from '#server/speech/speech-port.ts'
import { tone } from '#server/speech/testing/tone.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'

/* Each provider's speech protocol with its failures, against a server on loopback. */

describe.each(speechProviders)('$label', ({ value: provider, model }) => {
  let fake: FakeSpeech
  beforeAll(async () => {
    fake = await startFakeSpeech(provider)
  })
  afterAll(() => fake.close())

  const voice = defaultVoice.providerVoices[provider]

  async function speak(changes: Partial<SpeechEndpoint> = {}, request: Partial<SpeechRequest> = {}): Promise<Buffer> {
    const endpoint: SpeechEndpoint = {
      provider,
      url: fake.url,
      apiKey: 'a-key',
      model,
      price: 15,
      mayCallPrivateAddresses: true,
      command: [],
      ...changes,
    }
    const parts: Uint8Array[] = []
    const { signal } = new AbortController()
    for await (const part of speakOverHttp(endpoint, { text: 'Good morning.', voice, speed: 1, ...request }, signal)) {
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  test('streams the sound of a text', async () => {
    fake.sound = { ms: 400 }
    expect((await speak()).equals(tone(400, 24_000))).toBe(true)
    const { text, headers = {}, path, body } = fake.requests.at(-1) ?? {}
    expect(text).toBe('Good morning.')
    expect(JSON.stringify([path, body])).toContain(voice)
    expect(headers['authorization'] ?? headers['xi-api-key']).toMatch(/^(?:Bearer |Token |)a-key$/)
  })

  test('sends the speed', async () => {
    fake.sound = {}
    await speak({}, { speed: 1.1 })
    const { path = '', body } = fake.requests.at(-1) ?? {}
    expect(path + JSON.stringify(body)).toMatch(/speed"?[:=]1\.1/)
  })

  test.each([
    ['401', { status: 401 }, 'refused', 'The provider refused the key (401): Refused with 401'],
    ['403', { status: 403 }, 'refused', 'The provider refused the key (403): Refused with 403'],
    ['429', { status: 429, headers: { 'retry-after': '7' } }, 'busy', 'too many calls (429)'],
    ['503', { status: 503 }, 'busy', 'an internal problem (503)'],
    ['a stream cut in the middle', { ends: 'cut', ms: 2_000 }, 'broken', 'incomplete'],
    ['JSON with status 200', { format: 'json' }, 'broken', 'sent text instead of sound'],
    ['a page with status 200', { format: 'html' }, 'broken', 'sent text instead of sound'],
    ['MP3', { format: 'mp3' }, 'broken', 'compressed'],
    ['silence', { format: 'silence' }, 'broken', 'no sound'],
    ['an empty answer', { format: 'empty' }, 'broken', 'no sound'],
    ['sound without an end', { format: 'endless' }, 'forbidden', 'too large'],
  ] as const)('says what is wrong with %s', async (_, sound, problem, message) => {
    fake.sound = sound
    await expect(speak()).rejects.toMatchObject({ problem, message: expect.stringContaining(message) })
  })

  test('accepts a WAV file', async () => {
    fake.sound = { format: 'wav', ms: 300 }
    expect((await speak()).equals(tone(300, 24_000))).toBe(true)
  })

  test('reports that the provider doesn’t answer', async () => {
    await expect(speak({ url: 'http://127.0.0.1:9' })).rejects.toMatchObject({ problem: 'unreachable' })
  })

  test('an address on a private network is refused', async () => {
    await expect(speak({ mayCallPrivateAddresses: false })).rejects.toMatchObject({ problem: 'forbidden' })
  })

  test('an abort ends the call at the provider', async () => {
    fake.sound = { ms: 60_000, pace: 1 }
    const before = fake.broken()
    const stop = new AbortController()
    const endpoint = {
      provider,
      url: fake.url,
      apiKey: null,
      model,
      price: 0,
      mayCallPrivateAddresses: true,
      command: [],
    }
    const sound = speakOverHttp(endpoint, { text: 'x'.repeat(400), voice, speed: 1 }, stop.signal)
    await sound.next()
    stop.abort()
    await sound.next().catch(() => undefined)
    await expect.poll(() => fake.broken()).toBe(before + 1)
  })
})
