import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { ModelSettingsAnswer, ModelSettingsForm } from '#protocol/model-settings.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeProvider, type FakeProvider } from '#support/fake-models/fake-provider.ts'
import { addNotesDemo } from '#support/notes-demo.ts'
import { outboxOf } from '#support/outbox.ts'

/* A workspace's own language model: settings, limits, credits and drafts. */

const worded = 'Exports are kept for 90 days.'

let fake: FakeProvider
let server: AgentServer
let author: SignedUp
let demoId: string
let workspaceId: string

beforeAll(async () => {
  fake = await startFakeProvider('openai-compatible')
  server = await startAgentServer({}, { env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(async () => {
  fake.answer = { text: ['[k1,k2] Exports are kept for 90 days.\n'], usage: { in: 1_000, out: 50 } }
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data['id'])
})

function form(changes: Partial<ModelSettingsForm> = {}): ModelSettingsForm {
  return {
    provider: 'openai-compatible',
    url: fake.url,
    model: 'small',
    embedding_model: '',
    price_in: 2,
    price_out: 8,
    conversation_budget_cents: null,
    agent_daily_budget_cents: null,
    daily_budget_cents: null,
    monthly_budget_cents: null,
    conversation_tokens_max: null,
    daily_tokens_max: null,
    daily_turns_max: null,
    ...changes,
  }
}

async function call(method: string, path: string, body?: unknown, by: SignedUp = author) {
  const response = await server.backend.app.request(`/models/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

const save = (changes: Partial<ModelSettingsForm> = {}, apiKey?: string) =>
  call('PUT', '/settings', { workspaceId, settings: form(changes), ...(apiKey !== undefined && { apiKey }) })

async function ask(text = 'How long are exports kept?'): Promise<string> {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.say(text)
  const turn = await visitor.nextTurn(from)
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  visitor.close()
  await server.stored()
  await server.backend.services.models.settled()
  return turn.segs.map((seg) => seg.text).join(' ')
}

async function credits(): Promise<unknown> {
  const { data } = await author.client.rpc('workspace_credits', { p_workspace_id: workspaceId }).throwOnError()
  return (data as { readonly credits: unknown }).credits
}

describe('settings', () => {
  test('nothing is called before a model is set', async () => {
    const asked = fake.requests.length
    expect(await ask()).toMatch(/Exports run every night|They are kept/)
    expect(fake.requests).toHaveLength(asked)
  })

  test('an admin saves a model, and its agents answer with it', async () => {
    const saved = await save({}, 'sk-secret-key-1234')
    expect(saved).toMatchObject({ status: 200, body: { keyLastFour: '1234', settings: { model: 'small' } } })
    expect(await ask()).toContain(worded)
    expect(fake.requests.at(-1)?.key).toBe('sk-secret-key-1234')
    const read = await call('GET', `/settings?workspace=${workspaceId}`)
    expect((read.body as unknown as ModelSettingsAnswer).used).toEqual({ turns: 1, tokens: 1_050, cents: 1 })
    expect(JSON.stringify(read.body)).not.toContain('sk-secret')
  })

  test('the key is stored sealed, and no client can read it', async () => {
    await save({}, 'sk-secret-key-1234')
    expect((await author.client.from('provider_keys').select()).error?.code).toBe('42501')
    const { data } = await author.client.from('provider_settings').select('*').throwOnError()
    expect(JSON.stringify(data)).not.toContain('sk-secret')
    const { data: stored } = await server.backend.serviceClient().from('provider_keys').select('*').throwOnError()
    expect(JSON.stringify(stored)).not.toContain('sk-secret')
  })

  test('the key stays when other settings change, and goes when it is emptied', async () => {
    await save({}, 'sk-secret-key-1234')
    expect((await save({ model: 'large' })).body).toMatchObject({ keyLastFour: '1234' })
    expect((await save({ model: 'large' }, '')).body).toMatchObject({ keyLastFour: null })
    await ask()
    expect(fake.requests.at(-1)?.key).toBe('')
  })

  test('a stored key is never sent to another address', async () => {
    await save({}, 'sk-secret-key-1234')
    const elsewhere = await startFakeProvider('openai-compatible')
    const moved = await save({ url: elsewhere.url })
    expect(moved).toMatchObject({ status: 400, body: { message: expect.stringContaining('Enter the key again') } })
    await call('POST', '/test', { workspaceId, provider: 'openai-compatible', url: elsewhere.url, model: 'small' })
    expect(elsewhere.requests.map(({ key }) => key)).toEqual([''])
    await elsewhere.close()
  })

  test('a stored key is not sent to an address saved while there was no model', async () => {
    await save({}, 'sk-secret-key-1234')
    const elsewhere = await startFakeProvider('openai-compatible')
    await save({ url: elsewhere.url, model: '' })
    expect((await save({ url: elsewhere.url })).body).toMatchObject({ keyLastFour: null })
    await ask()
    await call('POST', '/list', { workspaceId, provider: 'openai-compatible', url: elsewhere.url })
    expect(elsewhere.requests.map(({ key }) => key)).not.toContain('sk-secret-key-1234')
    await elsewhere.close()
  })

  test.each([
    [{ url: 'ftp://models.example.com' }, 'The address must look like https://api.example.com/v1.'],
    [{ url: 'nowhere' }, 'The address must look like https://api.example.com/v1.'],
    [{ model: '', embedding_model: 'embed' }, 'Name a model, or leave the embeddings empty too.'],
    [{ price_in: -1 }, 'Some of these settings are not valid.'],
    [{ provider: 'acme' as 'mistral' }, 'Some of these settings are not valid.'],
  ])('%j is refused with a sentence', async (changes, message) => {
    expect(await save(changes)).toMatchObject({ status: 400, body: { message } })
  })

  test('strangers, editors and other workspaces’ owners are refused', async () => {
    const other = await server.backend.signUp()
    const change = { workspaceId, settings: form() }
    expect((await call('PUT', '/settings', change, other)).status).toBe(403)
    expect((await call('GET', `/settings?workspace=${workspaceId}`, undefined, other)).status).toBe(403)
    const stranger = await server.backend.app.request(`/models/v1/settings?workspace=${workspaceId}`)
    expect(stranger.status).toBe(401)
  })

  test('the test reports the model’s answer, or the provider’s problem', async () => {
    const trial = { workspaceId, provider: 'openai-compatible', url: fake.url, model: 'small', apiKey: 'k' }
    fake.answer = { text: ['Hello', ' there!'] }
    expect((await call('POST', '/test', trial)).body).toMatchObject({ ok: true, text: 'Hello there!' })
    fake.answer = { status: 401 }
    expect((await call('POST', '/test', trial)).body).toEqual({
      ok: false,
      problem: 'The provider refused the key (401): Refused with 401',
    })
    const nobody = { ...trial, url: 'http://127.0.0.1:9/v1' }
    expect((await call('POST', '/test', nobody)).body).toMatchObject({
      ok: false,
      problem: expect.stringContaining('can’t be reached'),
    })
  })

  test('lists the models of an address', async () => {
    const trial = { workspaceId, provider: 'openai-compatible', url: fake.url, apiKey: 'k' }
    expect((await call('POST', '/list', trial)).body).toEqual({ ok: true, models: ['large', 'small'] })
    await save({}, 'k')
    expect((await call('GET', `/list?workspace=${workspaceId}`)).body).toMatchObject({ models: ['large', 'small'] })
  })
})

describe('limits', () => {
  test.each([
    [{ daily_budget_cents: 1 }],
    [{ monthly_budget_cents: 1 }],
    [{ daily_tokens_max: 1_200 }],
    [{ daily_turns_max: 1 }],
    [{ agent_daily_budget_cents: 0 }, 0],
  ])('when %j is used up, agents answer without the model', async (limits, calls = 1) => {
    fake.answer = { text: ['[k1,k2] Exports are kept for 90 days.\n'], usage: { in: 4_000, out: 300 } }
    await save({ ...limits, price_in: 2, price_out: 8 }, 'k')
    const asked = fake.requests.length
    for (let turns = 0; turns < calls; turns += 1) await ask()
    expect(await ask()).toMatch(/Exports run every night|They are kept/)
    expect(fake.requests.length - asked).toBe(calls)
  })

  test('parallel conversations can’t overdraw a limit', async () => {
    await save({ daily_turns_max: 2 }, 'k')
    const asked = fake.requests.length
    await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(fake.requests.length - asked).toBe(2)
  })

  test('the owners are mailed at 80 % and at 100 %, once', async () => {
    await save({ daily_turns_max: 5 }, 'k')
    for (let turns = 0; turns < 7; turns += 1) await ask()
    const mails = await outboxOf(server.backend, author.user.email ?? '')
    const subjects = mails.filter(({ kind }) => kind === 'model_budget').map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'The daily limit of model calls is 80 % used',
      'The daily limit of model calls is used up',
    ])
  })
})

describe('credits', () => {
  test('start at 4,750 and go down by one for each answer and each cent', async () => {
    expect(await credits()).toBe(4_750)
    await ask()
    expect(await credits()).toBe(4_749)
    fake.answer = { text: ['[k1,k2] Exports are kept for 90 days.\n'], usage: { in: 999_000, out: 50 } }
    await save({}, 'k')
    await ask()
    // Nearly two dollars of model use, and one answer.
    expect(await credits()).toBe(4_750 - 2 - 200)
  })

  test('don’t come back when conversations are deleted', async () => {
    await ask()
    await author.client.from('conversations').delete().eq('workspace_id', workspaceId).throwOnError()
    expect(await credits()).toBe(4_749)
  })

  test('are listed by day and by agent', async () => {
    await ask()
    const { data } = await author.client
      .rpc('workspace_credit_use', { p_workspace_id: workspaceId, p_days: 30 })
      .throwOnError()
    const { days, agents } = data as {
      readonly days: readonly { readonly day: string; readonly credits: number }[]
      readonly agents: readonly { readonly name: string | null; readonly credits: number }[]
    }
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), credits: 1 })
    expect(days[0]?.credits).toBe(0)
    expect(agents.map(({ credits: used }) => used)).toEqual([1])
    expect(agents[0]?.name).toEqual(expect.any(String))
  })

  test('are hidden from others', async () => {
    const other = await server.backend.signUp()
    const use = { p_workspace_id: workspaceId, p_days: 30 }
    expect((await other.client.rpc('workspace_credit_use', use).throwOnError()).data).toBeNull()
    const { data } = await other.client.rpc('workspace_credits', { p_workspace_id: workspaceId }).throwOnError()
    expect(data).toBeNull()
  })
})

describe('drafts', () => {
  async function firstStep(): Promise<string> {
    const { data } = await author.client.from('demo_steps').select('id').eq('demo_id', demoId).order('order')
    return String((data as readonly { readonly id: string }[])[0]?.id)
  }

  test('an editor gets a title and notes for a step', async () => {
    await save({}, 'k')
    fake.answer = { text: ['Sure: {"title":"Open the **dashboard**",', '"description":"It shows revenue."}'] }
    const draft = await call('POST', '/draft-step', { stepId: await firstStep() })
    expect(draft).toEqual({ status: 200, body: { title: 'Open the dashboard', description: 'It shows revenue.' } })
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('Ledgerline reports')
  })

  test('an editor gets a summary of a conversation', async () => {
    await ask()
    const { data } = await author.client.from('conversations').select('id').single().throwOnError()
    const conversationId = String(data['id'])
    expect((await call('POST', '/summary', { conversationId })).status).toBe(409)
    await save({}, 'k')
    fake.answer = { text: ['A visitor asked how long **exports** are kept.'] }
    expect(await call('POST', '/summary', { conversationId })).toEqual({
      status: 200,
      body: { summary: 'A visitor asked how long exports are kept.' },
    })
    expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('How long are exports kept?')
    const other = await server.backend.signUp()
    expect((await call('POST', '/summary', { conversationId }, other)).status).toBe(404)
  })

  test('a viewer’s look at unanswered questions calls no model', async () => {
    const agentId = crypto.randomUUID()
    await author.client.from('agents').insert({ id: agentId, name: 'Vera', slug: 'vera' }).throwOnError()
    await author.client.from('agent_demos').upsert({ demo_id: demoId, agent_id: agentId }).throwOnError()
    await ask('Are there exports to paper rolls?')
    await save({}, 'k')
    const viewer = await server.backend.signUp()
    const member = { workspace_id: workspaceId, user_id: viewer.user.id, role: 'viewer' }
    await server.backend.serviceClient().from('workspace_members').insert(member).throwOnError()
    const look = async ({ session }: SignedUp) => {
      const headers = { authorization: `Bearer ${session.access_token}` }
      const response = await server.backend.app.request(`/agents/v1/${agentId}/unanswered`, { headers })
      return ((await response.json()) as { readonly groups: readonly unknown[] }).groups.length
    }
    const asked = fake.requests.length
    expect(await look(viewer)).toBe(1)
    expect(fake.requests).toHaveLength(asked)
    expect(await look(author)).toBe(1)
    expect(fake.requests.length).toBeGreaterThan(asked)
  })

  test('are unavailable without a model', async () => {
    expect((await call('GET', `/available?workspace=${workspaceId}`)).body).toEqual({ isAvailable: false })
    expect(await call('POST', '/draft-step', { stepId: await firstStep() })).toMatchObject({ status: 409 })
  })

  test('nobody drafts for another workspace', async () => {
    await save({}, 'k')
    const stepId = await firstStep()
    const other = await server.backend.signUp()
    expect((await call('POST', '/draft-step', { stepId }, other)).status).toBe(404)
  })
})

test('a workspace’s address on a private network is refused by default', async () => {
  const strict = await startAgentServer()
  const owner = await strict.backend.signUp()
  const { data } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const send = (path: string, method: string, body: object) =>
    strict.backend.app.request(`/models/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${owner.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const id = String(data['id'])
  for (const url of [fake.url, 'https://127.0.0.1/v1', 'https://[::1]/v1', 'https://localhost/v1']) {
    expect((await send('/settings', 'PUT', { workspaceId: id, settings: form({ url }) })).status).toBe(400)
    const tested = await send('/test', 'POST', { workspaceId: id, provider: 'openai-compatible', url, model: 'small' })
    expect(await tested.json()).toMatchObject({ ok: false })
  }
  await strict.close()
})

describe('embeddings', () => {
  test('vectors of the notes are computed once and stored by their text', async () => {
    await save({ embedding_model: 'embed' }, 'k')
    fake.answer = { text: ['[?]'] }
    const embedded = () => fake.requests.filter(({ path }) => path.endsWith('/embeddings'))
    const before = embedded().length
    const unknown = 'Zzyx frobnicate thingamajig?'
    await ask(unknown)
    await expect.poll(storedVectors).toBeGreaterThan(0)
    const stored = await storedVectors()
    // The notes in one call; the first question was answered without vectors.
    expect(embedded().length - before).toBe(1)
    await ask(unknown)
    expect(embedded().length - before).toBe(2)
    expect(embedded().at(-1)?.body['input']).toEqual([unknown])
    expect(await storedVectors()).toBe(stored)
  })

  async function storedVectors(): Promise<number> {
    const { count } = await server.backend
      .serviceClient()
      .from('item_embeddings')
      .select('*', { count: 'exact', head: true })
      .eq('workspace_id', workspaceId)
      .throwOnError()
    return count ?? 0
  }
})
