import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

let backend: Backend
let author: SignedUp

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
})
afterAll(() => backend.close())

interface LoadedStep {
  readonly title: string | null
  readonly description: string | null
  readonly cards: readonly unknown[]
}

it('reads only the first notes of an endless demo for its agent, and all titles', async () => {
  const demo = { id: randomUUID(), name: 'Endless' }
  await author.client.from('demos').insert(demo).throwOnError()
  const steps = Array.from({ length: 120 }, (_, at) => ({
    id: randomUUID(),
    demo_id: demo.id,
    order: at + 1,
    screenshot_url: 'one.png',
    title: `Step ${at + 1}`,
    description: 'x'.repeat(19_000),
  }))
  await author.client.from('demo_steps').insert(steps).throwOnError()
  const place = { x_percent: 1, y_percent: 1, width_percent: 9, height_percent: 9 }
  const cards = [steps[0], steps.at(-1)].map((step) => ({
    step_id: step?.id,
    type: 'click',
    title: 'A card',
    ...place,
  }))
  await author.client.from('step_cards').insert(cards).throwOnError()
  const { data } = await backend.serviceClient().rpc('load_agent_demo', { p_demo_id: demo.id }).throwOnError()
  const loaded = (data as { readonly demo: { readonly steps: readonly LoadedStep[] } }).demo.steps
  expect(loaded.map(({ title }) => title)).toEqual(steps.map(({ title }) => title))
  expect(loaded.filter(({ description }) => description !== null)).toHaveLength(105)
  expect([loaded[0]?.cards.length, loaded.at(-1)?.cards.length]).toEqual([1, 0])
})
