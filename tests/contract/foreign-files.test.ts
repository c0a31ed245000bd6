import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* Visitors learn the addresses of a demo's pictures, and anybody may write one into a step of their own. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp
let workspaceId: string

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
  stranger = await backend.signUp()
  const { data } = await author.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
  workspaceId = data.id
})
afterAll(() => backend.close())

/** A picture that no step shows any more, with its original, its captured page, and a recording. */
async function addUnusedFiles() {
  const server = backend.serviceClient()
  const path = `${workspaceId}/${randomUUID()}/one.png`
  const audioId = randomUUID()
  const hash = 'a'.repeat(22) + randomUUID().slice(0, 8) + 'b'.repeat(13)
  await server
    .from('picture_edits')
    .insert({ workspace_id: workspaceId, path, width: 8, height: 8, original_path: `${path}.original`, edits: {} })
    .throwOnError()
  await server
    .from('snapshots')
    .insert({ workspace_id: workspaceId, picture: path, hash, files: [], width: 8, height: 8, picture_width: 8 })
    .throwOnError()
  await server
    .from('step_audio')
    .insert({
      id: audioId,
      workspace_id: workspaceId,
      path: `${workspaceId}/${audioId}`,
      hash,
      mime_type: 'audio/wav',
      bytes: 8,
      duration_ms: 8,
    })
    .throwOnError()
  const count = async () => {
    const found = [
      await server.from('picture_edits').select('id').eq('path', path).throwOnError(),
      await server.from('snapshots').select('id').eq('picture', path).throwOnError(),
      await server.from('step_audio').select('id').eq('id', audioId).throwOnError(),
    ]
    return found.map(({ data }) => data.length)
  }
  return { path, audioId, count }
}

async function showAndDelete({ client }: SignedUp, { path, audioId }: { readonly path: string; audioId: string }) {
  const demo = { id: randomUUID(), name: 'Tour' }
  await client.from('demos').insert(demo).throwOnError()
  const step = { id: randomUUID(), demo_id: demo.id, order: 1, screenshot_url: path, narration: { audioId } }
  await client.from('demo_steps').insert(step).throwOnError()
  await client.from('demo_steps').delete().eq('id', step.id).throwOnError()
}

it('keeps originals, pages and recordings when another workspace shows and deletes the picture', async () => {
  const files = await addUnusedFiles()
  await showAndDelete(stranger, files)
  expect(await files.count()).toEqual([1, 1, 1])
})

it('deletes them with the last step of their own workspace', async () => {
  const files = await addUnusedFiles()
  await showAndDelete(author, files)
  expect(await files.count()).toEqual([0, 0, 0])
})

it('refuses a step that names another workspace’s capture', async () => {
  const capture = { id: randomUUID(), session_id: 'one', url: 'https://app.example.com/customers' }
  await author.client.from('captures').insert(capture).throwOnError()
  const demo = { id: randomUUID(), name: 'Tour' }
  await stranger.client.from('demos').insert(demo).throwOnError()
  const step = { id: randomUUID(), demo_id: demo.id, order: 1, screenshot_url: 'one.png' }
  const added = await stranger.client.from('demo_steps').insert({ ...step, capture_id: capture.id })
  expect(added.error?.code).toBe('23503')
  await stranger.client.from('demo_steps').insert(step).throwOnError()
  const changed = await stranger.client.from('demo_steps').update({ capture_id: capture.id }).eq('id', step.id)
  expect(changed.error?.code).toBe('23503')
  const { error } = await stranger.client.rpc('import_demo', {
    p_demo_id: randomUUID(),
    p_name: 'Tour',
    p_steps: [{ id: randomUUID(), screenshot_url: 'one.png', capture: { ...capture, timestamp: '2026-01-01' } }],
  })
  expect(error?.code).toBe('23503')
})
