import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { speechProviders } from '#domain/speech-providers.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeSpeech, type FakeSound, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Agents that speak with a provider's voice, over each provider's own protocol on loopback. */

const hearing = { tts: true, audioOut: true } as const

describe.each(speechProviders)('$label', ({ value: provider }) => {
  let fake: FakeSpeech
  let server: AgentServer
  let author: SignedUp
  let demoId: string
  let workspaceId: string
  let speed = 0.8

  beforeAll(async () => {
    fake = await startFakeSpeech(provider)
    const env = { TTS_PROVIDER: provider, TTS_URL: fake.url, TTS_API_KEY: 'a-key', TTS_PRICE: '15' }
    server = await startAgentServer({}, { env })
    author = await server.backend.signUp()
    demoId = await addNotesDemo(author.client)
    const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
    workspaceId = String(data['id'])
  })
  afterAll(async () => {
    await server.close()
    await fake.close()
  })
  beforeEach(async () => {
    fake.sound = {}
    // No clip stored by an earlier test has this speed.
    speed += 0.01
    await author.client
      .from('agents')
      .update({ speed: speed.toFixed(2) })
      .eq('workspace_id', workspaceId)
      .throwOnError()
    // Two minutes are enough for the circuit breaker to close.
    server.backend.passTime(121_000)
  })

  const start = (caps: Parameters<typeof AgentVisitor.start>[3] = hearing) =>
    AgentVisitor.start(server.url, demoId, 'voice', caps)

  test('speaks each sentence in order, and says how long it plays', async () => {
    const visitor = await start()
    const { turn, segs } = await visitor.nextTurn(0)
    expect(segs.map(({ speak }) => speak)).toEqual(segs.map(() => 'stream'))
    for (const { seg } of segs) {
      expect(await visitor.until('seg.end', (event) => event.seg === seg)).toMatchObject({ turn, ms: 600 })
      expect(visitor.soundMs(turn, seg)).toBe(600)
    }
    const order = visitor.sound.map(({ seg }) => seg)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(fake.requests.slice(-segs.length).map(({ text }) => text)).toEqual(segs.map(({ text, say }) => say ?? text))
    visitor.close()
  })

  test('counts the characters and the money', async () => {
    const before = await used()
    const visitor = await start()
    const { segs } = await visitor.nextTurn(0)
    await visitor.until('seg.end', ({ seg }) => seg === segs.length - 1)
    visitor.close()
    await expect
      .poll(used)
      .toMatchObject({ in: before.in + lengthOf(segs), money: before.money + lengthOf(segs) * 1_500 })
  })

  test.each<[string, FakeSound]>([
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['429', { status: 429, headers: { 'retry-after': '30' } }],
    ['500', { status: 500 }],
    ['a first byte after two seconds', { delayMs: 2_000 }],
    ['no answer at all', { delayMs: -1 }],
    ['JSON', { format: 'json' }],
    ['a page', { format: 'html' }],
    ['MP3', { format: 'mp3' }],
    ['silence', { format: 'silence' }],
    ['an empty answer', { format: 'empty' }],
  ])('after %s the browser speaks the same turn', async (_, sound) => {
    fake.sound = sound
    const asked = fake.requests.length
    const visitor = await start()
    const { turn } = await visitor.nextTurn(0)
    expect(await visitor.until('voice.lost')).toMatchObject({ turn, seg: 0 })
    expect(visitor.sound).toEqual([])
    expect(fake.requests.length - asked).toBe(1)
    visitor.close()
  })

  test('the browser speaks an interrupted sentence, without repeating earlier ones', async () => {
    const asked = fake.requests.length
    fake.sound = () => (fake.requests.length - asked === 2 ? { ends: 'cut', ms: 1_000 } : { ms: 300 })
    const visitor = await start()
    const { turn } = await visitor.nextTurn(0)
    visitor.send({ t: 'play.start', turn, seg: 0 })
    visitor.send({ t: 'play.end', turn, seg: 0 })
    visitor.send({ t: 'play.start', turn, seg: 1 })
    expect(await visitor.until('voice.lost')).toMatchObject({ turn, seg: 1 })
    expect(visitor.events.filter((event) => event.t === 'seg.end').map(({ seg }) => seg)).toEqual([0])
    const heard = visitor.sound.length
    // The next turn is spoken again.
    fake.sound = { ms: 300 }
    const from = visitor.events.length
    visitor.say('How long are exports kept?')
    const next = await visitor.nextTurn(from)
    await visitor.until('seg.end', (event) => event.turn === next.turn && event.seg === next.segs.length - 1)
    expect(visitor.sound.slice(heard).every((frame) => frame.turn === next.turn)).toBe(true)
    visitor.close()
  })

  test('a provider that failed three times isn’t called', async () => {
    fake.sound = { status: 500 }
    const asked = fake.requests.length
    for (let talks = 0; talks < 5; talks += 1) {
      const visitor = await start()
      await visitor.until('voice.lost')
      visitor.close()
    }
    expect(fake.requests.length - asked).toBe(3)
  })

  test('an interruption ends the call, and nothing more of that turn is heard', async () => {
    fake.sound = { ms: 20_000, pace: 2 }
    const visitor = await start()
    const { turn } = await visitor.nextTurn(0)
    const broken = fake.broken()
    await expect.poll(() => visitor.sound.length).toBeGreaterThan(2)
    visitor.send({ t: 'play.start', turn, seg: 0 })
    visitor.send({ t: 'interrupt', turn, seg: 0, playedMs: 300, segMs: 2_000, cause: 'stop' })
    await visitor.until('turn.truncated')
    const frames = visitor.sound.length
    await expect.poll(() => fake.broken()).toBe(broken + 1)
    visitor.send({ t: 'ping' })
    await visitor.until('pong')
    expect(visitor.sound.length).toBe(frames)
    expect(visitor.events.some((event) => event.t === 'voice.lost')).toBe(false)
    visitor.close()
  })

  test('sends audio at most four seconds ahead, and requests at most two sentences', async () => {
    fake.sound = { ms: 5_000 }
    const asked = fake.requests.length
    const visitor = await start()
    const { turn } = await visitor.nextTurn(0)
    await expect.poll(() => visitor.soundMs(turn)).toBeGreaterThan(3_850)
    visitor.send({ t: 'ping' })
    await visitor.until('pong')
    expect(visitor.soundMs(turn)).toBeLessThanOrEqual(4_000)
    expect(fake.requests.length - asked).toBeLessThanOrEqual(2)
    const startedAt = Date.now()
    visitor.send({ t: 'play.start', turn, seg: 0 })
    await expect.poll(() => visitor.soundMs(turn), { timeout: 3_000, interval: 20 }).toBeGreaterThan(5_000)
    expect(Date.now() - startedAt).toBeGreaterThan(900)
    visitor.close()
  })

  test('fast audio is batched into fewer frames, the first at once', async () => {
    fake.sound = { ms: 3_000, pace: 10 }
    const visitor = await start()
    const { turn } = await visitor.nextTurn(0)
    await visitor.until('seg.end', (event) => event.turn === turn && event.seg === 0)
    const frames = visitor.sound.filter((frame) => frame.turn === turn && frame.seg === 0)
    expect(visitor.soundMs(turn, 0)).toBe(3_000)
    expect(frames.length).toBeLessThan(20)
    expect(frames[0]?.pcm.length).toBeLessThanOrEqual(100 * 48)
    expect(frames.every(({ pcm }) => pcm.length % 2 === 0 && pcm.length <= 2_000 * 48)).toBe(true)
    visitor.close()
  })

  test('after a lost connection the browser says the rest', async () => {
    fake.sound = { ms: 1_000 }
    const visitor = await start()
    const { turn, segs } = await visitor.nextTurn(0)
    expect(segs.length).toBeGreaterThan(1)
    visitor.send({ t: 'play.start', turn, seg: 0 })
    visitor.send({ t: 'play.end', turn, seg: 0 })
    await visitor.until('seg.end', ({ seg }) => seg === 1)
    visitor.drop()
    await visitor.closed()
    const frames = visitor.sound.length
    await visitor.resume()
    expect(await visitor.until('voice.lost')).toMatchObject({ turn, seg: 1 })
    expect(visitor.sound.length).toBe(frames)
    const from = visitor.events.length
    visitor.say('How long are exports kept?')
    const next = await visitor.nextTurn(from)
    expect(next.segs[0]?.speak).toBe('stream')
    await visitor.until('seg.end', (event) => event.turn === next.turn && event.seg === next.segs.length - 1)
    visitor.close()
  })

  test.each([
    ['a browser that can’t play frames', { tts: true }, 'voice', 'client'],
    ['one without any voice', { tts: false }, 'voice', 'none'],
    ['a typed talk', hearing, 'text', 'client'],
  ] as const)('%s gets no sound', async (_, caps, mode, speak) => {
    const asked = fake.requests.length
    const visitor = await AgentVisitor.start(server.url, demoId, mode, caps)
    const { segs } = await visitor.nextTurn(0)
    expect(segs[0]?.speak).toBe(speak)
    expect(fake.requests.length).toBe(asked)
    visitor.close()
  })

  async function used(): Promise<{ readonly in: number; readonly money: number }> {
    await server.backend.services.speech.settled()
    const { data } = await author.client.from('model_usage').select('*').eq('workspace_id', workspaceId).throwOnError()
    const rows = (data as readonly Readonly<Record<string, unknown>>[]).filter(({ purpose }) => purpose === 'speech')
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0)
    return { in: sum('tokens_in'), money: sum('micro_cents') }
  }
})

function lengthOf(segs: readonly { readonly text: string; readonly say?: string }[]): number {
  return segs.reduce((sum, { text, say }) => sum + (say ?? text).length, 0)
}
