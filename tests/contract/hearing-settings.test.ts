import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { HearingSettingsForm } from '#protocol/hearing-settings.ts'
import { AgentVisitor, requestTicket } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeRecogniser, type FakeRecogniser } from '#support/fake-hearing/fake-recogniser.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* A workspace's own speech recognition: settings, tests, and talks that use it. */

let fake: FakeRecogniser
let server: AgentServer
let author: SignedUp
let demoId: string
let workspaceId: string

beforeAll(async () => {
  fake = await startFakeRecogniser('elevenlabs')
  server = await startAgentServer({}, { env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(async () => {
  fake.manner = 'well'
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data['id'])
})

const form = (changes: Partial<HearingSettingsForm> = {}): HearingSettingsForm => ({
  is_on: true,
  provider: 'elevenlabs',
  url: fake.url,
  model: '',
  price: 0,
  ...changes,
})

async function call(method: string, path: string, body?: unknown, by: SignedUp = author, at = server) {
  const response = await at.backend.app.request(`/hearing/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

const save = (changes: Partial<HearingSettingsForm> = {}, apiKey?: string) =>
  call('PUT', '/settings', { workspaceId, settings: form(changes), ...(apiKey !== undefined && { apiKey }) })
const read = () => call('GET', `/settings?workspace=${workspaceId}`)
const connect = (apiKey?: string) => {
  const { provider, url, model } = form()
  return call('POST', '/test', { workspaceId, provider, url, model, ...(apiKey !== undefined && { apiKey }) })
}

test('uses its own provider for its conversations, and names it to visitors', async () => {
  expect((await requestTicket(server.url, demoId)).speech).toMatchObject({ hearing: 'browser' })
  expect(await save({}, 'a-workspace-key')).toMatchObject({ status: 200, body: { keyLastFour: '-key' } })
  expect((await requestTicket(server.url, demoId)).speech).toMatchObject({
    hearing: 'provider',
    processors: ['ElevenLabs'],
  })
  fake.words = ['how', 'long', 'are', 'exports', 'kept']
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice')
  visitor.send({ t: 'listen', isOn: true })
  for (let at = 0; at < 1_200; at += 20) visitor.sendSound(voiceFrame())
  for (let at = 0; at < 400; at += 20) visitor.sendSound(silenceFrame())
  expect((await visitor.until('heard', ({ isFinal }) => isFinal)).text).toBe('how long')
  expect(fake.connections.at(-1)?.key).toBe('a-workspace-key')
  visitor.close()
})

test('a key is stored sealed, never shown, and only goes to the address it was saved for', async () => {
  await save({}, 'a-workspace-key')
  expect(JSON.stringify((await read()).body)).not.toContain('a-workspace-key')
  const { data } = await server.backend
    .serviceClient()
    .from('provider_keys')
    .select('sealed_key')
    .eq('workspace_id', workspaceId)
  expect(JSON.stringify(data)).not.toContain('a-workspace-key')
  expect(await save({ url: 'https://elsewhere.example.com/v1' })).toMatchObject({
    status: 400,
    body: { message: 'Enter the key again: the stored one is only sent to the address it was saved for.' },
  })
  expect(await save({ model: 'scribe_v3' })).toMatchObject({ status: 200, body: { keyLastFour: '-key' } })
  expect(await save({}, '')).toMatchObject({ status: 200, body: { keyLastFour: null } })
})

test('when turned off, the browser recognises speech again', async () => {
  await save({}, 'a-workspace-key')
  await save({ is_on: false })
  expect((await requestTicket(server.url, demoId)).speech).toMatchObject({ hearing: 'browser' })
})

test('a provider is tested before it is saved', async () => {
  expect((await connect('a-key')).body).toMatchObject({ ok: true })
  expect(fake.connections.at(-1)?.key).toBe('a-key')
  fake.manner = { status: 401 }
  expect((await connect('a-key')).body).toEqual({
    ok: false,
    problem: 'The provider refused the connection (401).',
  })
})

test('only admins see, change and test it', async () => {
  const stranger = await server.backend.signUp()
  for (const [method, path, body] of [
    ['GET', `/settings?workspace=${workspaceId}`, undefined],
    ['PUT', '/settings', { workspaceId, settings: form() }],
    ['POST', '/test', { workspaceId, provider: 'elevenlabs', url: '', model: '' }],
  ] as const) {
    expect((await call(method, path, body, stranger)).status).toBe(403)
  }
})

test('private addresses are refused where users must not reach them', async () => {
  const strict = await startAgentServer()
  const owner = await strict.backend.signUp()
  const { data } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const body = { workspaceId: String(data['id']), settings: form({ url: 'https://127.0.0.1/v1' }) }
  expect((await call('PUT', '/settings', body, owner, strict)).status).toBe(400)
  await strict.close()
})
