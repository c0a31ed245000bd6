import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { Caller, Database, Statement } from '#backend/database/database.ts'
import { openRawSocket, type RawSocket } from '#support/raw-socket.ts'
import { startRealtimeServer, type Author, type RealtimeServer } from '#support/realtime-server.ts'

/* What one client can cost the server and its database. */

let server: RealtimeServer
let author: Author

beforeAll(async () => {
  const limits = { spreadBytesPerSecond: 100_000, signedInJoinsPerNetworkAndMinute: 60, checkPairs: 20 }
  server = await startRealtimeServer(limits, { env: { TRUSTED_PROXY: '127.0.0.1' } })
  author = await server.connectAuthor()
})
afterAll(() => server.close())

type Frame = readonly [string | null, string | null, string, string, Readonly<Record<string, unknown>>]
const eventOf = (frame: unknown) => (frame as Frame)[3]

async function open(
  address: string,
  version: '1.0.0' | '2.0.0' = '2.0.0',
  headers: Readonly<Record<string, string>> = {},
): Promise<RawSocket> {
  const query = { apikey: server.backend.services.config.anonKey, vsn: version }
  const socket = await openRawSocket(server.url, query, { ...headers, 'x-forwarded-for': address })
  onTestFinished(() => socket.close())
  return socket
}

let refs = 0

/** Joins a topic, and returns the reply's payload. */
async function join(socket: RawSocket, topic: string, config: object = {}, token: string | null = null) {
  refs += 1
  const ref = String(refs)
  socket.send([ref, ref, `realtime:${topic}`, 'phx_join', { config, access_token: token }])
  const reply = (await socket.heard.until((frame) => Array.isArray(frame) && frame[1] === ref)) as Frame
  return { ref, answer: reply[4] }
}

/** Counts the statements that the server sends to the database. */
function watchDatabase() {
  const { database } = server.backend.backendServices
  const original: Database['transaction'] = database.transaction.bind(database)
  const calls: {
    readonly caller: Caller | 'system'
    readonly text: string
    readonly statements: readonly Statement[]
  }[] = []
  let before: (text: string) => Promise<void> = () => Promise.resolve()
  database.transaction = async (caller, statements, options) => {
    const text = statements.map((statement) => statement.text).join(';')
    calls.push({ caller, text, statements })
    await before(text)
    return original(caller, statements, options)
  }
  onTestFinished(() => {
    database.transaction = original
  })
  return {
    with: (part: string) => calls.filter(({ text }) => text.includes(part)),
    before: (run: typeof before) => {
      before = run
    },
  }
}

describe('a join', () => {
  const filter = (index: number) => `order=gt.${index},order=neq.${index},title=eq.${index}`
  const listeners = Array.from({ length: 100 }, (_, index) => ({
    event: '*',
    schema: 'public',
    table: 'demo_steps',
    filter: filter(index % 40),
  }))

  it('with a hundred filters asks the database once, on its own share', async () => {
    const database = watchDatabase()
    const socket = await open('203.0.113.5')
    await join(socket, randomUUID(), { postgres_changes: listeners })
    await socket.heard.until((frame) => eventOf(frame) === 'system')
    const conversions = database.with('realtime.canonical')
    expect(conversions).toHaveLength(1)
    expect(conversions[0]?.caller).toMatchObject({ role: 'anon', headers: { 'visitor network': '203.0.113.5' } })
    expect(database.with('realtime.published_tables')).toHaveLength(1)
  })

  it('asks nothing more once its client has gone', async () => {
    const database = watchDatabase()
    const socket = await open('203.0.113.6')
    const asked = new Promise<void>((resolve) => {
      database.before(async (text) => {
        if (!text.includes('realtime.published_tables')) return
        socket.close()
        await socket.closed
        await expect.poll(() => server.backend.realtime.sockets.size).toBe(0)
        resolve()
      })
    })
    socket.send(['1', '1', 'realtime:gone', 'phx_join', { config: { postgres_changes: listeners } }])
    await asked
    // Answered after the first join has ended.
    const next = await open('203.0.113.6')
    database.before(() => Promise.resolve())
    await join(next, randomUUID(), { postgres_changes: [{ ...listeners[0], filter: 'order=eq.1' }] })
    expect(database.with('realtime.canonical')).toHaveLength(1)
  })

  it('shares the list of tables with others at the same time', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open('203.0.113.7')))
    const database = watchDatabase()
    await Promise.all(sockets.map((socket) => join(socket, randomUUID(), { postgres_changes: [listeners[0]] })))
    expect(database.with('realtime.published_tables').length).toBeLessThanOrEqual(10)
  })

  it('with thousands of values is refused', async () => {
    const socket = await open('203.0.113.8')
    const values = (from: number) => `order=in.(${Array.from({ length: 100 }, (_, index) => from + index).join(',')})`
    const many = Array.from({ length: 21 }, (_, index) => ({ ...listeners[0], filter: values(index * 100) }))
    await join(socket, randomUUID(), { postgres_changes: many })
    expect(await socket.heard.until((frame) => eventOf(frame) === 'system')).toMatchObject([
      expect.any(String),
      null,
      expect.any(String),
      'system',
      { status: 'error', message: expect.stringContaining('at most 2000 values') },
    ])
  })

  it('counts towards the joins of its network when signed in, too', async () => {
    const { access_token: token } = author.session
    const sockets = await Promise.all([open('203.0.113.9'), open('203.0.113.9')])
    const other = await open('198.51.100.9')
    await join(other, 'first', {}, token)
    const isRefused = async (count: number) => {
      const { answer } = await join(sockets[count % 2]!, `${count}`, {}, token)
      return answer['status'] === 'error' && JSON.stringify(answer).includes('Too many joins')
    }
    let joins = 0
    while (joins < 150 && !(await isRefused(joins))) joins += 1
    expect(joins).toBeGreaterThanOrEqual(60)
    expect(joins).toBeLessThan(150)
    expect(await sockets[joins % 2]?.closed).toMatchObject({ code: 1008 })
    expect((await join(other, 'last', {}, token)).answer).toMatchObject({ status: 'ok' })
  })
})

describe('a change of many rows', () => {
  it('is checked for many viewers in short queries, so that others get their turn', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ name: `Row ${index}` }))
    const changes = { postgres_changes: [{ event: '*', schema: 'public', table: 'demos' }] }
    for (let viewer = 0; viewer < 5; viewer += 1) {
      const socket = await open('203.0.113.15', '2.0.0', { 'x-demo-id': randomUUID() })
      await join(socket, randomUUID(), changes)
    }
    const own = await open('203.0.113.16')
    await join(own, randomUUID(), changes, author.session.access_token)
    const database = watchDatabase()
    await author.client.from('demos').insert(rows).throwOnError()
    const isChange = (frame: unknown) => eventOf(frame) === 'postgres_changes'
    await own.heard.until(() => own.heard.all.filter(isChange).length === rows.length)
    const pairs = database
      .with('realtime.see_')
      .flatMap(({ statements }) => statements.map(({ values = [] }) => (values[4] as readonly number[]).length))
    expect(pairs.reduce((sum, count) => sum + count, 0)).toBe(6 * rows.length)
    expect(Math.max(...pairs)).toBeLessThan(20 + 6)
  })
})

describe('presence', () => {
  const config = { presence: { key: 'ada', enabled: true } }

  async function track(socket: RawSocket, topic: string, joinRef: string, bytes: number): Promise<void> {
    const payload = { type: 'presence', event: 'track', payload: { text: 'x'.repeat(bytes) } }
    const ref = `track ${bytes}`
    socket.send([joinRef, ref, `realtime:${topic}`, 'presence', payload])
    await socket.heard.until((frame) => Array.isArray(frame) && (frame[1] === ref || frame[3] === 'phx_close'))
  }
  const isClosed = ({ heard }: RawSocket) => heard.all.some((frame) => eventOf(frame) === 'phx_close')

  it('of more than 16 kB reaches newcomers whole, in both protocols', async () => {
    const topic = randomUUID()
    const holder = await open('203.0.113.20')
    const { ref } = await join(holder, topic, config)
    await track(holder, topic, ref, 40_000)
    const newcomer = await open('203.0.113.21')
    const joined = await join(newcomer, topic, config)
    const state = { ada: { metas: [{ text: 'x'.repeat(40_000), phx_ref: expect.any(String) }] } }
    expect(await newcomer.heard.until((frame) => eventOf(frame) === 'presence_state')).toEqual([
      joined.ref,
      null,
      `realtime:${topic}`,
      'presence_state',
      state,
    ])
    const older = await open('203.0.113.22', '1.0.0')
    older.send({ topic: `realtime:${topic}`, event: 'phx_join', payload: { config }, ref: '1', join_ref: '1' })
    const isState = (frame: unknown) => (frame as { readonly event: string }).event === 'presence_state'
    expect(await older.heard.until(isState)).toEqual({
      topic: `realtime:${topic}`,
      event: 'presence_state',
      payload: state,
      ref: null,
      join_ref: '1',
    })
  })

  it('counts for the network of whoever joins to read it', async () => {
    const topic = randomUUID()
    const holder = await open('203.0.113.23')
    const { ref } = await join(holder, topic, config)
    await track(holder, topic, ref, 90_000)
    const reader = await open('203.0.113.24')
    const outcomes: boolean[] = []
    for (let index = 0; index < 4; index += 1) {
      const joined = await join(reader, topic, config)
      await reader.heard.until(
        (frame) => (frame as Frame)[0] === joined.ref && ['presence_state', 'phx_close'].includes(eventOf(frame)),
      )
      const got = reader.heard.all.some(
        (frame) => (frame as Frame)[0] === joined.ref && eventOf(frame) === 'presence_state',
      )
      outcomes.push(got)
    }
    // 90 kB each, of 300 kB.
    expect(outcomes).toEqual([true, true, true, false])
    const other = await open('203.0.113.25')
    await join(other, topic, config)
    await other.heard.until((frame) => eventOf(frame) === 'presence_state')
  })

  it('counts once for arriving and once for leaving', async () => {
    const holder = await open('203.0.113.26')
    const topic = randomUUID()
    const { ref } = await join(holder, topic, config)
    await track(holder, topic, ref, 60_000)
    await track(holder, topic, ref, 60_001)
    expect(isClosed(holder)).toBe(false)
    // 120 kB each, of 300 kB.
    await track(holder, topic, ref, 60_002)
    expect(isClosed(holder)).toBe(true)
  })
})

describe('small messages', () => {
  async function post(address: string, topic: string, count: number): Promise<number> {
    const { anonKey } = server.backend.services.config
    const messages = Array.from({ length: count }, () => ({ topic, event: 'x', payload: { text: 'x'.repeat(1_000) } }))
    const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ messages }),
    })
    return response.status
  }

  it('count for each of many receivers', async () => {
    const topic = randomUUID()
    const receivers = await Promise.all(Array.from({ length: 20 }, (_, index) => open(`192.0.2.${index}`)))
    await Promise.all(receivers.map((socket) => join(socket, topic)))
    // 20 kB each, of 300 kB.
    expect(await post('203.0.113.30', topic, 30)).toBe(429)
    expect(await post('198.51.100.30', topic, 5)).toBe(202)
  })

  it('cost nothing in a small channel', async () => {
    const topic = randomUUID()
    const receiver = await open('192.0.2.99')
    await join(receiver, topic)
    expect(await post('203.0.113.31', topic, 90)).toBe(202)
  })
})

describe('the dashboard’s channel', () => {
  const isPrivate = { private: true }

  it('lets signed-in members listen, and nobody but the server send', async () => {
    const member = await open('203.0.113.40')
    expect((await join(member, 'system', isPrivate, author.session.access_token)).answer).toMatchObject({
      status: 'ok',
    })
    const visitor = await open('203.0.113.41')
    expect((await join(visitor, 'system', isPrivate)).answer).toMatchObject({ status: 'error' })
    const { anonKey, serviceRoleKey } = server.backend.services.config
    const send = async (key: string, from: string, isForPrivate: boolean) => {
      const messages = [{ topic: 'system', event: 'news', payload: { from }, private: isForPrivate }]
      const response = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
      })
      return response.status
    }
    await send(anonKey, 'a visitor', false)
    await send(anonKey, 'a visitor', true)
    member.send(['1', 'own', 'realtime:system', 'broadcast', { type: 'broadcast', event: 'news', payload: {} }])
    await send(serviceRoleKey, 'the server', true)
    const heard = await member.heard.until((frame) => frame instanceof Uint8Array)
    expect(Buffer.from(heard as Uint8Array).toString()).toContain('the server')
    expect(member.heard.all.filter((frame) => frame instanceof Uint8Array)).toHaveLength(1)
  })
})
