import { once } from 'node:events'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { startRealtimeServer, type RealtimeServer } from '#support/realtime-server.ts'

/* Limits on one network's open connections, so that it can't block others. */

const behindProxy = { env: { TRUSTED_PROXY: '127.0.0.1' } }

/** The socket, or the status of its refusal. */
async function connect(url: string, address: string): Promise<WebSocket | number> {
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } })
  socket.on('error', () => undefined)
  return Promise.race([
    once(socket, 'open').then(() => socket),
    once(socket, 'unexpected-response').then(([, response]) => (response as { statusCode: number }).statusCode),
  ])
}

const isOpen = (answer: WebSocket | number): answer is WebSocket => typeof answer !== 'number'

async function connectMany(url: string, count: number, addressOf: (index: number) => string) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => connect(url, addressOf(index))))
  return { open: answers.filter(isOpen), refused: answers.filter((answer) => !isOpen(answer)) }
}

async function closeAll(sockets: readonly WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.readyState === socket.CLOSED) return
      const closed = once(socket, 'close')
      socket.close()
      await closed
    }),
  )
}

describe('realtime', () => {
  let server: RealtimeServer
  let url: string

  beforeAll(async () => {
    const limits = {
      sockets: 30,
      socketsPerNetwork: 10,
      socketsPerAccount: 3,
      presenceBytesPerNetwork: 50_000,
      presenceBytesInRoom: 35_000,
      spreadBytesPerSecond: 100_000,
    }
    server = await startRealtimeServer(limits, behindProxy)
    const query = new URLSearchParams({ apikey: server.backend.services.config.anonKey, vsn: '2.0.0' })
    url = `${server.url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query.toString()}`
  })
  afterAll(() => server.close())

  it('limits the sockets of a /64, whatever address each comes from', async () => {
    const stranger = await connectMany(url, 25, (index) => `2001:db8:1:2::${(index + 1).toString(16)}`)
    expect([stranger.open.length, new Set(stranger.refused)]).toEqual([10, new Set([429])])
    await closeAll(stranger.open)
    const again = await connect(url, '2001:db8:1:2::1')
    expect(isOpen(again)).toBe(true)
    if (isOpen(again)) await closeAll([again])
  })

  it('closes a socket whose message comes in thousands of pieces', async () => {
    const { open } = await connectMany(url, 1, () => '203.0.113.79')
    const [socket] = open
    if (socket === undefined) throw new Error('Not connected')
    const closed = once(socket, 'close')
    for (let piece = 0; piece < 1_100; piece += 1) socket.send('a', { fin: false })
    expect((await closed)[0]).toBe(1008)
  })

  it('closes the sockets of a network that sends more than five megabytes per second, and no other', async () => {
    const sockets = await connectMany(url, 8, () => '203.0.113.77')
    const other = await connectMany(url, 1, () => '198.51.100.77')
    const text = JSON.stringify({ topic: 'x', event: 'y', payload: 'z'.repeat(2_900_000), ref: null })
    const closed = sockets.open.map(async (socket) => {
      socket.send(text)
      const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
      return `${code} ${reason.toString()}`
    })
    expect(await Promise.race(closed)).toBeDefined()
    await Promise.all([...sockets.open].map((socket) => socket.readyState === socket.OPEN && socket.close()))
    expect(await Promise.all(closed)).toContain('1008 Too much data per second')
    expect(other.open[0]?.readyState).toBe(WebSocket.OPEN)
    await closeAll(other.open)
  })

  /** Joins a channel, and tracks or sends this much. */
  async function join(
    address: string,
    {
      topic = `${address} ${Math.random()}`,
      event = 'presence',
      bytes,
    }: { readonly topic?: string; readonly event?: 'presence' | 'broadcast'; readonly bytes: number | null },
  ): Promise<{ readonly socket: WebSocket; readonly answer: string }> {
    const socket = await connect(url, address)
    if (!isOpen(socket)) throw new Error('It was refused')
    const answeredRef = bytes === null ? '1' : '2'
    const answered = new Promise<string>((resolve) => {
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) return
        const [, ref, , answer, payload] = JSON.parse(data.toString()) as [string, string, string, string, object]
        if (answer === 'phx_close') resolve('closed')
        if (ref === answeredRef) resolve(String('status' in payload && payload.status))
      })
    })
    const send = (...frame: readonly unknown[]) => socket.send(JSON.stringify(frame))
    const config = { presence: { key: 'ada', enabled: true }, broadcast: { ack: true } }
    send('1', '1', `realtime:${topic}`, 'phx_join', { config })
    const payload = { text: 'x'.repeat(bytes ?? 0) }
    const message = event === 'presence' ? { type: event, event: 'track' } : { type: event, event: 'news' }
    if (bytes !== null) send('1', '2', `realtime:${topic}`, event, { ...message, payload })
    return { socket, answer: await answered }
  }

  it('bounds the presence data of a network’s sockets, and keeps that of others', async () => {
    const first = await join('203.0.113.88', { bytes: 30_000 })
    const second = await join('203.0.113.88', { bytes: 30_000 })
    const other = await join('198.51.100.88', { bytes: 30_000 })
    expect([first.answer, second.answer, other.answer]).toEqual(['ok', 'closed', 'ok'])
    await closeAll([first.socket, second.socket])
    const later = await join('203.0.113.88', { bytes: 30_000 })
    expect(later.answer).toBe('ok')
    await closeAll([other.socket, later.socket])
  })

  it('bounds what a network tracks in one channel, because each newcomer gets all of it', async () => {
    const topic = 'crowded'
    const first = await join('203.0.113.89', { topic, bytes: 18_000 })
    const second = await join('203.0.113.89', { topic, bytes: 18_000 })
    const elsewhere = await join('203.0.113.89', { bytes: 18_000 })
    const other = await join('198.51.100.89', { topic, bytes: 18_000 })
    expect([first, second, elsewhere, other].map(({ answer }) => answer)).toEqual(['ok', 'closed', 'ok', 'ok'])
    await closeAll([first, second, elsewhere, other].map(({ socket }) => socket))
  })

  it('counts a network’s large messages for each of their receivers', async () => {
    const topic = 'news'
    const event = 'broadcast'
    const receivers = await Promise.all([1, 2, 3].map(() => join('192.0.2.90', { topic, bytes: null })))
    const first = await join('203.0.113.90', { topic, event, bytes: 60_000 })
    const second = await join('203.0.113.90', { topic, event, bytes: 60_000 })
    const other = await join('198.51.100.90', { topic, event, bytes: 30_000 })
    expect([first, second, other].map(({ answer }) => answer)).toEqual(['ok', 'closed', 'ok'])
    await closeAll([...receivers, first, second, other].map(({ socket }) => socket))
  })

  it('a full server evicts idle strangers for others, but nobody signed in', async () => {
    const author = await server.connectAuthor()
    const joined = new Promise((resolve) => author.live.channel('mine').subscribe(resolve))
    expect(await joined).toBe('SUBSCRIBED')
    const strangers = await connectMany(url, 29, (index) => `203.0.113.${index % 3}`)
    expect(strangers.open).toHaveLength(29)
    const newcomers = await connectMany(url, 5, (index) => `198.51.100.${index}`)
    expect(newcomers.open).toHaveLength(5)
    expect(author.live.getChannels()[0]?.state as string | undefined).toBe('joined')
    await closeAll([...strangers.open, ...newcomers.open])
    await author.live.removeAllChannels()
  })

  it('closes a socket that joins nothing', async () => {
    const socket = await connect(url, '203.0.113.77')
    if (!isOpen(socket)) throw new Error('It was refused')
    const closed = once(socket, 'close')
    server.backend.passTime(31_000)
    expect((await closed)[0]).toBe(1008)
  })
})

describe('the agent', () => {
  let server: AgentServer

  beforeAll(async () => {
    server = await startAgentServer({ socketsPerNetwork: 5, sockets: 12 }, behindProxy)
  })
  afterAll(() => server.close())

  it('limits a /64’s sockets without a conversation; others are unaffected', async () => {
    const url = `${server.url.replace(/^http/, 'ws')}/agent/v1`
    const stranger = await connectMany(url, 20, (index) => `2001:db8:1:2::${(index + 1).toString(16)}`)
    expect([stranger.open.length, new Set(stranger.refused)]).toEqual([5, new Set([429])])
    const others = await connectMany(url, 7, (index) => `203.0.113.${index}`)
    expect(others.open).toHaveLength(7)
    const late = await connect(url, '198.51.100.7')
    expect(isOpen(late)).toBe(true)
    await closeAll([...stranger.open, ...others.open, ...(isOpen(late) ? [late] : [])])
  })
})
