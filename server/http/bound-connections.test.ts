import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

import { onUpgrade, refuseUpgrade } from '#backend/http/upgrade-router.ts'

import { boundConnections, closeStalled, type ConnectionLimits } from './bound-connections.ts'
import { startServer } from './testing/start-server.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function serveBounded(
  limits: Partial<ConnectionLimits>,
  server: Server = createServer((_request, response) => response.end('ok')),
) {
  boundConnections(server, { total: 100, perNetwork: 100, trustedProxies: [], ...limits })
  const { port, end } = await startServer(server)
  ends.push(end)
  const open = async (count: number, localAddress: string, text = ''): Promise<readonly Socket[]> => {
    const sockets: Socket[] = []
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
      socket.on('error', () => undefined)
      socket.resume()
      ends.push(() => socket.destroy())
      await once(socket, 'connect')
      socket.write(text)
      sockets.push(socket)
    }
    return sockets
  }
  const ask = async (localAddress: string): Promise<number | undefined> => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', localAddress, agent: false }), 'response')) as [
      IncomingMessage,
    ]
    answer.resume()
    return answer.statusCode
  }
  return { server, open, ask, port }
}

/** Which of them the server has closed. */
const closed = (sockets: readonly Socket[]): readonly number[] =>
  sockets.flatMap((socket, index) => (socket.readableEnded || socket.destroyed ? [index] : []))

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}

test('a network with too many connections loses its oldest, and its newest is answered', async () => {
  const { open, ask } = await serveBounded({ perNetwork: 3 })
  const other = await open(3, '127.0.0.3')
  const silent = await open(4, '127.0.0.2')
  await vi.waitFor(() => expect(closed(silent)).toEqual([0]))
  expect(await ask('127.0.0.2')).toBe(200)
  await vi.waitFor(() => expect(closed(silent)).toEqual([0, 1]))
  expect(closed(other)).toEqual([])
})

test('when all connections are in use, the network with the most makes way for others', async () => {
  const { open, ask } = await serveBounded({ total: 8 })
  const other = await open(2, '127.0.0.3', 'GET / HTTP/1.1\r\nHost: x\r\n')
  const slow = await open(6, '127.0.0.2', 'GET / HTTP/1.1\r\nHost: x\r\n')
  expect(await ask('127.0.0.4')).toBe(200)
  await vi.waitFor(() => expect(closed(slow)).toEqual([0]))
  expect(closed(other)).toEqual([])
})

test('a trusted proxy may have any number of connections', async () => {
  const { open } = await serveBounded({ total: 4, perNetwork: 2, trustedProxies: ['127.0.0.2'] })
  const proxied = await open(6, '127.0.0.2')
  const direct = await open(3, '127.0.0.3')
  await vi.waitFor(() => expect(closed(direct)).toEqual([0]))
  expect(closed(proxied)).toEqual([])
})

const handshake =
  'GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n'

test('a refused handshake is closed, though the client keeps its half open', async () => {
  const { server, open } = await serveBounded({})
  onUpgrade(server, '/socket', (_request, socket) => refuseUpgrade(socket, '429 Too Many Requests'))
  await open(5, '127.0.0.2', handshake)
  await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0))
})

test('a handshake is closed while nothing answers handshakes yet', async () => {
  const { server, open } = await serveBounded({})
  await open(5, '127.0.0.2', handshake)
  await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0))
})

test('upgraded sockets don’t count', async () => {
  const { server, open } = await serveBounded({ perNetwork: 2 })
  onUpgrade(server, '/socket', (_request, socket) => {
    ends.push(() => socket.destroy())
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  })
  const upgraded = []
  for (let index = 0; index < 4; index += 1) {
    const [socket] = await open(1, '127.0.0.2', handshake)
    if (socket !== undefined) await once(socket, 'data')
    upgraded.push(...(socket === undefined ? [] : [socket]))
  }
  await open(2, '127.0.0.2')
  expect(closed(upgraded)).toEqual([])
})

test('a client that doesn’t read its answer is dropped, and one that waits for a slow answer isn’t', async () => {
  const big = Buffer.alloc(16 * 1024 * 1024)
  const slow: ServerResponse[] = []
  const server = createServer(({ url }, response) => {
    if (url === '/big') response.end(big)
    else slow.push(response)
  })
  closeStalled(server, 100)
  const { open, port } = await serveBounded({}, server)
  const [unread] = await open(1, '127.0.0.2')
  unread?.pause()
  unread?.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n')
  const answered = once(get({ port, host: '127.0.0.1', agent: false }), 'response')
  await vi.waitFor(() => expect(slow).toHaveLength(1))
  const idle = await open(1, '127.0.0.2')
  await vi.waitFor(() => expect(closed(idle)).toEqual([0]))
  slow[0]?.end('late')
  const [answer] = (await answered) as [IncomingMessage]
  let text = ''
  for await (const part of answer) text += String(part)
  expect(text).toBe('late')
  await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0))
})
