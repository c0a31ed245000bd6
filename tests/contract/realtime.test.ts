import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { AgentVisitor, requestTicket } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'
import {
  startFakeRealtime,
  type FakeAsk,
  type FakePart,
  type FakeRealtime,
  type FakeReply,
} from '#support/fake-realtime.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Voice conversations with a speech-to-speech provider. */

let fake: FakeRealtime
let server: AgentServer
let demoId: string

beforeAll(async () => {
  fake = await startFakeRealtime()
  server = await startAgentServer(
    {},
    { env: { REALTIME_URL: fake.url, REALTIME_API_KEY: 'a-key', REALTIME_VOICE: 'cedar' } },
  )
  demoId = await addNotesDemo((await server.backend.signUp()).client)
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(() => {
  fake.status = null
  fake.reply = quoteNotes
  fake.utterances = []
  // The circuit breaker closes.
  server.backend.passTime(61_000)
})

const question = 'How long are exports kept?'
const answered = 'Exports run every night at 02:00 UTC. They are kept for 90 days.'

/** Says the notes that its search returned. */
function quoteNotes({ items }: FakeAsk): FakeReply {
  const found = items.findLast(({ type }) => type === 'function_call_output')
  const { notes } = JSON.parse(String(found?.['output'] ?? '{"notes":[]}')) as {
    readonly notes: readonly { readonly text: string }[]
  }
  return {
    transcript: notes
      .slice(0, 2)
      .map(({ text }) => text)
      .join(' '),
  }
}

/** A visitor who has heard the greeting, and has accepted the recording if there is one. */
async function visit(id = demoId): Promise<AgentVisitor> {
  const { token, speech } = await requestTicket(server.url, id)
  const visitor = new AgentVisitor(server.url)
  await visitor.open(token, 'voice', { tts: true, audioOut: true }, speech?.recording)
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  visitor.send({ t: 'listen', isOn: true })
  return visitor
}

/** Asks aloud, and returns the answer. */
async function ask(visitor: AgentVisitor, words = question) {
  fake.utterances = [words]
  const from = visitor.events.length
  server.backend.passTime(3_000)
  for (let at = 0; at < 1_000; at += 20) visitor.sendSound(voiceFrame())
  for (let at = 0; at < 400; at += 20) visitor.sendSound(silenceFrame())
  const { text } = await visitor.until('heard', ({ isFinal }) => isFinal, from)
  visitor.send({ t: 'user.text', turn: 1, text, source: 'voice' })
  return visitor.nextTurn(from)
}

const told = ({ segs }: { readonly segs: readonly { readonly text: string }[] }) =>
  segs.map(({ text }) => text).join(' ')
const kindOf = (message: Readonly<Record<string, unknown>>) => message['type']

async function leave(visitor: AgentVisitor): Promise<void> {
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  visitor.close()
}

describe('a speech-to-speech provider', () => {
  test('is named with the ticket, and keeps its key from browsers', async () => {
    const ticket = await requestTicket(server.url, demoId)
    expect(ticket.speech).toMatchObject({ hearing: 'provider', processors: ['127.0.0.1'] })
    expect(JSON.stringify(ticket)).not.toContain('a-key')
  })

  test('is recorded, question and answer, where workspace and visitor agree', async () => {
    const { client } = await server.backend.signUp()
    const id = await addNotesDemo(client)
    await client.from('workspaces').update({ records_talks: true }).not('id', 'is', null).throwOnError()
    const visitor = await visit(id)
    const { turn, segs } = await ask(visitor)
    const last = segs.findLast(({ speak }) => speak === 'stream')?.seg ?? 0
    await visitor.until('seg.end', (event) => event.turn === turn && event.seg === last)
    visitor.play(turn, segs.length)
    await leave(visitor)
    await server.backend.services.recordings.settled()
    const { data } = await client.from('talk_sounds').select('duration_ms').order('created_at').throwOnError()
    const lengths = (data as { duration_ms: number }[]).map(({ duration_ms }) => duration_ms)
    expect(lengths.toSorted((a, b) => a - b)).toEqual([1_280, visitor.soundMs(turn)])
  })

  test('hears a question and answers it aloud from the notes, with their citations', async () => {
    const visitor = await visit()
    const { turn, segs, outcome } = await ask(visitor)
    expect(outcome).toBe('answered')
    const spoken = segs.filter(({ speak }) => speak === 'stream')
    expect(told({ segs: spoken })).toBe(answered)
    expect(spoken.every(({ cite }) => cite[0]?.stepOrder === 4)).toBe(true)
    const last = spoken.at(-1)?.seg ?? 0
    await visitor.until('seg.end', (event) => event.turn === turn && event.seg === last)
    expect(visitor.soundMs(turn)).toBeGreaterThan(60 * answered.length - 300)
    expect(fake.keys.at(-1)).toBe('Bearer a-key')
    expect(fake.sessions.at(-1)).toMatchObject({ type: 'realtime', audio: { output: { voice: 'cedar' } } })
    expect(fake.asks.at(-1)).toMatchObject({
      modalities: ['audio'],
      tools: expect.not.arrayContaining(['search_notes']),
    })
    expect(fake.unknown).toEqual([])
    await leave(visitor)
  })

  test('gets what was typed as text', async () => {
    const visitor = await visit()
    await ask(visitor)
    const from = visitor.events.length
    visitor.say('Where do statements come from?')
    expect(told(await visitor.nextTurn(from))).toContain('Statements come from ING and Revolut.')
    expect(JSON.stringify(fake.asks.at(-1)?.items)).toContain('"input_text","text":"Where do statements come from?"')
    await leave(visitor)
  })

  test('is not asked where a command or a button needs no answer', async () => {
    const visitor = await visit()
    const before = fake.asks.length
    await ask(visitor, 'Show me step 2')
    expect((await visitor.until('step.show', ({ n }) => n === 2)).n).toBe(2)
    expect(fake.asks.length).toBe(before)
    await leave(visitor)
  })

  test('searches with other words where the visitor’s find nothing', async () => {
    fake.reply = (asked) =>
      asked.tools.includes('search_notes')
        ? { calls: [{ name: 'search_notes', arguments: JSON.stringify({ question }) }] }
        : quoteNotes(asked)
    const visitor = await visit()
    const answer = await ask(visitor, 'zzyx frobnicate thingamajig')
    expect(told(answer)).toContain('They are kept for 90 days.')
    expect(fake.asks.at(-2)?.modalities).toEqual(['text'])
    await leave(visitor)
  })

  test('shows a step when it calls the tool, and gets one result for each call', async () => {
    fake.reply = () => ({
      calls: [
        { name: 'show_step', arguments: '{"step":3}' },
        { name: 'no_such_tool', arguments: '{}' },
      ],
    })
    const visitor = await visit()
    await ask(visitor, 'Zzz the thing with the money house please')
    expect((await visitor.until('step.show', ({ n }) => n === 3)).n).toBe(3)
    fake.reply = quoteNotes
    await ask(visitor)
    const results = fake.asks.at(-1)?.items.filter(({ type }) => type === 'function_call_output') ?? []
    const outcomes = results.map(({ output }) => String(output)).filter((output) => output.includes('outcome'))
    expect(outcomes).toEqual(['{"outcome":"accepted"}', '{"outcome":"refused"}'])
    await leave(visitor)
  })

  test.each([
    ['an invented price', 'Exports are kept for 90 days and cost 5 dollars.'],
    ['a promise', 'They are kept for 90 days, and we guarantee a discount.'],
    ['a claim to have booked', 'I have booked a meeting for you.'],
    ['a second sentence that no note has', 'They are kept for 90 days. After that they go to the moon.'],
  ])('is never heard with %s', async (_, transcript) => {
    fake.reply = () => ({ transcript })
    const visitor = await visit()
    const answer = await ask(visitor)
    expect(answer.outcome).toBe('answered')
    expect(told(answer)).toContain('kept for 90 days')
    expect(told(answer)).not.toMatch(/dollar|guarantee|booked|moon/)
    expect(answer.segs.map(({ speak }) => speak)).not.toContain('stream')
    expect(visitor.soundMs(answer.turn)).toBe(0)
    // The provider must not continue from words that nobody heard.
    await expect.poll(() => fake.asides.at(-1)?.['type']).toBe('conversation.item.delete')
    await leave(visitor)
  })

  describe('whose answer arrives bit by bit', () => {
    const [first, second] = ['Exports run every night at 02:00 UTC.', 'They are kept for 90 days.']
    const moon = 'After that they go to the moon.'
    const kinds = () => fake.asides.map(kindOf)
    const spokenOf = ({ segs }: Awaited<ReturnType<typeof ask>>) => segs.filter(({ speak }) => speak === 'stream')

    test.each<[string, readonly FakePart[], readonly FakePart[]]>([
      [
        'words before sound',
        [{ says: `${first} ${second}` }, { soundMs: 1_500 }],
        [{ soundMs: 500 }, { silenceMs: 400 }, { soundMs: 1_500 }],
      ],
      [
        'sound before words',
        [{ soundMs: 2_000 }, { silenceMs: 400 }, { soundMs: 1_500 }, { says: `${first} They` }],
        [{ says: ' are kept for 90 days.' }],
      ],
      [
        'words and sound in turns',
        [{ says: first }, { soundMs: 2_000 }, { says: ' They are' }, { silenceMs: 400 }],
        [{ says: ' kept for 90 days.' }, { soundMs: 1_500 }],
      ],
    ])('is heard from its first sentence on, with %s', async (_, before, after) => {
      const hold = Promise.withResolvers<void>()
      fake.reply = () => ({ parts: [...before, { until: hold.promise }, ...after] })
      const visitor = await visit()
      const answer = await ask(visitor)
      expect(told({ segs: spokenOf(answer) })).toBe(first)
      await expect.poll(() => visitor.soundMs(answer.turn)).toBeGreaterThan(1_000)
      hold.resolve()
      const end = await visitor.until('seg.end', ({ turn }) => turn === answer.turn)
      expect(end.ms).toBeGreaterThanOrEqual(2_000)
      expect(end.ms).toBeLessThanOrEqual(2_400)
      const from = visitor.events.length
      visitor.play(answer.turn, answer.segs.length)
      const rest = await visitor.nextTurn(from)
      expect(told({ segs: spokenOf(rest) })).toBe(second)
      expect(spokenOf(rest)[0]?.cite[0]?.stepOrder).toBe(4)
      const { ms } = await visitor.until('seg.end', ({ turn }) => turn === rest.turn)
      expect(end.ms + ms).toBe(3_900)
      await leave(visitor)
    })

    test('is heard up to the sentence that no note supports', async () => {
      const parts = [{ says: first }, { soundMs: 2_000 }, { silenceMs: 400 }, { says: ` ${moon}` }, { soundMs: 1_500 }]
      fake.reply = () => ({ parts })
      const visitor = await visit()
      const answer = await ask(visitor)
      expect(told({ segs: spokenOf(answer) })).toBe(first)
      const { ms } = await visitor.until('seg.end', ({ turn }) => turn === answer.turn)
      expect(ms).toBeLessThanOrEqual(2_400)
      await expect
        .poll(() => fake.asides.at(-1))
        .toMatchObject({ type: 'conversation.item.truncate', audio_end_ms: ms })
      const from = visitor.events.length
      visitor.play(answer.turn, answer.segs.length)
      const rest = await visitor.nextTurn(from)
      expect(told(rest)).not.toContain('moon')
      expect(spokenOf(rest)).toEqual([])
      expect(visitor.soundMs(answer.turn) + visitor.soundMs(rest.turn)).toBe(ms)
      await leave(visitor)
    })

    test.each<[string, FakeReply]>([
      ['is refused without a pause before it', { parts: [{ says: first }, { soundMs: 3_000 }, { says: ` ${moon}` }] }],
      ['never comes', { parts: [{ says: `${first} They` }, { soundMs: 1_500 }], failure: 'cut' }],
      ['fails', { parts: [{ says: `${first} They` }, { soundMs: 1_500 }], failure: 'rate limit' }],
      [
        'takes the first one back',
        {
          parts: [{ says: `${first} They` }, { soundMs: 3_000 }],
          transcript: 'Exports cost 5 dollars. They are kept.',
        },
      ],
    ])('leaves the first sentence to the browser if the second %s', async (_, reply) => {
      fake.reply = () => reply
      const visitor = await visit()
      const answer = await ask(visitor)
      const [spoken] = spokenOf(answer)
      expect(spoken?.text).toBe(first)
      expect(await visitor.until('voice.lost')).toMatchObject({ turn: answer.turn, seg: spoken?.seg })
      // Less audio than any voice needs for the first sentence.
      expect(visitor.soundMs(answer.turn)).toBeLessThanOrEqual(1_200)
      const from = visitor.events.length
      visitor.play(answer.turn, answer.segs.length)
      expect(told(await visitor.nextTurn(from))).not.toMatch(/moon|dollar/)
      await leave(visitor)
    })

    test('is never heard if no note supports its first sentence', async () => {
      fake.reply = () => ({ parts: [{ soundMs: 1_500 }, { says: `${moon} ${second}` }, { soundMs: 1_500 }] })
      const visitor = await visit()
      const answer = await ask(visitor)
      expect(told(answer)).not.toContain('moon')
      expect(visitor.soundMs(answer.turn)).toBe(0)
      await expect.poll(kinds).toContain('conversation.item.delete')
      await leave(visitor)
    })

    test('is cancelled and cut by an interruption of its first sentence', async () => {
      const never = new Promise<void>(() => undefined)
      fake.reply = () => ({ parts: [{ says: `${first} They` }, { soundMs: 1_500 }, { until: never }] })
      const visitor = await visit()
      const { turn, segs } = await ask(visitor)
      const { seg } = segs.find(({ speak }) => speak === 'stream') ?? { seg: 0 }
      await expect.poll(() => visitor.soundMs(turn, seg)).toBeGreaterThan(1_000)
      const before = fake.asides.length
      visitor.play(turn, seg)
      visitor.send({ t: 'play.start', turn, seg })
      visitor.send({ t: 'interrupt', turn, seg, playedMs: 400, segMs: 1_800, cause: 'voice' })
      await visitor.until('turn.truncated', (event) => event.turn === turn)
      await expect
        .poll(() => fake.asides.slice(before))
        .toMatchObject([{ type: 'response.cancel' }, { type: 'conversation.item.truncate', audio_end_ms: 400 }])
      expect(visitor.events.some((event) => event.t === 'voice.lost' && event.turn === turn)).toBe(false)
      await leave(visitor)
    })
  })

  test('makes the provider forget what the visitor didn’t hear', async () => {
    const visitor = await visit()
    const { turn, segs } = await ask(visitor)
    const [first, second] = segs.filter(({ speak }) => speak === 'stream')
    const end = await visitor.until('seg.end', (event) => event.turn === turn && event.seg === first?.seg)
    visitor.play(turn, second?.seg ?? 0)
    visitor.send({ t: 'play.start', turn, seg: second?.seg ?? 0 })
    visitor.send({ t: 'interrupt', turn, seg: second?.seg ?? 0, playedMs: 400, segMs: 1_800, cause: 'voice' })
    await visitor.until('turn.truncated', (event) => event.turn === turn)
    await expect.poll(() => fake.asides.map(kindOf)).toContain('conversation.item.truncate')
    const cut = fake.asides.findLast((message) => kindOf(message) === 'conversation.item.truncate')
    expect(Math.abs(Number(cut?.['audio_end_ms']) - end.ms - 400)).toBeLessThanOrEqual(1)
    await leave(visitor)
  })

  test.each([
    ['limits the rate', { failure: 'rate limit' }],
    ['refuses the question', { failure: 'refused' }],
    ['never answers', { failure: 'never' }],
    ['cuts the connection', { transcript: answered, failure: 'cut' }],
    ['sends text as sound', { transcript: answered, failure: 'text as sound' }],
    ['sends silence', { transcript: answered, failure: 'silence' }],
    ['sends words without sound', { transcript: answered, failure: 'no sound' }],
    ['sends sound without words', { transcript: answered, failure: 'no transcript' }],
    ['sends minutes of sound', { transcript: answered, ms: 90_000 }],
    ['calls a tool without sense', { calls: [{ name: 'capture_facts', arguments: '{{' }] }],
  ] satisfies readonly [string, FakeReply][])('that %s leaves the answer to the agent itself', async (_, reply) => {
    fake.reply = () => reply
    const visitor = await visit()
    const answer = await ask(visitor)
    expect(answer.outcome).toBe('answered')
    expect(told(answer)).toContain('They are kept for 90 days.')
    expect(answer.segs.map(({ speak }) => speak)).not.toContain('stream')
    await leave(visitor)
  })

  test.each([401, 429, 503])('that refuses the connection with %i leaves hearing to the browser', async (status) => {
    fake.status = status
    const visitor = await visit()
    await visitor.until('hearing.lost')
    const from = visitor.events.length
    visitor.say(question)
    expect((await visitor.nextTurn(from)).outcome).toBe('answered')
    await leave(visitor)
  })

  test('rests for a minute after three failures', async () => {
    fake.reply = () => ({ failure: 'refused' })
    const visitor = await visit()
    for (let times = 0; times < 3; times += 1) await ask(visitor)
    const before = fake.asks.length
    fake.reply = quoteNotes
    expect(told(await ask(visitor, 'Where do statements come from?'))).toContain(
      'Statements come from ING and Revolut.',
    )
    expect(fake.asks.length).toBe(before)
    await leave(visitor)
  })
})

test('isn’t used when the budget doesn’t cover a minute', async () => {
  const env = { REALTIME_URL: fake.url, REALTIME_PRICE_PER_MINUTE: '0.6', LLM_DAILY_BUDGET_CENTS: '10' }
  const poor = await startAgentServer({}, { env })
  const poorDemo = await addNotesDemo((await poor.backend.signUp()).client)
  const before = fake.sessions.length
  const visitor = await AgentVisitor.start(poor.url, poorDemo, 'voice', { tts: true, audioOut: true })
  visitor.send({ t: 'listen', isOn: true })
  await visitor.until('hearing.lost')
  expect(fake.sessions.length).toBe(before)
  visitor.close()
  await poor.close()
})
