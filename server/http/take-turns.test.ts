import { once } from 'node:events'
import { createServer, IncomingMessage, request, ServerResponse, type ClientRequest } from 'node:http'
import { Socket } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

import { takeTurns, type TurnOptions } from './take-turns.ts'
import { startServer } from './testing/start-server.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A server whose requests are named by their path, and answered when the test says so. */
async function serveInTurns(options: Omit<TurnOptions, 'addressOf'>) {
  const started: string[] = []
  const responses = new Map<string, ServerResponse>()
  const server = createServer(
    takeTurns(
      ({ url = '' }, response) => {
        started.push(url)
        responses.set(url, response)
      },
      { ...options, addressOf: ({ headers }) => String(headers['x-forwarded-for']) },
    ),
  )
  const { port, end } = await startServer(server)
  ends.push(end)
  const ask = (path: string, address: string): ClientRequest => {
    const asked = request({ port, host: '127.0.0.1', path, agent: false, headers: { 'x-forwarded-for': address } })
    asked.on('error', () => undefined)
    asked.end()
    return asked
  }
  return { started, responses, ask }
}

test('a network with many requests waits for its own, and others don’t', async () => {
  const { started, responses, ask } = await serveInTurns({ running: 2, holdMs: 60_000 })
  for (const [path, network] of [
    ['/1', '2001:db8:1:1::1'],
    ['/2', '2001:db8:1:2::1'],
  ] as const) {
    ask(path, network)
    await vi.waitFor(() => expect(started).toContain(path))
  }
  const gone = ask('/3', '2001:db8:1:3::1')
  const answered = once(ask('/4', '2001:db8:1:4::1'), 'response')
  await once(gone, 'socket')
  ask('/other', '2001:db8:2:1::1')
  await vi.waitFor(() => expect(started).toEqual(['/1', '/2', '/other']))
  gone.destroy()
  responses.get('/1')?.end('done')
  await vi.waitFor(() => expect(started).toContain('/4'))
  responses.get('/4')?.end('done')
  await answered
})

test('a request that waits for something else holds up nobody', async () => {
  const { started, ask } = await serveInTurns({ running: 1, holdMs: 10 })
  for (const path of ['/1', '/2', '/3']) ask(path, '203.0.113.9')
  await vi.waitFor(() => expect(started.toSorted()).toEqual(['/1', '/2', '/3']))
})

test('requests that are answered at once don’t all run before those of others', async () => {
  const answers: string[] = []
  const take = takeTurns(
    ({ url = '' }, response) => {
      answers.push(url)
      response.emit('close')
    },
    { addressOf: ({ url = '' }) => (url === '/other' ? '198.51.100.7' : '203.0.113.9'), running: 2 },
  )
  const send = (url: string): void => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { url })
    take(incoming, new ServerResponse(incoming))
  }
  for (let at = 1; at <= 6; at += 1) send(`/${at}`)
  send('/other')
  await vi.waitFor(() => expect(answers).toHaveLength(7))
  expect(answers).toEqual(['/1', '/2', '/other', '/3', '/4', '/5', '/6'])
})

test('too many waiting requests of one network are refused', async () => {
  const { started, ask } = await serveInTurns({ running: 1, holdMs: 60_000, waiting: 1 })
  ask('/1', '203.0.113.9')
  await vi.waitFor(() => expect(started).toEqual(['/1']))
  const statuses: (number | undefined)[] = []
  for (const path of ['/2', '/3']) {
    ask(path, '203.0.113.9').on('response', ({ statusCode }) => statuses.push(statusCode))
  }
  await vi.waitFor(() => expect(statuses).toEqual([503]))
})
