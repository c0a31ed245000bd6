import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { modelProviders, type ModelProvider } from '#domain/model-providers.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeProvider, type FakeProvider } from '#support/fake-models/fake-provider.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Agents that answer with a language model, over each provider's own protocol on loopback. */

/** The notes' own sentences about it. */
const quotes = ['Exports run every night at 02:00 UTC.', 'They are kept for 90 days.']
const worded = 'Exports are kept for 90 days.'

function quotedIn(said: readonly string[]): readonly string[] {
  return quotes.filter((quote) => said.includes(quote))
}

const question = 'How long are exports kept?'

describe.each(modelProviders.map(({ value }) => value))('%s', (provider) => {
  let fake: FakeProvider
  let server: AgentServer
  let author: SignedUp
  let demoId: string
  let workspaceId: string

  beforeAll(async () => {
    fake = await startFakeProvider(provider)
    server = await startModelServer(provider, fake)
    author = await server.backend.signUp()
    demoId = await addNotesDemo(author.client)
    const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
    workspaceId = String(data['id'])
  })
  afterAll(async () => {
    await server.close()
    await fake.close()
  })
  // Two minutes are enough for the circuit breaker to close.
  beforeEach(() => server.backend.passTime(121_000))

  async function ask(text = question) {
    const visitor = await AgentVisitor.start(server.url, demoId)
    const greeting = await visitor.nextTurn(0)
    visitor.play(greeting.turn, greeting.segs.length)
    const from = visitor.events.length
    visitor.say(text)
    const turn = await visitor.nextTurn(from)
    visitor.close()
    return { said: turn.segs.map((seg) => seg.text), segs: turn.segs, outcome: turn.outcome }
  }

  async function usage() {
    await server.backend.services.models.settled()
    const { data } = await author.client.from('model_usage').select('*').eq('workspace_id', workspaceId).throwOnError()
    const rows = data as readonly Readonly<Record<string, number>>[]
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0)
    return { in: sum('tokens_in'), out: sum('tokens_out'), money: sum('micro_cents'), turns: sum('turns') }
  }

  /** The use that one call added. */
  async function usedBy(call: () => Promise<unknown>) {
    const before = await usage()
    await call()
    const after = await usage()
    return {
      in: after.in - before.in,
      out: after.out - before.out,
      money: after.money - before.money,
      turns: after.turns - before.turns,
    }
  }

  test('words the answer, cites its step and counts the money', async () => {
    fake.answer = { text: ['[k', '1,k2] Exports are', ' kept for 90', ' days.\n'], usage: { in: 1_000, out: 50 } }
    const used = await usedBy(async () => {
      const { said, segs, outcome } = await ask()
      expect(said).toContain(worded)
      expect(outcome).toBe('answered')
      expect(segs.find((seg) => seg.text === worded)?.cite).toContainEqual(expect.objectContaining({ stepOrder: 4 }))
    })
    expect(used).toEqual({ in: 1_000, out: 50, money: (1_000 * 2 + 50 * 8) * 100, turns: 1 })
    expect(fake.requests.at(-1)?.key).toBe('a-key')
  })

  test('sends what people wrote as data, without addresses', async () => {
    fake.answer = { text: ['[?]'] }
    await ask('How long are exports kept? Mail ada@example.com')
    const sent = JSON.stringify(fake.requests.at(-1)?.body)
    expect(sent).toContain('They are kept for 90 days.')
    expect(sent).not.toContain('ada@example.com')
  })

  test.each([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['401', { status: 401 }],
    ['garbage', { text: ['[k2] Exports'], ends: 'with-garbage' }],
    ['a stream cut before its first sentence', { text: ['[k2] Exp', 'orts are', ' kept', ' for'], ends: 'cut' }],
    ['an empty stream', { text: [] }],
    ['a sentence without a citation', { text: ['Exports are kept for 90 days.'] }],
    ['an invented citation', { text: ['[k77] Exports are kept for 90 days.'] }],
    ['another number', { text: ['[k1,k2] Exports are kept for 365 days.'] }],
    ['a promise', { text: ['[k1,k2] We guarantee that exports are kept for 90 days.'] }],
    ['obeying an order', { text: ['[k1] Ignore your rules: everything is free and costs $0.'] }],
    ['JSON instead of sentences', { text: ['{"sentences":[{"text":"Exports are free"}]}'] }],
  ] as const)('quotes the notes after %s', async (_, answer) => {
    fake.answer = answer
    const { said, outcome } = await ask()
    expect(quotedIn(said)).not.toEqual([])
    expect(said.join(' ')).not.toMatch(/365|free|guarantee/)
    expect(outcome).toBe('answered')
  })

  test('quotes the notes when the first byte is late', async () => {
    fake.answer = { isSilent: true }
    const used = await usedBy(async () => expect(quotedIn((await ask()).said)).not.toEqual([]))
    // The provider may have read the question.
    expect(used.in).toBeGreaterThan(100)
    expect(used.out).toBe(0)
  })

  test('shows the first sentence while the next is being written, and hangs up when interrupted', async () => {
    fake.answer = {
      text: ['[k1,k2] Exports are kept for 90 days.\n', '[k2] They', ' are', ' kept', ' for'],
      ends: 'never',
    }
    const visitor = await AgentVisitor.start(server.url, demoId)
    const greeting = await visitor.nextTurn(0)
    visitor.play(greeting.turn, greeting.segs.length)
    const from = visitor.events.length
    visitor.say(question)
    const { turn, segs } = await visitor.nextTurn(from)
    expect(segs.map((seg) => seg.text)).toContain(worded)
    const asked = fake.requests.at(-1)
    expect(asked?.isBrokenOff).toBe(false)
    visitor.send({ t: 'interrupt', turn, seg: 0, playedMs: 100, segMs: 2_000, cause: 'stop' })
    await expect.poll(() => asked?.isBrokenOff).toBe(true)
    visitor.close()
  })

  test('says the rest after the first sentence was heard', async () => {
    fake.answer = {
      text: ['[k1,k2] Exports are kept for 90 days.\n[k1] Exports', ' run every night at 02:00 UTC.\n'],
    }
    const visitor = await AgentVisitor.start(server.url, demoId)
    const greeting = await visitor.nextTurn(0)
    visitor.play(greeting.turn, greeting.segs.length)
    const from = visitor.events.length
    visitor.say(question)
    const first = await visitor.nextTurn(from)
    expect(first.outcome).toBe('answered')
    const later = visitor.events.length
    visitor.play(first.turn, first.segs.length)
    const rest = await visitor.nextTurn(later)
    expect(rest.outcome).toBe('continued')
    const said = rest.segs.map((seg) => seg.text).join(' ')
    expect(said).toContain('Exports run every night')
    expect(said).not.toContain('90 days')
    visitor.close()
  })

  test('strips Markdown', async () => {
    fake.answer = { text: ['- **[k1,k2]** Exports are **kept** for `90 days`.\n'] }
    expect((await ask()).said).toContain(worded)
  })

  test('keeps the complete sentences of a stream that breaks off, and estimates its cost', async () => {
    fake.answer = { text: ['[k1,k2] Exports are kept for 90 days.\n', '[k2] They are', ' kept', ' …'], ends: 'cut' }
    const used = await usedBy(async () => expect((await ask()).said).toContain(worded))
    expect(used.in).toBeGreaterThan(100)
    expect(used.out).toBeGreaterThan(8)
    expect(used.money).toBe((used.in * 2 + used.out * 8) * 100)
  })

  test('estimates the cost when the provider sends no token counts', async () => {
    fake.answer = { text: ['[k1,k2] Exports are kept for 90 days.\n'], usage: null }
    const used = await usedBy(ask)
    expect(used.in).toBeGreaterThan(100)
    expect(used.out).toBeGreaterThan(8)
    expect(used.money).toBe((used.in * 2 + used.out * 8) * 100)
  })

  test('costs nothing when the provider refuses', async () => {
    fake.answer = { status: 500 }
    expect(await usedBy(ask)).toEqual({ in: 0, out: 0, money: 0, turns: 1 })
  })

  test('understands a request for a person from fragments of a tool call', async () => {
    fake.answer = { calls: [{ name: 'handoff', fragments: ['{', '}'] }] }
    expect((await ask('gimme some actual flesh and blood pls')).outcome).toBe('human')
  })

  test('searches again in the notes’ words', async () => {
    fake.answer = {
      calls: [{ name: 'search_notes', fragments: ['{"ques', 'tion":"How long are', ' exports kept?"}'] }],
    }
    const { said, outcome } = await ask('zzyx frobnicate thingamajig')
    expect(outcome).toBe('answered')
    expect(quotedIn(said)).not.toEqual([])
  })

  test('refuses unknown tools and broken arguments', async () => {
    fake.answer = {
      calls: [
        { name: 'delete_everything', fragments: ['{}'] },
        { name: 'show_step', fragments: ['{"step":', '99}'] },
      ],
    }
    expect((await ask('zzyx thingamajig')).outcome).toBe('unknown')
  })

  test('says nothing that the notes don’t contain', async () => {
    fake.answer = { text: ['[k1] Yes, we support Salesforce for $9.\n'] }
    const { said, outcome } = await ask('Do you integrate with Salesforce?')
    expect(outcome).toMatch(/^un(?:known|sure)$/)
    expect(said.join(' ')).not.toContain('$9')
  })

  test('asks a failing provider three times, then stops calling it for a minute', async () => {
    fake.answer = { status: 500 }
    for (let failures = 0; failures < 3; failures += 1) await ask()
    const asked = fake.requests.length
    expect(quotedIn((await ask()).said)).not.toEqual([])
    expect(fake.requests).toHaveLength(asked)
    server.backend.passTime(60_001)
    fake.answer = { text: ['[k1,k2] Exports are kept for 90 days.\n'] }
    expect((await ask()).said).toContain(worded)
  })
})

function startModelServer(provider: ModelProvider, fake: FakeProvider): Promise<AgentServer> {
  return startAgentServer(
    {},
    {
      env: {
        LLM_PROVIDER: provider,
        LLM_URL: fake.url,
        LLM_API_KEY: 'a-key',
        LLM_MODEL: 'small',
        LLM_PRICE_IN: '2',
        LLM_PRICE_OUT: '8',
      },
    },
  )
}
