import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { ConversationStore, type TalkChange } from '#server/agent/conversation-store.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* Which conversations share a write. */

let backend: Backend
let demo: TrackedDemo

beforeAll(async () => {
  backend = await startBackend()
  demo = await makeTrackedDemo(backend)
})

afterAll(() => backend.close())

function firstChange(conversationId: string): TalkChange {
  const at = new Date(backend.services.now()).toISOString()
  const { workspaceId, demoId } = demo
  return {
    conversationId,
    conversation: {
      id: conversationId,
      workspace_id: workspaceId,
      demo_id: demoId,
      agent_id: null,
      mode: 'text',
      language: 'en',
      consent_at: at,
      started_at: at,
    },
    turns: [],
    heard: [],
    end: null,
    talk: {
      workspaceId,
      epoch: 1,
      isNew: true,
      tokenHash: 'hash',
      step: 1,
      phase: 'present',
      hasTurnedToVoice: false,
      state: {},
      seq: 0,
      events: [],
      lastOrder: 0,
    },
  }
}

/** The transactions that wrote the conversations. */
async function writesOf(...ids: readonly string[]): Promise<ReadonlySet<unknown>> {
  const text = 'select xmin::text from live.snapshots where conversation_id = any ($1)'
  const [result] = await backend.services.database.transaction('system', [{ text, values: [ids] }])
  expect(result?.rows).toHaveLength(ids.length)
  return new Set(result?.rows.map(({ xmin }) => xmin))
}

test('changes that nobody waits for are stored with the next answer', async () => {
  const store = new ConversationStore(backend.services, randomUUID())
  const [one, other, answered] = [randomUUID(), randomUUID(), randomUUID()]
  const later = [one, other].map((id) => store.save(firstChange(id), { isWaitedFor: false }))
  // Later than a write without waiting would be.
  await backend.services.database.transaction('system', [{ text: 'select 1', values: [] }])
  await store.save(firstChange(answered))
  expect(await Promise.all(later)).toEqual(['stored', 'stored'])
  expect((await writesOf(one, other, answered)).size).toBe(1)
})

test('changes that nobody waits for are stored without an answer, too', async () => {
  const store = new ConversationStore(backend.services, randomUUID())
  const id = randomUUID()
  expect(await store.save(firstChange(id), { isWaitedFor: false })).toBe('stored')
  await writesOf(id)
})

test('a change is stored at once when somebody begins to wait for it', async () => {
  const store = new ConversationStore(backend.services, randomUUID())
  const [hurried, patient] = [randomUUID(), randomUUID()]
  const first = store.save(firstChange(hurried), { isWaitedFor: false })
  store.hurry(hurried)
  await first
  await store.save(firstChange(patient), { isWaitedFor: false })
  expect((await writesOf(hurried, patient)).size).toBe(2)
})
