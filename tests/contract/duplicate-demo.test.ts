import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* A copy of a demo belongs to its author, has all of its steps, and is inactive. */

let backend: Backend
let author: SignedUp
let demoId: string

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
  const { data } = await author.client
    .from('demos')
    .insert({ name: 'Tour', description: 'All of it' })
    .select('id')
    .single<{ id: string }>()
  demoId = data?.id ?? ''
  const step = (order: number) => ({ demo_id: demoId, order, title: `Step ${order}`, screenshot_url: `${order}.png` })
  await author.client
    .from('demo_steps')
    .insert([step(1), step(2)])
    .throwOnError()
})
afterAll(() => backend.close())

it('is created as a draft with the same steps', async () => {
  const { data: copyId } = await author.client.rpc('duplicate_demo', { p_demo_id: demoId })
  const { data: copy } = await author.client
    .from('demos')
    .select('name,description,status,demo_steps(order,title,screenshot_url)')
    .eq('id', copyId)
    .order('order', { referencedTable: 'demo_steps' })
    .single()
  expect(copy).toEqual({
    name: 'Copy of Tour',
    description: 'All of it',
    status: 'draft',
    demo_steps: [
      { order: 1, title: 'Step 1', screenshot_url: '1.png' },
      { order: 2, title: 'Step 2', screenshot_url: '2.png' },
    ],
  })
})

it('leads where the original led, looks the same, and is presented by the same agent', async () => {
  const { client } = author
  const { data: steps } = await client.from('demo_steps').select('id').eq('demo_id', demoId).order('order')
  const [first, second] = (steps ?? []).map(({ id }) => String(id))
  const { data: agent } = await client.from('agents').select('id,workspace_id').limit(1).single()
  const look = { marker: 'box', box: { xPercent: 1, yPercent: 2, widthPercent: 3, heightPercent: 4 } }
  await client.from('demo_steps').update({ target_step_id: second, look }).eq('id', first).throwOnError()
  await client
    .from('demos')
    .update({ look: { layout: 'side' } })
    .eq('id', demoId)
    .throwOnError()
  const { workspace_id } = agent ?? {}
  await client.from('agent_demos').insert({ demo_id: demoId, agent_id: agent?.id, workspace_id }).throwOnError()
  await client
    .from('step_questions')
    .insert({ step_id: first, questions: ['Why?'], workspace_id })
    .throwOnError()

  const { data: copyId } = await client.rpc('duplicate_demo', { p_demo_id: demoId }).throwOnError()

  const { data: copies } = await client.from('demo_steps').select('*').eq('demo_id', copyId).order('order')
  expect(copies?.[0]).toMatchObject({ look, target_step_id: copies?.[1]?.id })
  expect((await client.from('demos').select('look').eq('id', copyId).single()).data).toEqual({
    look: { layout: 'side' },
  })
  expect((await client.from('agent_demos').select('agent_id').eq('demo_id', copyId)).data).toEqual([
    { agent_id: agent?.id },
  ])
  expect((await client.from('step_questions').select('questions').eq('step_id', copies?.[0]?.id)).data).toEqual([
    { questions: ['Why?'] },
  ])
})

it('is refused to non-members and to holders of a link', async () => {
  const stranger = await backend.signUp()
  expect((await stranger.client.rpc('duplicate_demo', { p_demo_id: demoId })).status).toBe(404)
  const visitor = backend.anonClient({ 'x-demo-id': demoId })
  expect((await visitor.rpc('duplicate_demo', { p_demo_id: demoId })).error?.code).toBe('42501')
  const holder = await backend.signUp(undefined, { 'x-demo-id': demoId })
  await holder.client.rpc('duplicate_demo', { p_demo_id: demoId })
  expect((await holder.client.from('demos').select('name').eq('name', 'Copy of Tour')).data).toEqual([])
})
