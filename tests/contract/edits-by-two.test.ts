import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* A save that names the version it is based on never overwrites a later one. */

let backend: Backend
let author: SignedUp
let colleague: SignedUp
let demoId: string
let stepIds: readonly string[]

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
  colleague = await joined('editor')
})
afterAll(() => backend.close())

function asSystem(text: string, values: readonly unknown[]) {
  return backend.services.database.transaction('system', [{ text, values }])
}

/** Someone who has joined the author's workspace. */
async function joined(role: 'editor' | 'viewer'): Promise<SignedUp> {
  const person = await backend.signUp()
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  await asSystem('insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)', [
    data.id,
    person.user.id,
    role,
  ])
  return person
}

beforeEach(async () => {
  const { data } = await author.client.from('demos').insert({ name: 'Tour' }).select('id').single<{ id: string }>()
  demoId = data?.id ?? ''
  const step = (order: number) => ({ id: randomUUID(), demo_id: demoId, order, title: `${order}`, screenshot_url: 'a' })
  const steps = [1, 2, 3].map(step)
  await author.client.from('demo_steps').insert(steps).throwOnError()
  stepIds = steps.map(({ id }) => id)
})

interface Row {
  readonly id: string
  readonly version: number
  readonly updated_by: string | null
  readonly title: string | null
  readonly description: string | null
}

const stepRow = async (index = 0) => {
  const { data } = await author.client.from('demo_steps').select('*').eq('id', stepIds[index]).single<Row>()
  return data!
}

function changeStep(client: SupabaseClient, version: number, patch: object) {
  return client.from('demo_steps').update(patch).eq('id', stepIds[0]).eq('version', version).select('id')
}

describe('a step', () => {
  it('has its version, and who changed it last', async () => {
    const before = await stepRow()
    expect([before.version, before.updated_by]).toEqual([1, author.user.id])
    await colleague.client.from('demo_steps').update({ title: 'Theirs' }).eq('id', before.id).throwOnError()
    expect(await stepRow()).toMatchObject({ version: 2, updated_by: colleague.user.id })
  })

  it('isn’t changed by a save that is based on an older version', async () => {
    const { version } = await stepRow()
    expect((await changeStep(colleague.client, version, { title: 'Theirs' })).data).toHaveLength(1)
    expect((await changeStep(author.client, version, { title: 'Mine' })).data).toEqual([])
    expect(await stepRow()).toMatchObject({ title: 'Theirs', version: version + 1 })
    expect((await changeStep(author.client, version + 1, { title: 'Mine' })).data).toHaveLength(1)
  })

  it('is changed by only one of many simultaneous saves', async () => {
    const { version } = await stepRow()
    const saves = Array.from({ length: 10 }, (_, index) =>
      changeStep((index % 2 === 0 ? author : colleague).client, version, { title: `Save ${index}` }),
    )
    const won = (await Promise.all(saves)).filter(({ data }) => data?.length === 1)
    expect(won).toHaveLength(1)
    expect((await stepRow()).version).toBe(version + 1)
  })

  it('keeps newer notes, and says so', async () => {
    const { id, version } = await stepRow()
    const notes = (client: SupabaseClient, text: string, on = version) =>
      client.rpc('update_demo_step_notes', { p_step_id: id, p_notes: text, p_version: on })
    expect((await notes(colleague.client, 'Theirs')).error).toBeNull()
    const refused = await notes(author.client, 'Mine')
    expect([refused.status, refused.error?.message]).toEqual([409, 'The step has changed since it was loaded'])
    expect(await stepRow()).toMatchObject({ description: 'Theirs', version: version + 1 })
    expect((await notes(author.client, 'Mine', version + 1)).error).toBeNull()
    expect(
      (await author.client.rpc('update_demo_step_notes', { p_step_id: id, p_notes: 'No version' })).error,
    ).toBeNull()
    expect((await stepRow()).description).toBe('No version')
  })

  it('keeps its version when only its position changes', async () => {
    const { version } = await stepRow()
    const reorder = { p_demo_id: demoId, p_step_ids: stepIds.toReversed() }
    await author.client.rpc('reorder_demo_steps', reorder).throwOnError()
    expect((await stepRow()).version).toBe(version)
  })

  it('can’t be given another version or author', async () => {
    const { id } = await stepRow()
    for (const patch of [{ version: 99 }, { updated_by: colleague.user.id }]) {
      const { error } = await author.client.from('demo_steps').update(patch).eq('id', id)
      expect(error?.code).toBe('42501')
    }
  })

  it('isn’t deleted if it has changed since', async () => {
    const { id, version } = await stepRow()
    await colleague.client.from('demo_steps').update({ title: 'Theirs' }).eq('id', id).throwOnError()
    const remove = (versions?: Readonly<Record<string, number>>) =>
      author.client.rpc('remove_demo_steps', {
        p_demo_id: demoId,
        p_step_ids: [id, stepIds[1]],
        ...(versions !== undefined && { p_versions: versions }),
      })
    const refused = await remove({ [id]: version })
    expect([refused.status, refused.error?.message]).toEqual([409, 'A step has changed since it was loaded'])
    expect((await stepRow()).title).toBe('Theirs')
    expect((await remove({ [id]: version + 1 })).error).toBeNull()
  })

  it('isn’t deleted if one of its cards has changed since, or is new', async () => {
    const { id } = await stepRow()
    const place = { x_percent: 10, y_percent: 10, width_percent: 20, height_percent: 20 }
    const add = async (title: string) => {
      const row = { id: randomUUID(), step_id: id, type: 'cue', title, ...place }
      const { data } = await author.client.from('step_cards').insert(row).select('id, version').single().throwOnError()
      return data
    }
    const remove = (cards: Readonly<Record<string, number>>) =>
      author.client.rpc('remove_demo_steps', { p_demo_id: demoId, p_step_ids: [id], p_card_versions: cards })
    const first = await add('First')
    await colleague.client.from('step_cards').update({ title: 'Theirs' }).eq('id', first.id).throwOnError()
    expect((await remove({ [first.id]: first.version })).status).toBe(409)
    const second = await add('Second')
    expect((await remove({ [first.id]: first.version + 1 })).status).toBe(409)
    expect((await stepRow()).id).toBe(id)
    expect((await remove({ [first.id]: first.version + 1, [second.id]: second.version })).error).toBeNull()
  })

  it('refuses notes of a viewer, with a version, too', async () => {
    const { id, version } = await stepRow()
    const viewer = await joined('viewer')
    for (const on of [version, version + 5]) {
      const change = { p_step_id: id, p_notes: 'No', p_version: on }
      const refused = await viewer.client.rpc('update_demo_step_notes', change)
      expect(refused.error?.message).toBe('Step not found')
    }
    expect((await stepRow()).description).toBeNull()
  })

  it('has the same version after it was deleted and restored', async () => {
    const { version } = await stepRow()
    const one = { p_demo_id: demoId, p_step_ids: [stepIds[0]] }
    await author.client.rpc('remove_demo_steps', one).throwOnError()
    await colleague.client.rpc('restore_demo_steps', one).throwOnError()
    expect(await stepRow()).toMatchObject({ version, updated_by: colleague.user.id })
  })
})

it('an order isn’t replaced by one that is based on an older order', async () => {
  const [first, second, third] = stepIds
  const reorder = (client: SupabaseClient, ids: readonly unknown[], was: readonly unknown[]) =>
    client.rpc('reorder_demo_steps', { p_demo_id: demoId, p_step_ids: ids, p_was: was })
  expect((await reorder(colleague.client, [second, first, third], stepIds)).error).toBeNull()
  const refused = await reorder(author.client, [first, third, second], stepIds)
  expect([refused.status, refused.error?.message]).toEqual([409, 'The steps have changed since they were loaded'])
  expect((await reorder(author.client, [first, third, second], [second, first, third])).error).toBeNull()
})

it('a demo’s name and look aren’t overwritten', async () => {
  const demo = async () => {
    const found = await author.client.from('demos').select('version,updated_by,name').eq('id', demoId).single()
    return found.data as { version: number; updated_by: string; name: string }
  }
  const { version } = await demo()
  const change = (client: SupabaseClient, patch: object) =>
    client.from('demos').update(patch).eq('id', demoId).eq('version', version).select('id')
  expect((await change(colleague.client, { name: 'Theirs' })).data).toHaveLength(1)
  expect((await change(author.client, { look: { layout: 'side' } })).data).toEqual([])
  expect(await demo()).toEqual({ version: version + 1, updated_by: colleague.user.id, name: 'Theirs' })
})

it('a card isn’t overwritten, also after it was deleted and restored with its id', async () => {
  const place = { x_percent: 10, y_percent: 10, width_percent: 20, height_percent: 20 }
  const row = { id: randomUUID(), step_id: stepIds[0], type: 'cue', title: 'First', ...place }
  const add = async () => {
    const added = await author.client.from('step_cards').upsert(row, { onConflict: 'id' }).select('version').single()
    return (added.data as { version: number }).version
  }
  const version = await add()
  const change = (client: SupabaseClient, title: string) =>
    client.from('step_cards').update({ title }).eq('id', row.id).eq('version', version).select('version')
  expect((await change(colleague.client, 'Theirs')).data).toEqual([{ version: version + 1 }])
  expect((await change(author.client, 'Mine')).data).toEqual([])
  const { data: removed } = await author.client
    .from('step_cards')
    .delete()
    .eq('id', row.id)
    .eq('version', version)
    .select()
  expect(removed).toEqual([])
  await author.client.from('step_cards').delete().eq('id', row.id).throwOnError()
  const again = await add()
  expect(again).toBeGreaterThan(version + 1)
  expect(Number.isSafeInteger(again)).toBe(true)
})

it('a deleted account leaves no trace of who changed what', async () => {
  const { id } = await stepRow()
  const guest = await joined('editor')
  await guest.client.from('demo_steps').update({ title: 'Guest' }).eq('id', id).throwOnError()
  await guest.client.from('demos').update({ name: 'Guest' }).eq('id', demoId).throwOnError()
  const demoRow = async () => (await author.client.from('demos').select('*').eq('id', demoId).single<Row>()).data!
  const [step, demo] = [await stepRow(), await demoRow()]
  expect([step.updated_by, demo.updated_by]).toEqual([guest.user.id, guest.user.id])
  await asSystem('delete from auth.users where id = $1', [guest.user.id])
  expect(await stepRow()).toEqual({ ...step, updated_by: null })
  expect(await demoRow()).toEqual({ ...demo, updated_by: null })
})
