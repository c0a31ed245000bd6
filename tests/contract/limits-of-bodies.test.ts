import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createFastPath } from '#server/tracking/fast-path.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { requestsFrom } from '#support/requests-from.ts'

/* What request bodies may cost, so that nobody's bodies fill the memory or hold up others. */

let backend: Backend
const { send } = requestsFrom(() => backend)

beforeAll(async () => {
  backend = await startBackend()
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
    const statuses: number[] = []
    for (let index = 0; index < 20; index += 1) statuses.push((await broadcast('203.0.113.3', large)).status)
    expect(statuses.slice(0, 5)).toEqual([202, 202, 202, 202, 202])
    expect(statuses).toContain(429)
    expect((await broadcast('203.0.113.4', large)).status).toBe(202)
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
