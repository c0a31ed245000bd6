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

it('is refused to strangers and to holders of a link', async () => {
  const stranger = await backend.signUp()
  expect((await stranger.client.rpc('duplicate_demo', { p_demo_id: demoId })).status).toBe(404)
  const visitor = backend.anonClient({ 'x-demo-id': demoId })
  expect((await visitor.rpc('duplicate_demo', { p_demo_id: demoId })).error?.code).toBe('42501')
  const holder = await backend.signUp(undefined, { 'x-demo-id': demoId })
  await holder.client.rpc('duplicate_demo', { p_demo_id: demoId })
  expect((await holder.client.from('demos').select('name').eq('name', 'Copy of Tour')).data).toEqual([])
})
