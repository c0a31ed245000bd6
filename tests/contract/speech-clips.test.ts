import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { clipBucket } from '#domain/limits.ts'
import { preparedSpeech } from '#server/speech/prepare-speech.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, startNeighbour, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Sentences that are synthesised once and stored: when publishing, and for the first visitor who hears them. */

let fake: FakeSpeech
let server: AgentServer
let author: SignedUp
let demoId: string
let agentId: string
let workspaceId: string

beforeAll(async () => {
  fake = await startFakeSpeech('openai-compatible')
  const env = { TTS_PROVIDER: 'openai-compatible', TTS_URL: fake.url, TTS_PRICE: '15' }
  server = await startAgentServer({}, { env })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(async () => {
  fake.sound = { ms: 200 }
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('agents').select('id,workspace_id').single().throwOnError()
  agentId = String(data['id'])
  workspaceId = String(data['workspace_id'])
})

async function greet(url = server.url) {
  const visitor = await AgentVisitor.start(url, demoId, 'voice', { tts: true, audioOut: true })
  const { turn, segs } = await visitor.nextTurn(0)
  await visitor.until('seg.end', ({ seg }) => seg === segs.length - 1)
  await server.backend.services.speech.clips.settled()
  return { visitor, turn, segs }
}

async function publish(): Promise<void> {
  const response = await server.backend.app.request(`/agents/v1/${agentId}/publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ note: '' }),
  })
  expect(response.status).toBe(201)
  await preparedSpeech()
  await server.backend.services.speech.settled()
}

async function clips(): Promise<readonly { readonly hash: string; readonly bytes: number }[]> {
  const found = await server.backend.serviceClient().from('speech_clips').select('*').eq('workspace_id', workspaceId)
  return found.data as readonly { readonly hash: string; readonly bytes: number }[]
}

test('the second visitor hears the first one’s greeting, without a call', async () => {
  const first = await greet()
  const asked = fake.requests.length
  const second = await greet()
  expect(fake.requests.length).toBe(asked)
  expect(second.visitor.soundMs(second.turn)).toBe(first.visitor.soundMs(first.turn))
  expect(second.visitor.soundMs(second.turn)).toBe(200 * second.segs.length)
  for (const { visitor } of [first, second]) {
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    visitor.close()
  }
  await server.backend.services.speech.settled()
  const { data } = await author.client.from('model_usage').select('turns,tokens_in').eq('purpose', 'speech')
  const characters = first.segs.reduce((sum, { text, say }) => sum + (say ?? text).length, 0)
  expect((data ?? []).reduce((sum, row) => sum + Number(row['tokens_in']), 0)).toBe(characters)
})

test('publishing speaks greeting and scripts, from which every server serves', async () => {
  await publish()
  const spoken = fake.requests.length
  const kept = await clips()
  expect(kept.length).toBeGreaterThan(8)
  const neighbour = await startNeighbour(server)
  const { visitor, turn, segs } = await greet(neighbour.url)
  for (const { seg } of segs) {
    visitor.send({ t: 'play.start', turn, seg })
    visitor.send({ t: 'play.end', turn, seg })
  }
  const from = visitor.events.length
  visitor.send({ t: 'ui.click', action: 'continue' })
  const presented = await visitor.nextTurn(from)
  expect(presented.outcome).toBe('presented')
  await visitor.until('seg.end', (event) => event.turn === presented.turn)
  expect(fake.requests.length).toBe(spoken)
  await publish()
  expect(fake.requests.length).toBe(spoken)
  visitor.close()
  await neighbour.close()
})

test('another speed, pronunciation or voice is synthesised again', async () => {
  await greet().then(({ visitor }) => visitor.close())
  const asked = fake.requests.length
  await author.client.from('agents').update({ speed: 1.1 }).eq('id', agentId).throwOnError()
  const { visitor, segs } = await greet()
  expect(fake.requests.length - asked).toBe(segs.length)
  visitor.close()
})

test('sentences that depend on a visitor aren’t stored', async () => {
  const { visitor, turn, segs } = await greet()
  visitor.play(turn, segs.length)
  const before = await clips()
  const from = visitor.events.length
  visitor.say('My email is ada@example.com and my name is Ada Lovelace')
  const said = await visitor.nextTurn(from)
  await visitor.until('seg.end', (event) => event.turn === said.turn)
  await server.backend.services.speech.clips.settled()
  const texts = said.segs.map(({ text }) => text).join(' ')
  const added = (await clips()).length - before.length
  expect(added, texts).toBeLessThanOrEqual(said.segs.filter(({ text }) => !/ada/i.test(text)).length)
  visitor.close()
})

test('an incomplete sentence isn’t stored', async () => {
  fake.sound = { ends: 'cut', ms: 2_000 }
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice', { tts: true, audioOut: true })
  await visitor.until('voice.lost')
  await server.backend.services.speech.clips.settled()
  expect(await clips()).toEqual([])
  visitor.close()
})

test('a sentence whose file was lost is synthesised again', async () => {
  await publish()
  const [removed] = await clips()
  const paths = (await clips()).map(({ hash }) => `${workspaceId}/${hash}`)
  expect(removed).toBeDefined()
  await server.backend.serviceClient().storage.from(clipBucket).remove(paths)
  const neighbour = await startNeighbour(server)
  const asked = fake.requests.length
  const { visitor, segs } = await greet(neighbour.url)
  expect(fake.requests.length - asked).toBe(segs.length)
  visitor.close()
  await neighbour.close()
})

test('no client can read a clip', async () => {
  await publish()
  const [clip] = await clips()
  const path = `${workspaceId}/${clip?.hash}`
  const other = await server.backend.signUp()
  for (const client of [author.client, other.client, server.backend.anonClient()]) {
    expect((await client.storage.from(clipBucket).download(path)).data).toBeNull()
    expect((await client.storage.from(clipBucket).list(workspaceId)).data ?? []).toEqual([])
  }
  const open = await server.backend.app.request(`/storage/v1/object/public/${clipBucket}/${path}`)
  expect(open.ok).toBe(false)
})

test('clips unused for 60 days are deleted with their file', async () => {
  await publish()
  const service = server.backend.serviceClient()
  const [old, ...rest] = await clips()
  const longAgo = new Date(Date.now() - 61 * 86_400_000).toISOString()
  await service
    .from('speech_clips')
    .update({ used_at: longAgo })
    .eq('hash', old?.hash ?? '')
    .throwOnError()
  await server.backend.services.speech.clips.removeDue()
  expect((await clips()).map(({ hash }) => hash).toSorted()).toEqual(rest.map(({ hash }) => hash).toSorted())
  expect((await service.storage.from(clipBucket).download(`${workspaceId}/${old?.hash}`)).data).toBeNull()
})
