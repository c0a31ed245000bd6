import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { outboxOf } from '#support/outbox.ts'

/* Feedback about the product is stored and reaches its operators. */

let backend: Backend
let author: SignedUp

beforeAll(async () => {
  backend = await startBackend({ env: { FEEDBACK_EMAIL: 'team@example.com' } })
  author = await backend.signUp()
})
afterAll(() => backend.close())

async function send(body: unknown, account: SignedUp | null = author): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (account !== null) headers['authorization'] = `Bearer ${account.session.access_token}`
  return backend.app.request('/account/v1/feedback', { method: 'POST', headers, body: JSON.stringify(body) })
}

it('is stored as the writer’s, and mailed', async () => {
  const answer = await send({ kind: 'idea', text: ' Let me <b>sort</b> the list. ', page: '/dashboard/demos' })
  expect(answer.status).toBe(201)
  expect((await author.client.from('feedback').select('kind,text,page')).data).toEqual([
    { kind: 'idea', text: 'Let me <b>sort</b> the list.', page: '/dashboard/demos' },
  ])
  const stranger = await backend.signUp()
  expect((await stranger.client.from('feedback').select('*')).data).toEqual([])

  await backend.services.delivery.mail.settled()
  const [mail] = await outboxOf(backend, 'team@example.com')
  expect(mail?.subject).toBe('Feedback: idea')
})

it.each([
  [{ kind: 'idea', text: '   ' }],
  [{ kind: 'rant', text: 'No' }],
  [{ kind: 'idea', text: 'x'.repeat(5_001) }],
  [null],
])('refuses %j with a sentence', async (body) => {
  const answer = await send(body)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 'bad_request', message: 'Choose a kind of feedback, and write 1 to 5000 characters.' },
  ])
})

it('accepts twenty an hour from one account, also without the page', async () => {
  const { client } = await backend.signUp()
  const statuses: number[] = []
  for (let count = 0; count < 22; count += 1) {
    statuses.push((await client.from('feedback').insert({ kind: 'praise', text: `Nice ${count}` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429])
})

it('requires a session', async () => {
  expect((await send({ kind: 'praise', text: 'Nice' }, null)).status).toBe(401)
})
