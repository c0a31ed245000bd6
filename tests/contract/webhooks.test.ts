import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { webhookEvents, webhookFormats } from '#protocol/webhooks.ts'
import { sendWebhooks } from '#server/webhooks/send-webhooks.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { listenOnLoopback, type LoopbackServer } from '#support/listen-on-loopback.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* Webhooks: leads and meetings posted to an address of the author's. */

interface Post {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let backend: Backend
let receiver: LoopbackServer
let posts: Post[]
let answers: number[]
/** Answers that the slow receiver has not sent. */
let slow: ServerResponse[]
let on: TrackedDemo

beforeAll(async () => {
  backend = await startBackend({ env: { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' } })
  const server = createServer((request, response) => {
    if (request.url === '/slow') return void slow.push(response)
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200).end('ok')
    })
  })
  receiver = await listenOnLoopback(server)
})

afterAll(async () => {
  await Promise.all([backend.close(), receiver.close()])
})

beforeEach(async () => {
  posts = []
  answers = []
  slow = []
  on = await makeTrackedDemo(backend)
})

async function send(path: string, body: object = {}, account: SignedUp = on.owner) {
  const response = await backend.app.fetch(
    new Request(`http://understudy.test/webhooks/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> }
}

const add = (format: string, path = '/hook', account?: SignedUp) =>
  send('', { workspaceId: on.workspaceId, url: `${receiver.origin}${path}`, format }, account)

async function addLead(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = randomUUID()
  const lead = { id, workspace_id: on.workspaceId, demo_id: on.demoId, demo_name: 'Tour', card_title: 'Talk to us' }
  await backend
    .serviceClient()
    .from('leads')
    .insert({ ...lead, email: 'ada@globex.example', name: 'Ada Byron', ...fields })
    .throwOnError()
  return id
}

async function newestDelivery() {
  const { data } = await on.owner.client
    .from('webhook_deliveries')
    .select()
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return data as Readonly<Record<string, unknown>>
}

const system = async (text: string, ...values: unknown[]) =>
  (await backend.services.database.transaction('system', [{ text, values }]))[0]?.rows ?? []

const makeDue = () =>
  system(
    'update public.webhook_deliveries set due_at = now() where workspace_id = $1 and due_at > now()',
    on.workspaceId,
  )

test('a new lead is posted as JSON that the receiver can verify', async () => {
  const { status, body } = await add('json')
  expect(status).toBe(201)
  const id = await addLead({ fields: [{ label: 'Team size', value: 'sixty' }] })
  await sendWebhooks(backend.services)
  expect(posts).toHaveLength(1)
  const [post] = posts
  const said = JSON.parse(post?.body ?? '') as Readonly<Record<string, unknown>>
  expect(said).toMatchObject({
    type: 'lead.created',
    data: {
      lead: { id, name: 'Ada Byron', email: 'ada@globex.example', fields: [{ label: 'Team size', value: 'sixty' }] },
      meeting: null,
    },
  })
  // As the receiver's library does it (standardwebhooks.com).
  const { 'webhook-id': postId, 'webhook-timestamp': at, 'webhook-signature': signature } = post?.headers ?? {}
  const key = Buffer.from((body['secret'] ?? '').slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${String(postId)}.${String(at)}.${post?.body}`)
    .digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(said['id']).toBe(postId)
  expect(await newestDelivery()).toMatchObject({ event: 'lead.created', status: 200, problem: null, due_at: null })
})

test('changes of a lead are batched for a minute; a chat gets new leads only', async () => {
  await add('json', '/json')
  await add('chat', '/chat')
  const id = await addLead()
  await sendWebhooks(backend.services)
  const lead = () => on.owner.client.from('leads')
  await lead().update({ status: 'open' }).eq('id', id).throwOnError()
  await lead().update({ status: 'won' }).eq('id', id).throwOnError()
  await sendWebhooks(backend.services)
  expect(posts.map(({ path }) => path).toSorted()).toEqual(['/chat', '/json'])
  await makeDue()
  await sendWebhooks(backend.services)
  expect(posts).toHaveLength(3)
  expect(JSON.parse(posts[2]?.body ?? '')).toMatchObject({ type: 'lead.updated', data: { lead: { status: 'won' } } })
})

test('a chat message has no links or mentions of the visitor’s', async () => {
  await add('chat')
  await addLead({ name: '<!channel> *free* https://evil.example/x @here' })
  await sendWebhooks(backend.services)
  const { text } = JSON.parse(posts[0]?.body ?? '') as { readonly text: string }
  expect(text).toMatch(/^New lead: .*\(ada@globex\.example\), from Tour\nhttps?:\/\/.*\/dashboard\/leads\//)
  expect(text.split('\n')[0]).not.toMatch(/[<>]|:\/\/|evil\.example|@here/)
})

test('a meeting is posted when it is booked, moved and cancelled', async () => {
  await add('json')
  const id = randomUUID()
  const meetings = () => backend.serviceClient().from('meetings')
  const at = (hour: number) => `2100-01-01T${String(hour).padStart(2, '0')}:00:00Z`
  const meeting = {
    id,
    workspace_id: on.workspaceId,
    demo_id: on.demoId,
    demo_name: 'Tour',
    email: 'ada@globex.example',
  }
  const people = {
    name: 'Ada',
    time_zone: 'UTC',
    organiser_email: 'o@example.com',
    organiser_name: 'O',
    place: 'Phone',
    guests: ['bo@globex.example'],
  }
  await meetings()
    .insert({ ...meeting, ...people, starts_at: at(9), ends_at: at(10), idempotency_key: id })
    .throwOnError()
  await meetings()
    .update({ status: 'moved', starts_at: at(11), ends_at: at(12) })
    .eq('id', id)
    .throwOnError()
  await meetings().update({ notify_attempts: 1 }).eq('id', id).throwOnError()
  await meetings().update({ status: 'cancelled' }).eq('id', id).throwOnError()
  await sendWebhooks(backend.services)
  const types = posts.map(({ body }) => (JSON.parse(body) as { readonly type: string }).type)
  expect(types.toSorted()).toEqual(['meeting.booked', 'meeting.cancelled', 'meeting.moved'])
  const { data } = JSON.parse(posts[0]?.body ?? '') as { readonly data: unknown }
  expect(data).toMatchObject({ meeting: { email: 'ada@globex.example', guests: ['bo@globex.example'] } })
})

test('a failed post is retried with the same id, and given up after a day', async () => {
  await add('json')
  answers = [500]
  await addLead()
  await sendWebhooks(backend.services)
  expect(await newestDelivery()).toMatchObject({ status: 500, problem: 'The address answered 500', attempts: 1 })
  await sendWebhooks(backend.services)
  expect(posts).toHaveLength(1)
  await makeDue()
  await sendWebhooks(backend.services)
  expect(posts).toHaveLength(2)
  expect(posts[1]?.headers['webhook-id']).toBe(posts[0]?.headers['webhook-id'])
  expect(await newestDelivery()).toMatchObject({ problem: null, due_at: null })

  answers = Array.from({ length: 9 }, () => 503)
  await addLead()
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    await sendWebhooks(backend.services)
    await makeDue()
  }
  expect(posts).toHaveLength(9)
  expect(await newestDelivery()).toMatchObject({ attempts: 7, due_at: null, delivered_at: null })
})

test('a paused webhook gets nothing, and an erased lead is never sent', async () => {
  const { body } = await add('json')
  const webhooks = () => on.owner.client.from('webhooks')
  await webhooks().update({ is_on: false }).eq('id', body['id']).throwOnError()
  await addLead()
  await webhooks().update({ is_on: true }).eq('id', body['id']).throwOnError()
  const erased = await addLead()
  await on.owner.client.from('leads').delete().eq('id', erased).throwOnError()
  await sendWebhooks(backend.services)
  expect(posts).toEqual([])
})

test('a test event is posted at once and reports its outcome', async () => {
  const { body } = await add('chat')
  expect(await send(`/${body['id']}/test`)).toMatchObject({ status: 200, body: { status: 200, problem: null } })
  expect(JSON.parse(posts[0]?.body ?? '')).toEqual({ text: 'Understudy can post here.' })
  answers = [404]
  const failed = await send(`/${body['id']}/test`)
  expect(failed.body).toMatchObject({ status: 404, problem: 'The address answered 404' })
  expect(await newestDelivery()).toMatchObject({ event: 'test', status: 404 })
})

test('only admins add webhooks, five at most, and the address stays secret', async () => {
  const stranger = await backend.signUp()
  expect((await add('json', '/hook', stranger)).status).toBe(403)
  for (let count = 1; count <= 5; count += 1) expect((await add('json', '/secret-path')).status).toBe(201)
  expect(await add('json')).toMatchObject({ status: 409, body: { code: 'full' } })
  const { data } = await on.owner.client.from('webhooks').select().throwOnError()
  expect(data).toHaveLength(5)
  expect(JSON.stringify(data)).not.toContain('secret-path')
  expect((await stranger.client.from('webhooks').select()).data).toEqual([])
  const id = String(data[0]?.['id'])
  expect((await send(`/${id}/test`, {}, stranger)).status).toBe(403)
  expect((await send('', { workspaceId: on.workspaceId, url: 'ftp://files.example', format: 'json' })).status).toBe(400)
})

test('many events of one workspace don’t delay another’s', async () => {
  await add('json', '/busy')
  for (let count = 1; count <= 12; count += 1) await addLead()
  on = await makeTrackedDemo(backend)
  await add('json', '/calm')
  await addLead()
  const claimed = await system('select public.claim_webhook_deliveries() as claimed')
  const deliveries = claimed[0]?.['claimed'] as readonly { readonly webhook_id: string }[]
  const { data } = await on.owner.client.from('webhooks').select('id').single().throwOnError()
  expect(deliveries.filter(({ webhook_id }) => webhook_id === data.id)).toHaveLength(1)
  expect(deliveries).toHaveLength(5)
})

test('a slow receiver delays nobody else, and gets four posts at once', async () => {
  await add('json', '/slow')
  for (let count = 1; count <= 6; count += 1) await addLead()
  on = await makeTrackedDemo(backend)
  await add('json', '/calm')
  for (let count = 1; count <= 12; count += 1) await addLead()
  const sent = sendWebhooks(backend.services)
  await vi.waitFor(() => expect(posts).toHaveLength(12), 5_000)
  expect(slow).toHaveLength(4)
  for (const response of slow) response.end()
  await vi.waitFor(() => expect(slow).toHaveLength(6), 5_000)
  for (const response of slow) response.end()
  await sent
})

test.each([
  ['webhook_deliveries', 'event', Object.keys(webhookEvents)],
  ['webhooks', 'format', webhookFormats],
])('the database allows in %s.%s exactly what the code knows', async (table, column, known) => {
  const [row] = await system(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and conname = $2',
    `public.${table}`,
    `${table}_${column}_check`,
  )
  const allowed = [...String(row?.['definition']).matchAll(/'([^']*)'/g)].map((match) => match[1])
  expect(new Set(allowed)).toEqual(new Set(known))
})

test('twenty busy workspaces of one account don’t delay another’s', async () => {
  const { client } = on.owner
  for (let count = 1; count < 20; count += 1) {
    const { data } = await client.rpc('create_workspace', { p_name: `Busy ${count}` }).throwOnError()
    on = { ...on, workspaceId: (data as { readonly id: string }).id }
    await add('json', '/busy')
    for (let leads = 1; leads <= 4; leads += 1) await addLead({ demo_id: null })
  }
  on = await makeTrackedDemo(backend)
  await add('json', '/calm')
  await addLead()
  const claimed = await system('select public.claim_webhook_deliveries() as claimed')
  const deliveries = claimed[0]?.['claimed'] as readonly { readonly webhook_id: string }[]
  const { data } = await on.owner.client.from('webhooks').select('id').single().throwOnError()
  expect(deliveries.filter(({ webhook_id }) => webhook_id === data.id)).toHaveLength(1)
  expect(deliveries).toHaveLength(32)
})
