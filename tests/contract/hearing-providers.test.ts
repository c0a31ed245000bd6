import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { ServerEventBody } from '#protocol/agent-events.ts'
import type { HearingLimits } from '#server/hearing/hearing-limits.ts'
import { createHearings } from '#server/hearing/hearings.ts'
import type { Models } from '#server/models/models.ts'
import type { ServerBase } from '#server/services.ts'
import { hearingProviders, type HearingProvider } from '#domain/hearing-providers.ts'
import { startFakeRecogniser, type FakeRecogniser, type Manner } from '#support/fake-hearing/fake-recogniser.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'

/* Speech recognition in conversations, over each provider's protocol on loopback. Time is counted in audio frames. */

type Heard = Extract<ServerEventBody, { t: 'heard' | 'hearing.lost' }>

let fake: FakeRecogniser
let clock = 0

/** Long enough for words to come on a busy machine. */
const patient = { openMs: 30_000, answerMs: 30_000, keepAliveMs: 40 }
const impatient = { ...patient, openMs: 150, answerMs: 150 }

/** Speech recognition by the fake provider, with the microphone of one talk. */
function open(provider: HearingProvider, limits: Partial<HearingLimits> = {}, deadlines = patient) {
  const hearing = { provider, url: fake.url, apiKey: 'a-key', model: 'a-model', pricePerMinute: 0 }
  const config = { hearing, hasAgentLimits: true, serviceRoleKey: 'a-secret' } as ServerBase['config']
  const base = { config, now: () => clock, log: pino({ level: 'silent' }) } as unknown as ServerBase
  const hearings = createHearings(base, {} as Models, { limits, deadlines })
  const visit = (address = '203.0.113.7') => {
    const events: Heard[] = []
    const waiting = new Set<() => void>()
    const place = { ...hearing, mayCallPrivateAddresses: true, account: fake.url }
    const talk = hearings.open(place, {
      workspaceId: 'w',
      agentId: null,
      conversationId: 'c',
      address,
      lang: 'en-GB',
      onSound: () => undefined,
      onDiscard: () => undefined,
      emit: (event) => {
        events.push(event)
        for (const wake of waiting) wake()
      },
    })
    const play = (frame: Buffer, ms: number): void => {
      for (let at = 0; at < ms; at += 20) {
        clock += 20
        talk.hear(frame)
      }
    }
    const until = async (matches: (event: Heard) => boolean): Promise<Heard> => {
      for (;;) {
        const found = events.find(matches)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    }
    return {
      talk,
      events,
      until,
      speak: (ms: number) => play(voiceFrame(), ms),
      rest: (ms: number) => play(silenceFrame(), ms),
    }
  }
  return { hearings, visit }
}

const isLost = (event: Heard): boolean => event.t === 'hearing.lost'
const isFinal = (event: Heard): boolean => event.t === 'heard' && event.isFinal

beforeEach(() => {
  clock = 1_000_000
})
afterEach(() => fake.close())

describe.each(hearingProviders.map(({ value }) => value))('%s', (provider) => {
  beforeEach(async () => {
    fake = await startFakeRecogniser(provider)
  })

  test('hears words while they are spoken and the whole at the end of the sound', async () => {
    const { talk, speak, rest, until, events } = open(provider).visit()
    talk.setListening(true)
    speak(2_500)
    rest(400)
    const whole = await until(isFinal)
    expect(whole).toMatchObject({ text: 'how much does it cost' })
    expect(events[0]).toMatchObject({ t: 'heard', text: 'how', isFinal: false })
    expect(fake.connections).toHaveLength(1)
    expect(fake.connections[0]).toMatchObject({ key: 'a-key', flushes: 1 })
    expect(fake.connections[0]?.audioMs).toBeGreaterThan(2_700)
    expect(fake.unknown).toEqual([])
    talk.stop()
  })

  test('words after a turn was taken belong to the next', async () => {
    const { talk, speak, rest, until, events } = open(provider).visit()
    talk.setListening(true)
    speak(1_000)
    await until((event) => event.t === 'heard' && event.text === 'how much')
    talk.take()
    const before = events.length
    speak(1_500)
    rest(400)
    await until((event) => isFinal(event) && events.indexOf(event) >= before)
    expect(events.slice(before).every((event) => event.t === 'heard' && !event.text.includes('how much'))).toBe(true)
    talk.stop()
  })

  test.each<[string, Manner]>([
    ['a refused key', { status: 401 }],
    ['a rate limit', { status: 429 }],
    ['a provider with a problem', { status: 503 }],
    ['a handshake that hangs', 'hangs'],
    ['a first word that doesn’t come', 'silent'],
    ['a connection cut in the middle', 'cut'],
    ['its own documented failure', 'failure'],
    ['a proxy’s page', 'html'],
    ['bytes that are no message', 'binary'],
  ])('says so in the same turn after %s', async (_, manner) => {
    fake.manner = manner
    const { talk, speak, rest, until, events } = open(provider, {}, impatient).visit()
    talk.setListening(true)
    speak(1_500)
    rest(400)
    await until(isLost)
    expect(events.filter(isLost)).toHaveLength(1)
    talk.stop()
  })

  test('keeps the words so far when the connection is cut', async () => {
    fake.manner = 'cut'
    const { talk, speak, until, events } = open(provider).visit()
    talk.setListening(true)
    speak(1_500)
    await until(isLost)
    expect(events.at(-2)).toMatchObject({ t: 'heard', text: 'how much', isFinal: true })
    talk.stop()
  })
})

describe('any provider', () => {
  beforeEach(async () => {
    fake = await startFakeRecogniser('deepgram')
  })

  test('recognises speech again, in the same conversation, once the provider recovers', async () => {
    fake.manner = { status: 503 }
    const { talk, speak, rest, until, events } = open('deepgram').visit()
    talk.setListening(true)
    await until(isLost)
    fake.manner = 'well'
    rest(11_000)
    speak(1_000)
    rest(400)
    await until(isFinal)
    expect(events.filter(isLost)).toHaveLength(1)
    talk.stop()
  })

  test('a provider that failed three times gets a minute to recover', async () => {
    fake.manner = { status: 503 }
    const { visit } = open('deepgram')
    for (let index = 0; index < 3; index += 1) {
      const { talk, until } = visit()
      talk.setListening(true)
      await until(isLost)
    }
    fake.manner = 'well'
    const refused = visit()
    refused.talk.setListening(true)
    await refused.until(isLost)
    expect(fake.connections).toHaveLength(0)
    clock += 61_000
    const { talk, speak, rest, until } = visit()
    talk.setListening(true)
    speak(1_000)
    rest(400)
    await until(isFinal)
    talk.stop()
  })

  test('an idle connection that the provider closes is opened again by speech', async () => {
    fake.manner = 'idle'
    const { talk, speak, rest, until, events } = open('deepgram').visit()
    talk.setListening(true)
    await expect.poll(() => fake.connections.length).toBe(1)
    await expect.poll(() => fake.open()).toBe(0)
    fake.manner = 'well'
    speak(1_000)
    rest(400)
    await until(isFinal)
    expect(events.some(isLost)).toBe(false)
    expect(fake.connections).toHaveLength(2)
    talk.stop()
  })

  test('drops frames of another size or kind, and audio faster than real time', async () => {
    const { talk, until, rest } = open('deepgram').visit()
    talk.setListening(true)
    for (const wrong of [
      Buffer.alloc(0),
      Buffer.alloc(640),
      Buffer.alloc(64_000),
      Buffer.from([2, ...voiceFrame().subarray(1)]),
    ]) {
      talk.hear(wrong)
    }
    // Sends a minute of audio at once, of which two seconds are accepted.
    for (let index = 0; index < 3_000; index += 1) talk.hear(voiceFrame())
    rest(400)
    await until(isFinal)
    expect(fake.connections[0]?.audioMs).toBeLessThanOrEqual(2_400)
    talk.stop()
  })

  test('sends nothing while the microphone is closed', async () => {
    const { talk, speak, until, rest } = open('deepgram').visit()
    talk.setListening(true)
    speak(1_000)
    await until((event) => event.t === 'heard')
    talk.setListening(false)
    await until(isFinal)
    const before = fake.connections[0]?.audioMs
    speak(2_000)
    rest(500)
    talk.setListening(true)
    speak(500)
    await expect.poll(() => fake.connections[0]?.audioMs).toBe((before ?? 0) + 500)
    talk.stop()
  })

  test('stops after half a minute of sound without a pause', async () => {
    const { talk, speak, until } = open('deepgram').visit()
    talk.setListening(true)
    speak(40_000)
    await until(isFinal)
    expect(fake.connections[0]?.audioMs).toBeLessThanOrEqual(30_200)
    talk.stop()
  })

  test('a network that used up its share gets the reason, and others are recognised', async () => {
    const { visit } = open('deepgram', { networkSeconds: 3 })
    const greedy = visit('198.51.100.1')
    greedy.talk.setListening(true)
    greedy.speak(1_000)
    await greedy.until((event) => event.t === 'heard')
    greedy.speak(4_000)
    await greedy.until(isLost)
    const other = visit('203.0.113.9')
    other.talk.setListening(true)
    other.speak(1_000)
    other.rest(400)
    await other.until(isFinal)
    expect(other.events.some(isLost)).toBe(false)
    other.talk.stop()
  })

  test('a network can’t take every connection', async () => {
    const { hearings, visit } = open('deepgram', { linesPerNetwork: 2 })
    const talks = [visit(), visit(), visit()]
    for (const { talk } of talks) talk.setListening(true)
    await talks[2]?.until(isLost)
    expect(hearings.figures().open).toBe(2)
    const other = visit('203.0.113.200')
    other.talk.setListening(true)
    other.speak(600)
    await other.until((event) => event.t === 'heard')
    for (const { talk } of [...talks, other]) talk.stop()
    expect(hearings.figures().open).toBe(0)
    await expect.poll(() => fake.open()).toBe(0)
  })

  test('a network that connects again and again gets the reason, and others are recognised', async () => {
    const { visit } = open('deepgram', { opensPerNetwork: 5 })
    const restless = visit('198.51.100.1')
    for (let count = 0; count < 20; count += 1) {
      const before = fake.connections.length + restless.events.length
      restless.talk.setListening(true)
      await expect.poll(() => fake.connections.length + restless.events.length).toBeGreaterThan(before)
      restless.talk.rest()
    }
    expect(fake.connections).toHaveLength(5)
    const other = visit('203.0.113.9')
    other.talk.setListening(true)
    other.speak(1_000)
    await other.until((event) => event.t === 'heard')
    expect(other.events.some(isLost)).toBe(false)
    for (const { talk } of [restless, other]) talk.stop()
  })

  test('a microphone that runs ahead of a slow connection doesn’t close the provider off', async () => {
    fake.manner = 'hangs'
    const { visit } = open('deepgram', { aheadMs: 60_000 })
    const fast = visit('198.51.100.1')
    for (let count = 0; count < 3; count += 1) {
      const lost = fast.events.length
      fast.talk.setListening(true)
      await Promise.resolve()
      fast.speak(5_000)
      expect(fast.events.length).toBe(lost)
      fast.talk.rest()
    }
    fake.manner = 'well'
    const other = visit('203.0.113.9')
    other.talk.setListening(true)
    other.speak(1_000)
    await other.until((event) => event.t === 'heard')
    expect(other.events.some(isLost)).toBe(false)
    for (const { talk } of [fast, other]) talk.stop()
  })

  test('limits the audio of a conversation', async () => {
    const { talk, speak, until, events } = open('deepgram', { talkMs: 2_000 }).visit()
    talk.setListening(true)
    speak(3_000)
    await until(isLost)
    expect(events.filter(isLost)).toHaveLength(1)
    expect(fake.connections[0]?.audioMs ?? 0).toBeLessThanOrEqual(2_000)
  })
})
