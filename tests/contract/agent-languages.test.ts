import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AgentSessionTicket } from '#protocol/agent-events.ts'
import { AgentVisitor, postAgent } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeProvider, type FakeProvider, type FakeRequest } from '#support/fake-models/fake-provider.ts'
import { addNotesDemo, type StepNotes } from '#support/notes-demo.ts'

const germanNotes: readonly StepNotes[] = [
  { title: 'Die Plantafel', description: 'Aufträge werden mit der Maus auf einen Tag gezogen.' },
  { title: 'Preise', description: 'Der Tarif Solo kostet 19 Euro im Monat. Sie können 30 Tage kostenlos testen.' },
]

const agent = { name: 'Ines', welcome_message: 'Welcome to our little product. What would you like to see?' }

/** A demo of an agent that speaks these languages, its own first. */
async function addDemo(author: SignedUp, languages: readonly string[], notes?: readonly StepNotes[]): Promise<string> {
  const demoId = await addNotesDemo(author.client, notes)
  const agentId = randomUUID()
  await author.client
    .from('agents')
    .insert({ ...agent, id: agentId, slug: agentId, languages })
    .throwOnError()
  await author.client.from('agent_demos').upsert({ demo_id: demoId, agent_id: agentId }).throwOnError()
  return demoId
}

async function sayTo(visitor: AgentVisitor, text: string) {
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.say(text)
  const turn = await visitor.nextTurn(from)
  return { greeting: greeting.segs.map((seg) => seg.text).join(' '), said: turn.segs.map((seg) => seg.text), turn }
}

describe('without a model', () => {
  let server: AgentServer
  let author: SignedUp

  beforeAll(async () => {
    server = await startAgentServer()
    author = await server.backend.signUp()
  })
  afterAll(() => server.close())

  test('talks to a German visitor in German, from notes in German', async () => {
    const demoId = await addDemo(author, ['en', 'de'], germanNotes)
    const answer = await postAgent(server.url, '/sessions', { demoId, languages: ['de-AT', 'en'] })
    const ticket = (await answer.json()) as AgentSessionTicket
    expect(ticket.voice.lang).toBe('de')
    expect(ticket.speech?.languages).toEqual(['de', 'en'])

    const visitor = await AgentVisitor.start(server.url, demoId, 'text', { lang: 'de-AT' })
    const { greeting, said, turn } = await sayTo(visitor, 'was kostet das')
    expect(greeting).toBe(
      'Ich bin Ines, eine KI-Assistenz. Ich zeige Ihnen Ledgerline reports in 2 Schritten. Soll ich anfangen?',
    )
    expect(said).toContain('Der Tarif Solo kostet 19 Euro im Monat.')
    expect(turn.segs.flatMap(({ cite }) => cite)).toContainEqual(expect.objectContaining({ stepOrder: 2 }))
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    await server.stored()
    const { data } = await author.client
      .from('conversations')
      .select('language')
      .eq('id', visitor.sid)
      .single()
      .throwOnError()
    expect(data.language).toBe('de-AT')
  })

  test('speaks its main language to visitors whose language it lacks', async () => {
    const demoId = await addDemo(author, ['de', 'fr'], germanNotes)
    const answer = await postAgent(server.url, '/sessions', { demoId, languages: ['ja', 'pt-BR', 7, 'x'.repeat(99)] })
    expect(await answer.json()).toMatchObject({ voice: { lang: 'de' } })
    const visitor = await AgentVisitor.start(server.url, demoId, 'text', { lang: 'ja-JP' })
    const greeting = await visitor.nextTurn(0)
    expect(greeting.segs.map((seg) => seg.text).slice(0, 2)).toEqual([
      'Welcome to our little product.',
      'Ich bin Ines, eine KI-Assistenz.',
    ])
    visitor.close()
  })

  test('stores only languages that it can speak', async () => {
    for (const languages of [['sv'], [], ['en', 'xx']]) {
      const id = randomUUID()
      const { error } = await author.client.from('agents').insert({ id, slug: id, name: 'Ines', languages })
      expect(error?.code).toBe('23514')
    }
  })
})

describe('with a model', () => {
  let fake: FakeProvider
  let server: AgentServer
  let demoId: string

  beforeAll(async () => {
    fake = await startFakeProvider('openai-compatible')
    const env = { LLM_PROVIDER: 'openai-compatible', LLM_URL: fake.url, LLM_API_KEY: 'a-key', LLM_MODEL: 'small' }
    server = await startAgentServer({}, { env: { ...env, LLM_PRICE_IN: '2', LLM_PRICE_OUT: '8' } })
    const author = await server.backend.signUp()
    demoId = await addDemo(author, ['en', 'de'])
  })
  afterAll(async () => {
    await server.close()
    await fake.close()
  })

  /** Searches the English notes for a German question, then words the answer. */
  function answering(text: string) {
    return ({ body }: FakeRequest) =>
      JSON.stringify(body).includes('search_notes')
        ? { calls: [{ name: 'search_notes', fragments: ['{"question":"How long are exports kept?"}'] }] }
        : { text: [text] }
  }

  async function askInGerman() {
    server.backend.passTime(121_000)
    const visitor = await AgentVisitor.start(server.url, demoId, 'text', { lang: 'de-DE' })
    const answer = await sayTo(visitor, 'Wie lange werden Exporte aufbewahrt?')
    visitor.close()
    return answer
  }

  test('answers in German from English notes, and cites them', async () => {
    fake.answer = answering('[k1,k2] Exporte werden 90 Tage aufbewahrt.\n')
    const { said, turn } = await askInGerman()
    expect(said).toContain('Exporte werden 90 Tage aufbewahrt.')
    expect(turn.outcome).toBe('answered')
    expect(turn.segs.flatMap(({ cite }) => cite)).toContainEqual(expect.objectContaining({ stepOrder: 4 }))
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('Write in German')
  })

  test.each([
    ['another number', 'Exporte werden 365 Tage aufbewahrt.'],
    ['another unit', 'Exporte werden 90 Wochen aufbewahrt.'],
    ['the opposite', 'Exporte werden nicht 90 Tage aufbewahrt.'],
    ['a promise', 'Wir garantieren, dass Exporte 90 Tage aufbewahrt werden.'],
    ['a name that isn’t there', 'Exporte werden 90 Tage bei AWS aufbewahrt.'],
    ['English', 'The exports are kept for 90 days in the archive.'],
  ])('never says %s: it names the notes’ language and offers steps', async (_, text) => {
    fake.answer = answering(`[k1,k2] ${text}\n`)
    const { said, turn } = await askInGerman()
    expect(said.join(' ')).not.toContain(text)
    expect(said.join(' ')).toContain('Unterlagen sind auf Englisch')
    expect(turn.outcome).toBe('unsure')
  })
})
