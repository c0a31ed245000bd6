import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* A deleted step is restored completely: its id, position, cards, links to it, and its leads. */

let backend: Backend
let author: SignedUp
let demoId: string
let stepIds: readonly string[]

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
})
afterAll(() => backend.close())

beforeEach(async () => {
  const { data } = await author.client.from('demos').insert({ name: 'Tour' }).select('id').single<{ id: string }>()
  demoId = data?.id ?? ''
  const step = (order: number) => ({
    demo_id: demoId,
    order,
    title: `Step ${order}`,
    description: `Notes ${order}`,
    alt: `Picture ${order}`,
    screenshot_url: `${order}.png`,
    width: 1280,
    height: 800,
    click_x: order,
    click_y: 50,
  })
  const steps = await author.client
    .from('demo_steps')
    .insert([1, 2, 3, 4].map(step))
    .select('id,order')
    .overrideTypes<{ id: string; order: number }[], { merge: false }>()
    .throwOnError()
  stepIds = steps.data.toSorted((a, b) => a.order - b.order).map(({ id }) => id)
})

type Row = Readonly<Record<string, unknown>>

async function rows(table: 'demo_steps' | 'step_cards'): Promise<readonly Row[]> {
  const { data } = await author.client
    .from(table)
    .select('*')
    .eq('demo_id', demoId)
    .order(table === 'demo_steps' ? 'order' : 'id')
    .overrideTypes<Row[], { merge: false }>()
    .throwOnError()
  return data.map((row) => ({ ...row, updated_at: null, version: null }))
}

const titles = async () => (await rows('demo_steps')).map(({ order, title }) => `${String(order)} ${String(title)}`)
const remove = (ids: readonly string[], by = author.client) =>
  by.rpc('remove_demo_steps', { p_demo_id: demoId, p_step_ids: ids })
const restore = (ids: readonly string[], by = author.client) =>
  by.rpc('restore_demo_steps', { p_demo_id: demoId, p_step_ids: ids })

it('is restored with its image, position, notes, cards, and the cards that linked to it', async () => {
  const place = { x_percent: 10, y_percent: 10, width_percent: 20, height_percent: 20 }
  await author.client
    .from('step_cards')
    .insert([
      { ...place, step_id: stepIds[1], type: 'cue', title: 'On it', target_step_id: stepIds[3] },
      { ...place, step_id: stepIds[0], type: 'click', title: 'Leads to it', target_step_id: stepIds[1] },
    ])
    .throwOnError()
  const before = [await rows('demo_steps'), await rows('step_cards')]

  expect((await remove([stepIds[1] ?? '', stepIds[2] ?? ''])).error).toBeNull()
  expect(await titles()).toEqual(['1 Step 1', '2 Step 4'])
  expect((await rows('step_cards')).map(({ title, target_step_id }) => [title, target_step_id])).toEqual([
    ['Leads to it', null],
  ])

  const { data } = await restore([stepIds[2] ?? '', stepIds[1] ?? ''])
  expect(new Set(data as string[])).toEqual(new Set([stepIds[1], stepIds[2]]))
  expect([await rows('demo_steps'), await rows('step_cards')]).toEqual(before)
})

it('is restored with the ways to and from it, and its questions', async () => {
  const { client } = author
  const lead = (id: string | undefined, target_step_id: string | null) =>
    client
      .from('demo_steps')
      .update({ target_step_id })
      .eq('id', id ?? '')
      .throwOnError()
  await lead(stepIds[0], stepIds[1] ?? null)
  await lead(stepIds[1], stepIds[2] ?? null)
  await lead(stepIds[2], stepIds[0] ?? null)
  const { data: demo } = await client.from('demos').select('workspace_id').eq('id', demoId).single().throwOnError()
  const question = { step_id: stepIds[1], workspace_id: demo.workspace_id, questions: ['What does it cost?'] }
  await client.from('step_questions').insert(question).throwOnError()
  const before = await rows('demo_steps')

  await remove([stepIds[1] ?? '']).throwOnError()
  await remove([stepIds[2] ?? '', stepIds[0] ?? '']).throwOnError()
  await restore([stepIds[0] ?? '', stepIds[1] ?? '', stepIds[2] ?? '']).throwOnError()

  expect(await rows('demo_steps')).toEqual(before)
  expect((await client.from('step_questions').select('*').eq('step_id', stepIds[1])).data).toEqual([question])
  for (const id of stepIds) await lead(id, null)
})

it('keeps the leads of its form', async () => {
  const cardId = crypto.randomUUID()
  await author.client
    .from('step_cards')
    .insert({
      id: cardId,
      step_id: stepIds[0],
      type: 'lead',
      title: 'Talk to us',
      x_percent: 10,
      y_percent: 10,
      width_percent: 40,
      height_percent: 40,
    })
    .throwOnError()
  const visitor = backend.anonClient({ 'x-demo-id': demoId })
  const lead = { p_id: crypto.randomUUID(), p_card_id: cardId, p_answers: { email: 'bo@example.com', name: 'Bo' } }
  expect((await visitor.rpc('submit_lead', lead)).error).toBeNull()
  const leads = async () =>
    (await author.client.from('leads').select('email,step_id,card_id').eq('demo_id', demoId).throwOnError()).data
  const before = await leads()
  expect(before).toEqual([{ email: 'bo@example.com', step_id: stepIds[0], card_id: cardId }])
  await remove([stepIds[0] ?? ''])
  expect(await leads()).toEqual([{ email: 'bo@example.com', step_id: null, card_id: null }])
  await restore([stepIds[0] ?? ''])
  expect(await leads()).toEqual(before)
})

it('repeated removing and restoring changes nothing more', async () => {
  const ids = [stepIds[3] ?? '']
  await remove(ids)
  expect((await remove(ids)).error).toBeNull()
  expect(await titles()).toEqual(['1 Step 1', '2 Step 2', '3 Step 3'])
  await restore(ids)
  expect((await restore(ids)).data).toEqual(ids)
  expect(await titles()).toEqual(['1 Step 1', '2 Step 2', '3 Step 3', '4 Step 4'])
})

it('is deleted for good after 30 days', async () => {
  await remove([stepIds[0] ?? ''])
  await backend.services.database.transaction('system', [
    {
      text: `update public.removed_steps set removed_at = now() - interval '31 days' where id = $1`,
      values: [stepIds[0] ?? ''],
    },
  ])
  await remove([stepIds[1] ?? ''])
  expect((await restore([stepIds[0] ?? '', stepIds[1] ?? ''])).data).toEqual([stepIds[1]])
})

it('is deleted with its demo', async () => {
  await remove([stepIds[0] ?? ''])
  await author.client.from('demos').delete().eq('id', demoId).throwOnError()
  const [result] = await backend.services.database.transaction('system', [
    { text: 'select id from public.removed_steps where demo_id = $1', values: [demoId] },
  ])
  expect(result?.rows).toEqual([])
})

it('can be removed and restored only by its workspace', async () => {
  const stranger = await backend.signUp()
  const visitor = backend.anonClient({ 'x-demo-id': demoId })
  const ids = [stepIds[0] ?? '']
  expect((await remove(ids, stranger.client)).status).toBe(404)
  expect((await remove(ids, visitor)).error?.code).toBe('42501')
  await remove(ids)
  expect((await restore(ids, stranger.client)).status).toBe(404)
  expect((await restore(ids, visitor)).error?.code).toBe('42501')
  expect((await author.client.from('removed_steps').select('id')).error?.code).toBe('42501')

  // They can't restore it into their own demo either.
  const { data: own } = await stranger.client.from('demos').insert({ name: 'Own' }).select('id').single()
  const stolen = await stranger.client.rpc('restore_demo_steps', {
    p_demo_id: (own as { id: string }).id,
    p_step_ids: ids,
  })
  expect(stolen.data).toEqual([])
  expect((await restore(ids)).data).toEqual(ids)
})
