import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createFastPath } from '#server/tracking/fast-path.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { requestsFrom } from '#support/requests-from.ts'

/* What request bodies may cost, so that nobody's bodies fill the memory or hold up others. */

let backend: Backend
let author: SignedUp
const { send } = requestsFrom(() => backend)

beforeAll(async () => {
  backend = await startBackend()
  const columns = Array.from({ length: 250 }, (_, index) => `c${index} int`).join(', ')
  await backend.services.database.runScript(`
    create table public.notes (id int generated always as identity, label text, data jsonb);
    create table public.wide (${columns});
    create function public.whole(jsonb) returns int language sql immutable as 'select 1';
    create function public.named(doc jsonb default '{}') returns int language sql immutable as 'select 1';
    grant all on public.notes, public.wide to authenticated;
  `)
  author = await backend.signUp()
})
afterAll(() => backend.close())

/** A body that counts the pieces read of it; null ends it, and without one it never ends. */
function bodyOf(pieces: Iterable<Uint8Array | null>) {
  const rest = pieces[Symbol.iterator]()
  let read = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> | void => {
    const { value, done } = rest.next()
    if (done === true) return new Promise(() => undefined)
    read += 1
    if (value === null) controller.close()
    else controller.enqueue(value)
  }
  return { stream: new ReadableStream({ pull }, { highWaterMark: 0 }), read: () => read }
}

const routes = ['/realtime/v1/api/broadcast', '/realtime/v1/api/broadcast/room/events/told']

describe.each(routes)('a broadcast to %s', (path) => {
  const broadcast = (address: string, body: BodyInit) =>
    send(address, path, {
      method: 'POST',
      headers: { apikey: backend.services.config.anonKey },
      body,
      duplex: 'half',
    } as RequestInit)

  // Refills every limit.
  beforeEach(() => backend.passTime(60_000))

  it('is refused if its body comes byte by byte', async () => {
    const body = bodyOf(Array.from({ length: 50_000 }, () => new Uint8Array(1)))
    expect((await broadcast('203.0.113.1', body.stream)).status).toBe(413)
    expect(body.read()).toBeLessThan(2_000)
  })

  it('is dropped if its body never ends and newer bodies need the memory', async () => {
    const begin = (index: number) => broadcast(`203.0.113.${index}`, bodyOf([new Uint8Array(2_900_000)]).stream)
    // 145 MB, of which 128 MB may be incomplete.
    const answers = Array.from({ length: 50 }, (_, index) => begin(index))
    expect((await answers[0])?.status).toBe(413)
    expect((await answers[1])?.status).toBe(413)
    expect(await Promise.race([answers[49], Promise.resolve('waiting')])).toBe('waiting')
  })

  it('isn’t read if its network has sent too many', async () => {
    const bodies = Array.from({ length: 300 }, () => bodyOf([new TextEncoder().encode('{"messages":[]}'), null]))
    const statuses = await Promise.all(
      bodies.map(async ({ stream }) => (await broadcast('203.0.113.2', stream)).status),
    )
    expect(statuses).toContain(202)
    expect(statuses).toContain(429)
    const readOf = (status: number) => bodies.filter((_, at) => statuses[at] === status).map(({ read }) => read())
    expect(new Set(readOf(202))).toEqual(new Set([2]))
    expect(new Set(readOf(429))).toEqual(new Set([0]))
  })

  it('counts towards the data that its network may send', async () => {
    const large = JSON.stringify({ messages: [{ topic: 'room', event: 'told', payload: 'x'.repeat(2_900_000) }] })
    // Watched, because the limit refills while the bodies are parsed.
    const counted = vi.spyOn(backend.realtime, 'mayRead')
    expect((await broadcast('203.0.113.3', large)).status).toBe(202)
    expect((await broadcast('203.0.113.3', '{"messages":[]}')).status).toBe(202)
    expect(counted.mock.calls).toEqual([['203.0.113.3', large.length]])
    counted.mockReturnValueOnce(false)
    expect((await broadcast('203.0.113.3', large)).status).toBe(429)
    counted.mockRestore()
  })
})

it('a tracker’s events are dropped if they come byte by byte', async () => {
  const takes = await createFastPath(backend.services, backend.app)
  const incoming = Object.assign(new PassThrough(), {
    url: '/rest/v1/user_tracking_events',
    method: 'POST',
    headers: { 'content-length': '500000' },
    socket: { remoteAddress: '203.0.113.5' },
  })
  expect(takes(incoming as unknown as IncomingMessage, {} as ServerResponse)).toBe(true)
  const ended = new Promise<void>((resolve) => void incoming.once('close', resolve))
  for (let sent = 0; sent < 5_000 && !incoming.destroyed; sent += 1) incoming.write(' ')
  await ended
  expect(incoming.destroyed).toBe(true)
})

describe('a body of rows or arguments', () => {
  const large = 'x'.repeat(400_000)
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  async function ask(path: string, body: string, type = 'application/json') {
    const headers = {
      authorization: `Bearer ${author.session.access_token}`,
      'content-type': type,
      prefer: 'return=representation',
    }
    const answer = await send('203.0.113.6', `/rest/v1${path}`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }

  it.each([
    ['JSON', 'application/json', JSON.stringify([{ label: large }, { label: 'b' }]), [large, 'b']],
    ['one object', 'application/json', JSON.stringify({ label: large }), [large]],
    ['CSV', 'text/csv', `label\n"${large}"\n"say ""b"""\n`, [large, 'say "b"']],
    ['a form', 'application/x-www-form-urlencoded', `label=${large}%26`, [`${large}&`]],
  ])(
    'is written although it is large: %s',
    async (_, type, body, labels) => {
      const answer = await ask('/notes?select=label', body, type)
      expect(answer).toEqual({ status: 201, body: labels.map((label) => ({ label })) })
      // Starting the thread takes long on a busy machine.
    },
    60_000,
  )

  it.each([
    ['/notes', `{"label":"${large}"`, { code: 'PGRST102', message: 'Empty or invalid json' }],
    ['/notes', `["${large}"]`, { code: 'PGRST102', message: 'Empty or invalid json' }],
    ['/notes', `[{"label":"${large}"},{"data":1}]`, { code: 'PGRST102', message: 'All object keys must match' }],
    ['/notes', `[{"label":"${large}","nope":1}]`, { code: 'PGRST204' }],
    ['/rpc/nope', `{"a":"${large}"}`, { code: 'PGRST202' }],
  ])('gets PostgREST’s answers although it is large: %s %.20s', async (path, body, error) => {
    expect(await ask(path, body)).toMatchObject({ body: error })
  })

  it.each([
    ['/notes', JSON.stringify(keys(201)), 'A row of the body has more than 200 keys.'],
    ['/notes', JSON.stringify(keys(100_000)), 'A row of the body has more than 200 keys.'],
    ['/notes?columns=label', JSON.stringify([{ label: 'a' }, keys(201)]), 'A row of the body has more than 200 keys.'],
    ['/wide', JSON.stringify(keys(251)), 'A row of the body has more than 250 keys.'],
    ['/rpc/named', JSON.stringify(keys(100_000)), 'The call has more than 100 arguments.'],
    ['/notes', `{"data":${'1'.repeat(9_000_000)}}`, 'The JSON holds a number of more than 150000 characters.'],
    ['/notes', `{"data":${'1'.repeat(200_000)}}`, 'The JSON holds a number of more than 150000 characters.'],
  ])('is refused with too many keys or digits: %s %.20s', async (path, body, details) => {
    expect(await ask(path, body)).toMatchObject({ status: 400, body: { code: 'PGRSTX02', details } })
  })

  it('is refused as a form with too many fields', async () => {
    const answer = await ask('/notes', `label=a${'&label=b'.repeat(5_000)}`, 'application/x-www-form-urlencoded')
    expect(answer).toMatchObject({ status: 400, body: { details: 'The form holds more than 5000 fields.' } })
  })

  it('may have as many keys as its table has columns, and any number inside a value', async () => {
    const row = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`c${index}`, index]))
    expect(await ask('/wide?select=c249', JSON.stringify(row))).toEqual({ status: 201, body: [{ c249: 249 }] })
    const nested = JSON.stringify({ data: keys(1_000) })
    expect(await ask('/notes?select=data', nested)).toEqual({ status: 201, body: [{ data: keys(1_000) }] })
    expect(await ask('/rpc/whole', JSON.stringify(keys(50_000)))).toEqual({ status: 200, body: 1 })
    const digits = '1'.repeat(100_000)
    expect((await ask('/notes?select=id', `{"data":${digits}}`)).status).toBe(201)
  })
})
