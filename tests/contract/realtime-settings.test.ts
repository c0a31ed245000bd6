import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { RealtimeSettingsForm } from '#protocol/realtime-settings.ts'
import { AgentVisitor, requestTicket } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeRecogniser, type FakeRecogniser } from '#support/fake-hearing/fake-recogniser.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'
import { startFakeRealtime, type FakeRealtime } from '#support/fake-realtime.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* A workspace's own speech-to-speech provider: settings, tests, and talks that use it. */

let fake: FakeRealtime
let recogniser: FakeRecogniser
let server: AgentServer
let author: SignedUp
let demoId: string
let workspaceId: string

beforeAll(async () => {
  fake = await startFakeRealtime()
  recogniser = await startFakeRecogniser('elevenlabs')
  server = await startAgentServer({}, { env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(async () => {
  await server.close()
  await recogniser.close()
  await fake.close()
})
beforeEach(async () => {
  fake.status = null
  fake.utterances = []
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data['id'])
})

const form = (changes: Partial<RealtimeSettingsForm> = {}): RealtimeSettingsForm => ({
  is_on: true,
  provider: 'openai-compatible',
  url: fake.url,
  model: '',
  voice: 'cedar',
  transcription_model: '',
  price: 0,
  ...changes,
})

async function call(method: string, path: string, body?: unknown, by: SignedUp = author) {
  const response = await server.backend.app.request(path, {
    method,
    headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

const save = (changes: Partial<RealtimeSettingsForm> = {}, apiKey?: string) =>
  call('PUT', '/speech-to-speech/v1/settings', {
    workspaceId,
    settings: form(changes),
    ...(apiKey !== undefined && { apiKey }),
  })
const connect = (changes: Partial<RealtimeSettingsForm> = {}, apiKey?: string) => {
  const { is_on: _on, price: _price, ...trial } = form(changes)
  return call('POST', '/speech-to-speech/v1/test', { ...trial, workspaceId, ...(apiKey !== undefined && { apiKey }) })
}
const ticket = async () => (await requestTicket(server.url, demoId)).speech

test('hears and answers the talks of its workspace, instead of the workspace’s recognition', async () => {
  const settings = { is_on: true, provider: 'elevenlabs', url: recogniser.url, model: '', price: 0 }
  await call('PUT', '/hearing/v1/settings', { workspaceId, settings })
  expect(await ticket()).toMatchObject({ processors: ['ElevenLabs'] })
  expect(await save({}, 'a-workspace-key')).toMatchObject({ status: 200, body: { keyLastFour: '-key' } })
  expect(await ticket()).toMatchObject({ hearing: 'provider', processors: ['127.0.0.1'] })
  fake.utterances = ['How long are exports kept?']
  fake.reply = () => ({ transcript: 'Exports are kept for 90 days.' })
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice', { tts: true, audioOut: true })
  visitor.send({ t: 'listen', isOn: true })
  for (let at = 0; at < 1_000; at += 20) visitor.sendSound(voiceFrame())
  for (let at = 0; at < 400; at += 20) visitor.sendSound(silenceFrame())
  const from = visitor.events.length
  const { text } = await visitor.until('heard', ({ isFinal }) => isFinal)
  visitor.send({ t: 'user.text', turn: 1, text, source: 'voice' })
  await visitor.until('seg', ({ speak }) => speak === 'stream', from)
  expect(fake.keys.at(-1)).toBe('Bearer a-workspace-key')
  expect(fake.sessions.at(-1)).toMatchObject({
    audio: { input: { transcription: { model: 'gpt-4o-mini-transcribe' } }, output: { voice: 'cedar' } },
  })
  visitor.close()
})

test('a key is stored sealed, never shown, and only goes to the address it was saved for', async () => {
  await save({}, 'a-workspace-key')
  const read = await call('GET', `/speech-to-speech/v1/settings?workspace=${workspaceId}`)
  expect(read.body).toEqual({ settings: form(), keyLastFour: '-key', serverProvider: null })
  const keys = server.backend.serviceClient().from('provider_keys').select('kind,sealed_key')
  const { data } = await keys.eq('workspace_id', workspaceId).throwOnError()
  expect(data).toEqual([{ kind: 'realtime', sealed_key: expect.not.stringContaining('a-workspace-key') }])
  expect(await save({ url: 'https://elsewhere.example.com/v1' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Enter the key again') },
  })
  expect(await save({ voice: 'marin' })).toMatchObject({ status: 200, body: { keyLastFour: '-key' } })
  expect(await save({}, '')).toMatchObject({ status: 200, body: { keyLastFour: null } })
})

test('when turned off, the browser recognises speech again', async () => {
  await save({}, 'a-workspace-key')
  await save({ is_on: false })
  expect(await ticket()).toMatchObject({ hearing: 'browser' })
})

test('a provider is tested before it is saved, with the stored key if none is entered', async () => {
  expect((await connect({ model: 'gpt-realtime-mini' }, 'a-key')).body).toMatchObject({ ok: true })
  expect(fake.keys.at(-1)).toBe('Bearer a-key')
  await save({}, 'a-workspace-key')
  expect((await connect()).body).toMatchObject({ ok: true })
  expect(fake.keys.at(-1)).toBe('Bearer a-workspace-key')
  fake.status = 401
  expect((await connect()).body).toEqual({ ok: false, problem: 'The provider refused the connection (401).' })
})

test('only admins see, change and test it', async () => {
  const stranger = await server.backend.signUp()
  const { is_on: _on, price: _price, ...trial } = form()
  for (const [method, path, body] of [
    ['GET', `/settings?workspace=${workspaceId}`, undefined],
    ['PUT', '/settings', { workspaceId, settings: form() }],
    ['POST', '/test', { workspaceId, ...trial }],
  ] as const) {
    expect((await call(method, `/speech-to-speech/v1${path}`, body, stranger)).status).toBe(403)
  }
})
