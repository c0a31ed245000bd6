import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { SpeechSettingsForm } from '#protocol/speech-settings.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'
import { outboxOf } from '#support/outbox.ts'

/* A workspace's own speech provider: settings, samples, limits, and the author's speed and pronunciations. */

let fake: FakeSpeech
let server: AgentServer
let author: SignedUp
let demoId: string
let workspaceId: string

beforeAll(async () => {
  fake = await startFakeSpeech('elevenlabs')
  server = await startAgentServer({}, { env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(async () => {
  fake.sound = { ms: 200 }
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data['id'])
})

function form(changes: Partial<SpeechSettingsForm> = {}): SpeechSettingsForm {
  return {
    is_on: true,
    provider: 'elevenlabs',
    url: fake.url,
    model: '',
    voices: {},
    price: 100,
    conversation_budget_cents: null,
    agent_daily_budget_cents: null,
    daily_budget_cents: null,
    monthly_budget_cents: null,
    conversation_characters_max: null,
    daily_characters_max: null,
    ...changes,
  }
}

async function send(method: string, path: string, body?: unknown, by: SignedUp = author): Promise<Response> {
  return server.backend.app.request(`/speech/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function call(method: string, path: string, body?: unknown, by: SignedUp = author) {
  const response = await send(method, path, body, by)
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

const save = (changes: Partial<SpeechSettingsForm> = {}, apiKey?: string) =>
  call('PUT', '/settings', { workspaceId, settings: form(changes), ...(apiKey !== undefined && { apiKey }) })

/** How the greeting is spoken, to its end. */
async function greet() {
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice', { tts: true, audioOut: true })
  const { turn, segs } = await visitor.nextTurn(0)
  if (segs[0]?.speak === 'stream') {
    await Promise.race([visitor.until('seg.end', ({ seg }) => seg === segs.length - 1), visitor.until('voice.lost')])
  }
  const wasLost = visitor.events.some((event) => event.t === 'voice.lost')
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  visitor.close()
  await server.stored()
  await server.backend.services.speech.settled()
  return { speak: segs[0]?.speak, soundMs: visitor.soundMs(turn), segs, wasLost }
}

describe('settings', () => {
  test('the browser speaks before a provider is set', async () => {
    const asked = fake.requests.length
    expect(await greet()).toMatchObject({ speak: 'client', soundMs: 0 })
    expect(fake.requests.length).toBe(asked)
    expect((await call('GET', `/available?workspace=${workspaceId}`)).body).toEqual({ isAvailable: false })
  })

  test('an admin saves a provider, and its agents speak with it', async () => {
    const saved = await save({ voices: { male_professional: 'my-voice' } }, 'xi-secret-key-1234')
    expect(saved).toMatchObject({ status: 200, body: { keyLastFour: '1234', settings: { provider: 'elevenlabs' } } })
    const { speak, segs } = await greet()
    expect(speak).toBe('stream')
    const { headers, path } = fake.requests.at(-1) ?? {}
    expect(headers?.['xi-api-key']).toBe('xi-secret-key-1234')
    expect(path).toContain('/my-voice/')
    const read = await call('GET', `/settings?workspace=${workspaceId}`)
    const characters = segs.reduce((sum, { text, say }) => sum + (say ?? text).length, 0)
    expect(read.body['used']).toEqual({ characters, cents: Math.ceil(characters / 100) })
    expect(JSON.stringify(read.body)).not.toContain('xi-secret')
  })

  test('visitors are told who receives the agent’s sentences', async () => {
    await save()
    const response = await fetch(`${server.url}/agent/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ demoId }),
    })
    expect(await response.json()).toMatchObject({ speech: { speaking: 'provider', processors: ['127.0.0.1'] } })
  })

  test('the key is stored sealed, and no client can read it', async () => {
    await save({}, 'xi-secret-key-1234')
    expect((await author.client.from('provider_keys').select()).error?.code).toBe('42501')
    const { data: stored } = await server.backend.serviceClient().from('provider_keys').select('*').throwOnError()
    expect(JSON.stringify(stored)).not.toContain('xi-secret')
  })

  test('a stored key is never sent to another address', async () => {
    await save({}, 'xi-secret-key-1234')
    const elsewhere = await startFakeSpeech('elevenlabs')
    expect(await save({ url: elsewhere.url })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Enter the key again') },
    })
    const trial = { provider: 'elevenlabs', url: elsewhere.url, model: '', voices: {} }
    expect((await send('POST', '/sample', { workspaceId, voice: 'male_casual', trial })).status).toBe(200)
    expect(new Set(elsewhere.requests.map(({ headers }) => headers['xi-api-key']))).toEqual(new Set([undefined]))
    await elsewhere.close()
  })

  test.each([
    [{ url: 'ftp://voices.example.com' }, 'The address must look like https://api.example.com/v1.'],
    [{ price: -1 }, 'Some of these settings are not valid.'],
    [{ voices: { male_casual: 'a/b?c' } }, 'Some of these settings are not valid.'],
    [{ provider: 'command' as 'deepgram' }, 'Some of these settings are not valid.'],
  ])('%j is refused with a sentence', async (changes, message) => {
    expect(await save(changes)).toMatchObject({ status: 400, body: { message } })
  })

  test('strangers, editors and other workspaces’ owners are refused', async () => {
    const other = await server.backend.signUp()
    expect((await call('PUT', '/settings', { workspaceId, settings: form() }, other)).status).toBe(403)
    expect((await call('GET', `/settings?workspace=${workspaceId}`, undefined, other)).status).toBe(403)
    expect((await send('POST', '/sample', { workspaceId, voice: 'male_casual' }, other)).status).toBe(403)
    expect((await server.backend.app.request(`/speech/v1/settings?workspace=${workspaceId}`)).status).toBe(401)
  })
})

describe('samples', () => {
  test('an editor hears a voice with speed and pronunciations, as a WAV file', async () => {
    await save()
    const text = 'Tidelane costs $5.'
    const response = await send('POST', '/sample', {
      workspaceId,
      voice: 'female_friendly',
      text,
      speed: 1.1,
      pronunciations: [{ word: 'Tidelane', say: 'tide lane' }],
    })
    expect(response.headers.get('content-type')).toBe('audio/wav')
    const wav = Buffer.from(await response.arrayBuffer())
    expect(wav.subarray(0, 4).toString()).toBe('RIFF')
    expect(wav.length).toBe(44 + 200 * 48)
    expect(fake.requests.at(-1)).toMatchObject({ text: 'tide lane costs 5 dollars.' })
    expect(fake.requests.at(-1)?.body['voice_settings']).toEqual({ speed: 1.1 })
  })

  test('an agent that speaks German is heard and read in German', async () => {
    await save()
    const text = 'Tidelane kostet 5 € pro Monat.'
    const spoken = 'Tidelane kostet 5 Euro pro Monat.'
    await send('POST', '/sample', { workspaceId, voice: 'male_casual', text, lang: 'de' })
    expect(fake.requests.at(-1)).toMatchObject({ text: spoken })
    const written = { workspaceId, text, pronunciations: [], lang: 'de' }
    expect((await call('POST', '/spoken-text', written)).body).toEqual({ text: spoken })
  })

  test('reports the provider’s problem', async () => {
    const trial = { provider: 'elevenlabs', url: fake.url, model: '', voices: {}, apiKey: 'wrong' }
    fake.sound = { status: 401 }
    expect((await call('POST', '/sample', { workspaceId, voice: 'male_casual', trial })).body).toEqual({
      ok: false,
      problem: 'The provider refused the key (401): Refused with 401',
    })
  })

  test('are unavailable without a provider', async () => {
    expect((await call('POST', '/sample', { workspaceId, voice: 'male_casual' })).status).toBe(409)
  })
})

test.each([
  [{ conversation_budget_cents: 0 }],
  [{ daily_budget_cents: 0 }],
  [{ monthly_budget_cents: 0 }],
  [{ conversation_characters_max: 20 }],
  [{ daily_characters_max: 20 }],
])('when %j is used up, the talk goes on with the browser’s voice', async (limits) => {
  await save(limits)
  const asked = fake.requests.length
  expect(await greet()).toMatchObject({ wasLost: true, soundMs: 0 })
  expect(fake.requests.length).toBe(asked)
})

test('the owners are mailed at 100 % of a limit, once, and the model’s limits don’t count speech', async () => {
  await save({ daily_characters_max: 150 })
  // No clip is stored at this speed yet.
  for (const speed of [0.9, 1, 1.1]) {
    await author.client.from('agents').update({ speed }).eq('workspace_id', workspaceId).throwOnError()
    await greet()
  }
  const mails = await outboxOf(server.backend, author.user.email ?? '')
  const subjects = mails.filter(({ kind }) => kind === 'model_budget').map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'The daily limit of spoken characters is used up')).toHaveLength(1)
  const { data } = await author.client.from('model_usage').select('purpose').throwOnError()
  expect(new Set(data.map(({ purpose }) => purpose))).toEqual(new Set(['speech']))
  const models = await server.backend.app.request(`/models/v1/settings?workspace=${workspaceId}`, {
    headers: { authorization: `Bearer ${author.session.access_token}` },
  })
  expect(await models.json()).toMatchObject({ used: { turns: 0, tokens: 0 } })
})

test('an agent speaks at its speed and with its pronunciations, also in the browser’s voice', async () => {
  const agentId = crypto.randomUUID()
  const row = { id: agentId, name: 'Vera', slug: 'vera', speed: 0.9, pronunciations: [{ word: 'Vera', say: 'Veera' }] }
  await author.client.from('agents').insert(row).throwOnError()
  await author.client.from('agent_demos').upsert({ demo_id: demoId, agent_id: agentId }).throwOnError()
  const spoken = await greet()
  expect(spoken.segs[0]).toMatchObject({ speak: 'client', say: expect.stringContaining('Veera') })
  expect(spoken.segs[0]?.text).toContain('Vera')
  await save()
  await greet()
  const asked = fake.requests.find(({ text }) => text.includes('Veera'))
  expect(asked?.body['voice_settings']).toEqual({ speed: 0.9 })
})
