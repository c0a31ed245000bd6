import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRawSocket, packBroadcast, refusedHandshake, type RawSocket } from '#support/raw-socket.ts'
import { startRealtimeServer, type RealtimeServer } from '#support/realtime-server.ts'

let server: RealtimeServer
let apikey: string

beforeAll(async () => {
  server = await startRealtimeServer({ sockets: 40, waitingBytes: 2_000_000 })
  apikey = server.backend.services.config.anonKey
})
afterAll(() => server.close())

function open(vsn: '1.0.0' | '2.0.0' = '2.0.0'): Promise<RawSocket> {
  return openRawSocket(server.url, { apikey, vsn })
}

async function join(socket: RawSocket, topic: string, config: object = {}, joinRef = '1'): Promise<unknown> {
  socket.send([joinRef, joinRef, topic, 'phx_join', { config }])
  return socket.heard.until((frame) => Array.isArray(frame) && frame[1] === joinRef && frame[3] === 'phx_reply')
}

function sign(claims: object): Promise<string> {
  return server.backend.services.config.embedded!.identity.keys.sign({ ...claims })
}

describe('the handshake', () => {
  const inAnHour = Math.floor(Date.now() / 1000) + 3_600
  it.each([
    ['without a key', () => ({}), 401, 'API key is missing'],
    [
      'with a key that has expired',
      async () => ({ apikey: await sign({ role: 'anon', exp: 1_000 }) }),
      401,
      'Token has expired',
    ],
    [
      'with a key without a role',
      async () => ({ apikey: await sign({ exp: inAnHour }) }),
      401,
      'Fields `role` and `exp` are required in JWT',
    ],
    [
      'with a key without an end',
      async () => ({ apikey: await sign({ role: 'anon' }) }),
      401,
      'Fields `role` and `exp` are required in JWT',
    ],
    ['with a key that is none', () => ({ apikey: 'nonsense' }), 401, 'The token provided is not a valid JWT'],
    [
      'with somebody else’s key',
      () => ({ apikey: `${apikey.slice(0, -8)}AAAAAAAA` }),
      401,
      'Failed to validate JWT signature',
    ],
    ['in a version nobody knows', () => ({ apikey, vsn: '3.0.0' }), 400, 'The protocol version is not supported'],
  ])('%s is refused in words', async (_, query, status, error) => {
    expect(await refusedHandshake(server.url, { vsn: '2.0.0', ...(await query()) })).toEqual({
      status,
      body: { error },
    })
  })

  it('is refused when the process is full', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => open()))
    expect(await refusedHandshake(server.url, { apikey, vsn: '2.0.0' })).toEqual({
      status: 429,
      body: { error: 'Too many connected users' },
    })
    sockets.forEach((socket) => socket.close())
    await Promise.all(sockets.map(({ closed }) => closed))
    const next = await open()
    next.close()
    await next.closed
  })
})

describe('protocol 2.0.0', () => {
  it('answers heartbeats, joins, leaves and unknown topics exactly', async () => {
    const socket = await open()
    const config = {
      postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'demos', filter: 'name=eq.x', select: ['id'] }],
      presence: { key: 'me', enabled: true },
    }
    socket.send([null, '1', 'phoenix', 'heartbeat', {}])
    socket.send(['2', '2', 'realtime:room', 'phx_join', { config }])
    socket.send(['2', '3', 'realtime:room', 'access_token', { access_token: apikey }])
    socket.send(['2', '4', 'realtime:elsewhere', 'broadcast', { type: 'broadcast', event: 'x', payload: {} }])
    socket.send(['2', '5', 'realtime:room', 'phx_leave', {}])
    socket.send([null, '6', 'phoenix', 'heartbeat', {}])
    expect(await socket.heard.count(8)).toEqual([
      [null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
      [
        '2',
        '2',
        'realtime:room',
        'phx_reply',
        { status: 'ok', response: { postgres_changes: [{ ...config.postgres_changes[0], id: expect.any(Number) }] } },
      ],
      [
        '2',
        null,
        'realtime:room',
        'system',
        { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'room' },
      ],
      ['2', null, 'realtime:room', 'presence_state', {}],
      ['2', '4', 'realtime:elsewhere', 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
      ['2', '5', 'realtime:room', 'phx_reply', { status: 'ok', response: {} }],
      ['2', '2', 'realtime:room', 'phx_close', {}],
      [null, '6', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
    ])
    socket.close()
  })

  it('carries broadcasts as bytes, with names in several alphabets', async () => {
    const topic = 'realtime:Zimmer-ß-部屋'
    const [sender, receiver] = await Promise.all([open(), open()])
    await Promise.all([join(sender, topic, { broadcast: { ack: true } }), join(receiver, topic)])
    sender.send(packBroadcast({ topic, event: 'größe', payload: '{"cm":180}', ref: '7' }))
    expect(await sender.heard.until((frame) => Array.isArray(frame) && frame[1] === '7')).toEqual([
      '1',
      '7',
      topic,
      'phx_reply',
      { status: 'ok', response: {} },
    ])
    const frame = (await receiver.heard.until((each) => each instanceof Uint8Array)) as Buffer
    const names = [Buffer.from(topic), Buffer.from('größe')] as const
    expect(frame).toEqual(
      Buffer.concat([Buffer.from([4, names[0].length, names[1].length, 0, 1]), ...names, Buffer.from('{"cm":180}')]),
    )
    sender.close()
    receiver.close()
  })

  it('closes the old channel when its topic is joined again', async () => {
    const socket = await open()
    await join(socket, 'realtime:twice', {}, '1')
    await join(socket, 'realtime:twice', {}, '2')
    expect(socket.heard.all.slice(1)).toEqual([
      ['1', '1', 'realtime:twice', 'phx_close', {}],
      ['2', '2', 'realtime:twice', 'phx_reply', expect.objectContaining({ status: 'ok' })],
    ])
    // Messages for the first one are dropped.
    socket.send(['1', '3', 'realtime:twice', 'presence', { type: 'presence', event: 'track', payload: {} }])
    socket.send([null, '4', 'phoenix', 'heartbeat', {}])
    await socket.heard.until((frame) => Array.isArray(frame) && frame[1] === '4')
    expect(socket.heard.all).toHaveLength(4)
    socket.close()
  })
})

describe('protocol 1.0.0', () => {
  it('uses objects, for broadcasts too, and leaves out binary messages', async () => {
    const [old, modern] = await Promise.all([open('1.0.0'), open()])
    const topic = 'realtime:mixed'
    old.send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' })
    old.send({ topic, event: 'phx_join', payload: { config: { broadcast: { ack: true } } }, ref: '2', join_ref: '2' })
    const [heartbeat, joined] = await old.heard.count(2)
    expect(heartbeat).toMatchObject({ topic: 'phoenix', event: 'phx_reply', payload: { status: 'ok' }, ref: '1' })
    expect(joined).toMatchObject({ topic, event: 'phx_reply', payload: { status: 'ok' }, ref: '2' })
    await join(modern, topic)
    const bytes = packBroadcast({ topic, event: 'bytes', payload: 'raw' })
    bytes[6] = 0
    modern.send(bytes)
    modern.send(packBroadcast({ topic, event: 'text', payload: '{"a":1}' }))
    old.send({
      topic,
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'back', payload: { b: 2 } },
      ref: '3',
      join_ref: '2',
    })
    expect(await old.heard.count(4)).toEqual(
      expect.arrayContaining([
        {
          topic,
          event: 'broadcast',
          payload: { type: 'broadcast', event: 'text', payload: { a: 1 } },
          ref: null,
          join_ref: null,
        },
        { topic, event: 'phx_reply', payload: { status: 'ok', response: {} }, ref: '3', join_ref: '2' },
      ]),
    )
    const answer = (await modern.heard.until((frame) => frame instanceof Uint8Array)) as Buffer
    expect(answer.toString()).toContain('back{"b":2}')
    old.close()
    modern.close()
  })
})

describe('limits', () => {
  it('allow ten events a second, and close the channel at more', async () => {
    const [sender, receiver] = await Promise.all([open(), open()])
    await Promise.all([join(sender, 'realtime:flood'), join(receiver, 'realtime:flood')])
    for (let n = 0; n < 12; n += 1)
      sender.send(packBroadcast({ topic: 'realtime:flood', event: 'n', payload: String(n) }))
    await sender.heard.until((frame) => Array.isArray(frame) && frame[3] === 'phx_close')
    expect(sender.heard.all).toContainEqual([
      '1',
      null,
      'realtime:flood',
      'system',
      { extension: 'system', status: 'error', message: 'Too many messages per second', channel: 'flood' },
    ])
    expect(await receiver.heard.count(11)).toHaveLength(11)
    sender.close()
    receiver.close()
  })

  it('allow five presence calls in half a minute', async () => {
    const socket = await open()
    await join(socket, 'realtime:fickle', { presence: { enabled: true } })
    for (let n = 0; n < 6; n += 1) {
      socket.send(['1', `t${n}`, 'realtime:fickle', 'presence', { type: 'presence', event: 'track', payload: { n } }])
    }
    await socket.heard.until((frame) => Array.isArray(frame) && frame[3] === 'phx_close')
    const text = JSON.stringify(socket.heard.all)
    expect(text).toContain('Client presence rate limit exceeded')
    expect(text).toContain('"t4"')
    expect(text).not.toContain('"t5"')
    socket.close()
  })

  it('keep an anonymous socket from tracking more than 100 kB in all its channels', async () => {
    const socket = await open()
    const payload = { type: 'presence', event: 'track', payload: { note: 'x'.repeat(60_000) } }
    for (const topic of ['realtime:one', 'realtime:two']) {
      await join(socket, topic, { presence: { enabled: true } })
      socket.send(['1', `t-${topic}`, topic, 'presence', payload])
    }
    await socket.heard.until((frame) => Array.isArray(frame) && frame[3] === 'phx_close')
    const closed = socket.heard.all.filter((frame) => Array.isArray(frame) && frame[3] === 'phx_close')
    expect(closed).toMatchObject([['1', '1', 'realtime:two', 'phx_close', {}]])
    expect(JSON.stringify(socket.heard.all)).toContain('Track message size exceeded')
    socket.close()
  })

  it('refuse a join with a topic or options of more than 100 kB', async () => {
    const socket = await open()
    socket.send(['1', '1', `realtime:${'x'.repeat(100_000)}`, 'phx_join', { config: {} }])
    socket.send(['2', '2', 'realtime:two', 'phx_join', { config: { presence: { key: 'x'.repeat(100_000) } } }])
    const replies = await socket.heard.count(2)
    expect(JSON.stringify(replies).match(/InvalidJoinPayload/g)).toHaveLength(2)
    socket.close()
  })

  it('allow a hundred channels, and no more', async () => {
    const socket = await open()
    for (let n = 1; n <= 100; n += 1) {
      socket.send([String(n), String(n), `realtime:${n}`, 'phx_join', { config: {} }])
    }
    await socket.heard.count(100)
    expect(JSON.stringify(socket.heard.all)).not.toContain('"error"')
    server.backend.passTime(1_000)
    socket.send(['101', '101', 'realtime:101', 'phx_join', { config: {} }])
    expect(await socket.heard.until((frame) => Array.isArray(frame) && frame[1] === '101')).toMatchObject({
      4: { status: 'error', response: { reason: 'ChannelRateLimitReached: Too many channels' } },
    })
    socket.close()
  })

  it('disconnect a client that does not read', async () => {
    const [sleeper, listener] = await Promise.all([open(), open()])
    const topic = 'realtime:loud'
    await Promise.all([join(sleeper, topic), join(listener, topic)])
    sleeper.pause()
    const payload = 'x'.repeat(1_000_000)
    // The service role has no limit of events.
    const send = () =>
      fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: server.backend.services.config.serviceRoleKey },
        body: JSON.stringify({ messages: [{ topic: 'loud', event: 'e', payload }] }),
      })
    for (let n = 0; n < 25; n += 1) await send()
    await listener.heard.until(() => listener.heard.all.length >= 26)
    const { sockets } = server.backend.realtime
    expect([...sockets].filter(({ channels }) => channels.has(topic))).toHaveLength(1)
    listener.close()
    sleeper.close()
  })

  it('disconnect a client that is silent for long', async () => {
    const socket = await open()
    await join(socket, 'realtime:silent')
    server.backend.passTime(91_000)
    expect(await socket.closed).toMatchObject({ code: 1006 })
  })
})

describe('other paths', () => {
  it('don’t accept WebSockets', async () => {
    const answer = await fetch(`${server.url}/realtime/v1/websocket?apikey=${apikey}`)
    expect(answer.status).toBeLessThan(500)
    expect((await fetch(`${server.url}/realtime/v1/${randomUUID()}`)).status).toBe(404)
  })
})
