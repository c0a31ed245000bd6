import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRawSocket, packBroadcast } from '#support/raw-socket.ts'
import { startRealtimeServer, type RealtimeServer } from '#support/realtime-server.ts'
import { seededRandom } from '#support/seeded-random.ts'

let server: RealtimeServer
let apikey: string

beforeAll(async () => {
  server = await startRealtimeServer({ sockets: 40, waitingBytes: 2_000_000 })
  apikey = server.backend.services.config.anonKey
})
afterAll(() => server.close())

describe('arbitrary input', () => {
  it('keeps the server answering others, with valid protocol messages', { timeout: 120_000 }, async () => {
    const random = seededRandom(20_261_121)
    const healthy = await openRawSocket(server.url, { apikey, vsn: '2.0.0' })
    const topics = [
      ...Array.from({ length: 8 }, () => 'realtime:a'),
      'realtime:\u0000',
      'realtime:',
      'phoenix',
      'a',
      '',
      '__proto__',
      `realtime:${'b'.repeat(300)}`,
    ]
    const events = [
      'phx_join',
      'phx_join',
      'phx_join',
      'phx_join',
      'phx_leave',
      'broadcast',
      'presence',
      'access_token',
      'heartbeat',
      'constructor',
      '',
    ]
    const oddities = [
      null,
      0,
      -1,
      '',
      'x',
      [],
      {},
      [[]],
      { config: null },
      { config: [] },
      { access_token: 7 },
      { event: {} },
    ]
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
    const payload = (): unknown => {
      if (random(3) === 0) return pick(oddities)
      const changes = {
        event: pick(['*', 'INSERT', 'x', 1]),
        schema: pick(['public', 'public', '*', '"\u0000', 7]),
        table: pick(['demos', "';--", null]),
      }
      const filter = pick(['name=eq.x', 'name=in.(', '=', 'name=like.%%%%_\\', 'id=eq.x', 'name=gt.\u0000', 5])
      return {
        type: pick(['broadcast', 'presence', 1]),
        event: pick(['track', 'untrack', 'x', 5, '']),
        payload: pick([...oddities, { __proto__: 1, a: '\ud800' }]),
        access_token: pick([apikey, 'a.b.c', 7, null]),
        config: {
          private: pick([true, false, 1]),
          broadcast: pick(oddities),
          presence: pick([...oddities, { key: '__proto__', enabled: true }]),
          postgres_changes: pick([
            [],
            [{ ...changes, filter }],
            [null],
            { length: 3 },
            [
              { ...changes, filter },
              { ...changes, filter },
            ],
          ]),
        },
      }
    }
    const ref = () => pick(['1', '2', null, 7, {}, undefined])
    const frame = (vsn: string): string | Uint8Array => {
      switch (random(25)) {
        case 0:
          return Uint8Array.from({ length: random(40) }, () => (random(4) === 0 ? 3 : random(256)))
        case 1:
          return pick([
            '',
            '[',
            '{}',
            '[]',
            'null',
            '[1,2,3,4,5]',
            '"text"',
            '[null,null,null,null,null,null]',
            '\u0000',
          ])
        case 2:
          return packBroadcast({
            topic: pick(topics).slice(0, 80),
            event: pick(events),
            payload: pick(['{}', '{', '', '1', '\u0000']),
          })
        default: {
          const message = { join_ref: ref(), ref: ref(), topic: pick(topics), event: pick(events), payload: payload() }
          return JSON.stringify(
            vsn === '1.0.0' ? message : [message.join_ref, message.ref, message.topic, message.event, message.payload],
          )
        }
      }
    }
    let sent = 0
    while (sent < 6_000) {
      const vsn = pick(['1.0.0', '2.0.0'] as const)
      const socket = await openRawSocket(server.url, { apikey, vsn })
      for (let n = 0; n < 30 && socket.isOpen(); n += 1) {
        socket.send(frame(vsn))
        sent += 1
      }
      socket.send(
        vsn === '1.0.0'
          ? { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'end' }
          : [null, 'end', 'phoenix', 'heartbeat', {}],
      )
      await Promise.race([socket.closed, socket.heard.until((each) => JSON.stringify(each).includes('"end"'))])
      for (const answer of socket.heard.all) {
        const text = JSON.stringify(answer)
        expect(text).not.toContain('Unknown Error')
        expect(Array.isArray(answer) ? answer.length : vsn).toBe(vsn === '2.0.0' && Array.isArray(answer) ? 5 : vsn)
      }
      socket.close()
      await socket.closed
    }
    healthy.send([null, 'still', 'phoenix', 'heartbeat', {}])
    expect(await healthy.heard.until(() => true)).toEqual([
      null,
      'still',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
    healthy.close()
  })

  it('by HTTP causes no 5xx', async () => {
    const random = seededRandom(7)
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '{"messages":[]}',
      '{"messages":[{"topic":"a","event":"b"}]}',
      '{"messages":[{"topic":"a","event":"b","payload":"\\ud800","private":true}]}',
      '{"messages":{}}',
      '\u0000',
    ]
    const paths = ['', '/a/events/b', '/%00/events/%ff', '/a/events', '/a/events/b?private=true', '/%E0%A4%A/events/x']
    const types = ['application/json', 'application/octet-stream', 'text/plain', '']
    for (let n = 0; n < 400; n += 1) {
      const answer = await fetch(`${server.url}/realtime/v1/api/broadcast${paths[random(paths.length)]}`, {
        method: random(8) === 0 ? 'PUT' : 'POST',
        headers: {
          apikey: random(6) === 0 ? 'x' : server.backend.services.config.serviceRoleKey,
          'content-type': types[random(types.length)] ?? '',
        },
        body: bodies[random(bodies.length)] ?? '',
      })
      expect(answer.status).toBeLessThan(500)
      await answer.arrayBuffer()
    }
  })
})
