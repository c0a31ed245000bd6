import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* A deleted object's id, which strangers may hold, stays reserved for its workspace. */

let backend: Backend
let service: SupabaseClient
let author: SignedUp
let stranger: SignedUp

beforeAll(async () => {
  backend = await startBackend()
  service = backend.serviceClient()
  author = await backend.signUp()
  stranger = await backend.signUp()
})

afterAll(() => backend.close())

async function newDemo(client: SupabaseClient, id: string = randomUUID()) {
  await client.from('demos').insert({ id, name: 'Tour' }).throwOnError()
  return id
}

async function newStep(client: SupabaseClient, demoId: string, id: string = randomUUID()) {
  await client.from('demo_steps').insert({ id, demo_id: demoId, order: 1, screenshot_url: 'a.png' }).throwOnError()
  return id
}

const box = { type: 'cue', x_percent: 1, y_percent: 1, width_percent: 5, height_percent: 5 }

describe('the id of something deleted', () => {
  it('of a demo cannot be taken by another author, by insert, import or upsert', async () => {
    const id = await newDemo(author.client)
    await author.client.from('demos').delete().eq('id', id).throwOnError()
    const step = { id: randomUUID(), screenshot_url: 'a.png' }
    const tries = [
      stranger.client.from('demos').insert({ id, name: 'Mine now' }),
      stranger.client.from('demos').upsert({ id, name: 'Mine now' }),
      stranger.client.from('demos').upsert({ id, name: 'Mine now' }, { ignoreDuplicates: true }),
      stranger.client.rpc('import_demo', { p_demo_id: id, p_name: 'Mine now', p_steps: [step] }),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.error?.code).toBe('23505')
    const visitor = backend.anonClient({ 'x-demo-id': id })
    expect((await visitor.from('demos').select('name')).data).toEqual([])
  })

  it('cannot replace the id of another workspace’s demo', async () => {
    const id = await newDemo(author.client)
    await author.client.from('demos').delete().eq('id', id).throwOnError()
    const own = await newDemo(stranger.client)
    expect((await stranger.client.from('demos').update({ id }).eq('id', own)).error?.code).toBe('22023')
  })

  it('returns to its workspace, as undo and a repeated import need', async () => {
    const id = await newDemo(author.client)
    const stepId = await newStep(author.client, id)
    await author.client.from('demo_steps').delete().eq('id', stepId).throwOnError()
    await newStep(author.client, id, stepId)
    await author.client.from('demos').delete().eq('id', id).throwOnError()
    await newDemo(author.client, id)
    expect((await author.client.from('demos').select('id').eq('id', id)).data).toEqual([{ id }])
  })

  it('of steps, cards, links, captures and agents cannot be taken either, nor if deleted with their demo', async () => {
    const demoId = await newDemo(author.client)
    const stepId = await newStep(author.client, demoId)
    const ids = { card: randomUUID(), link: randomUUID(), capture: randomUUID(), agent: randomUUID() }
    await author.client
      .from('step_cards')
      .insert({ ...box, id: ids.card, step_id: stepId })
      .throwOnError()
    await author.client.from('share_links').insert({ id: ids.link, demo_id: demoId, name: 'Ada' }).throwOnError()
    await author.client
      .from('captures')
      .insert({ id: ids.capture, session_id: 's', url: 'https://example.com' })
      .throwOnError()
    await author.client.from('agents').insert({ id: ids.agent, slug: 'second' }).throwOnError()
    await author.client.from('demos').delete().eq('id', demoId).throwOnError()
    await author.client.from('captures').delete().eq('id', ids.capture).throwOnError()
    await author.client.from('agents').delete().eq('id', ids.agent).throwOnError()

    const { client } = stranger
    const theirs = await newDemo(client)
    const theirStep = await newStep(client, theirs)
    const tries = [
      client.from('demo_steps').insert({ id: stepId, demo_id: theirs, order: 2, screenshot_url: 'b.png' }),
      client.from('step_cards').insert({ ...box, id: ids.card, step_id: theirStep }),
      client.from('share_links').insert({ id: ids.link, demo_id: theirs, name: 'Eve' }),
      client.from('captures').insert({ id: ids.capture, session_id: 's', url: 'https://example.com' }),
      client.from('agents').insert({ id: ids.agent, slug: 'third' }),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.error?.code).toBe('23505')
  })

  it('stays with a workspace deleted with its last member', async () => {
    const leaver = await backend.signUp()
    const id = await newDemo(leaver.client)
    const { error } = await service.auth.admin.deleteUser(leaver.user.id)
    expect(error).toBeNull()
    expect((await stranger.client.from('demos').insert({ id, name: 'Mine now' })).error?.code).toBe('23505')
  })

  it('leaves a deleted demo’s files to its workspace', async () => {
    const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
    const path = `${String(data['id'])}/${randomUUID()}/one.png`
    const picture = new Blob([new Uint8Array([1])], { type: 'image/png' })
    const { error } = await stranger.client.storage.from('demo-captures').upload(path, picture)
    expect(error).toMatchObject({ message: 'new row violates row-level security policy' })
  })
})

describe('an editor of two workspaces', () => {
  it('moves nothing from one into the other', async () => {
    const { data: own } = await stranger.client.from('workspaces').select('id').single().throwOnError()
    const { data: shared } = await author.client.from('workspaces').select('id').single().throwOnError()
    const workspaceId = String(shared['id'])
    const membership = { workspace_id: workspaceId, user_id: stranger.user.id, role: 'editor' }
    await service.from('workspace_members').insert(membership).throwOnError()
    const { client } = stranger
    for (const table of ['agents', 'captures', 'demos', 'demo_steps', 'step_cards', 'availability']) {
      const moved = await client.from(table).update({ workspace_id: own['id'] }).eq('workspace_id', workspaceId)
      expect([table, moved.error?.code]).toEqual([table, '42501'])
    }
    const upserted = await client
      .from('agents')
      .upsert({ workspace_id: workspaceId, slug: 'leo', name: 'Mia' }, { onConflict: 'workspace_id,slug' })
    expect(upserted.error?.code).toBe('42501')
    const { data: agents } = await service.from('agents').select('name').eq('workspace_id', workspaceId).throwOnError()
    expect(agents).toEqual([{ name: 'Leo' }])
  })
})
