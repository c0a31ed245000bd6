import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { messages } from '#domain/messages.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* Pages of demos with very long texts. */

let backend: Backend
let author: SignedUp

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
})
afterAll(() => backend.close())

async function newDemo(steps: number, notes: string): Promise<string> {
  const id = randomUUID()
  await author.client.from('demos').insert({ id, name: 'Long', status: 'active' }).throwOnError()
  const rows = Array.from({ length: steps }, (_, at) => ({
    id: randomUUID(),
    demo_id: id,
    order: at + 1,
    screenshot_url: 'one.png',
    title: `Step ${at + 1}`,
    description: notes,
  }))
  for (let at = 0; at < steps; at += 100) {
    await author.client
      .from('demo_steps')
      .insert(rows.slice(at, at + 100))
      .throwOnError()
  }
  return id
}

async function open(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await backend.app.request(path)
  return { status: answer.status, text: await answer.text() }
}

test('the page of a large demo is rendered while the server keeps answering', async () => {
  const id = await newDemo(100, 'The report opens in the browser. '.repeat(600))
  // Read once.
  await open(`/demo/${id}/poster`)
  let answered = 0
  const answer = setInterval(() => (answered += 1), 1)
  const pages = await Promise.all([open(`/demo/${id}/play?step=7`), open(`/demo/${id}/play?view=text`)])
  clearInterval(answer)
  expect(answered).toBeGreaterThan(20)
  expect(pages.map(({ status }) => status)).toEqual([200, 200])
  expect(pages.map(({ text }) => text.includes('Step 100'))).toEqual([true, true])
})

test('a change of a demo shows within a second, whatever changed', async () => {
  const id = await newDemo(2, 'Before.')
  const page = async () => {
    backend.passTime(600)
    return (await open(`/demo/${id}/play?view=text`)).text
  }
  expect(await page()).toContain('Before.')
  const steps = author.client.from('demo_steps')
  await steps.update({ description: 'After.' }).eq('demo_id', id).eq('title', 'Step 2').throwOnError()
  expect(await page()).toContain('After.')
  await author.client.from('demos').update({ name: 'Renamed' }).eq('id', id).throwOnError()
  expect(await page()).toContain('Renamed')
  const { data } = await author.client.from('demo_steps').select('id').eq('demo_id', id).eq('title', 'Step 1').single()
  const place = { x_percent: 1, y_percent: 1, width_percent: 9, height_percent: 9 }
  const card = {
    step_id: String(data?.['id']),
    type: 'custom',
    title: 'A new card',
    description: 'Its text.',
    ...place,
  }
  await author.client.from('step_cards').insert(card).throwOnError()
  expect(await page()).toContain('A new card')
  await author.client.from('workspaces').update({ brand_color: '#12ab34' }).neq('id', id).throwOnError()
  expect(await page()).toContain('#12ab34')
  await author.client.from('demo_steps').delete().eq('demo_id', id).eq('title', 'Step 2').throwOnError()
  expect(await page()).not.toContain('After.')
  await author.client.from('demos').update({ share_mode: 'links' }).eq('id', id).throwOnError()
  expect(await page()).toContain(messages.demoNotFound)
})

test('a demo that is too large to show says so', async () => {
  const id = await newDemo(300, 'The report opens in the browser. '.repeat(600))
  for (let time = 0; time < 2; time += 1) {
    const { status, text } = await open(`/demo/${id}/play`)
    expect([status, text.includes(messages.demoTooLarge)]).toEqual([503, true])
  }
  expect((await open(`/demo/${id}/poster`)).status).toBe(404)
})
