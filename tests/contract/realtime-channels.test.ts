import { randomUUID } from 'node:crypto'

import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createReceived } from '#support/received.ts'
import { startRealtimeServer, type Author, type RealtimeServer } from '#support/realtime-server.ts'

let server: RealtimeServer
let author: Author
let stranger: Author

beforeAll(async () => {
  // A test sends faster than a person.
  server = await startRealtimeServer({ eventsPerSecond: 1_000, presenceCalls: 1_000, silenceMs: 86_400_000 })
  ;[author, stranger] = await Promise.all([server.connectAuthor(), server.connectAuthor()])
  await server.backend.services.database.runScript(policies)
})
afterAll(() => server.close())

/** Viewers of a workspace may read its channel and be present there; editors may write. */
const policies = `
  create function public.topic_workspace() returns uuid language plpgsql stable as $$
  begin
    return split_part(realtime.topic(), ':', 2)::uuid;
  exception when others then
    return null;
  end $$;
  create policy "members hear" on realtime.messages for select to authenticated
    using (realtime.topic() like 'workspace:%' and public.is_member(public.topic_workspace(), 'viewer'));
  create policy "editors speak" on realtime.messages for insert to authenticated
    with check (extension = 'broadcast' and public.is_member(public.topic_workspace(), 'editor'));
  create policy "viewers are present" on realtime.messages for insert to authenticated
    with check (extension = 'presence' and public.is_member(public.topic_workspace(), 'viewer'));
`

function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
}

function listen(client: SupabaseClient, name: string, config: RealtimeChannelOptions['config'] = {}) {
  const heard = createReceived<Readonly<Record<string, unknown>>>()
  const statuses = createReceived<string>()
  const system = createReceived<{ readonly status: string; readonly message: string }>()
  const channel = client
    .channel(name, { config })
    .on('broadcast', { event: '*' }, (message) => heard.add(message))
    .on('system', {}, (message) => system.add(message))
  // Otherwise the client joins with the key alone and sends its token later.
  const ready = client.realtime.setAuth().then(
    () =>
      new Promise<void>((resolve, reject) => {
        channel.subscribe((status, error) => {
          statuses.add(status)
          if (status === 'SUBSCRIBED') resolve()
          else if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
        })
      }),
  )
  return { channel, heard, statuses, system, ready }
}

describe('the system channel', () => {
  it('can be joined by anybody, and is silent', async () => {
    const channel = await subscribed(server.connect().channel('system'))
    expect(channel.state).toBe('joined')
    expect(await channel.unsubscribe()).toBe('ok')
  })
})

describe('a broadcast', () => {
  it.each(['1.0.0', '2.0.0'] as const)('reaches everybody else in the channel (protocol %s)', async (version) => {
    const name = randomUUID()
    const sender = listen(server.connect({ version }), name)
    const receivers = [listen(server.connect(), name), listen(server.connect({ version: '1.0.0' }), name)]
    await Promise.all([sender, ...receivers].map(({ ready }) => ready))
    await sender.channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1, name: 'Zoë 🎈' } })
    for (const { heard } of receivers) {
      expect(await heard.until(() => true)).toMatchObject({
        type: 'broadcast',
        event: 'cursor',
        payload: { x: 1, name: 'Zoë 🎈' },
      })
    }
    await sender.channel.send({ type: 'broadcast', event: 'end', payload: {} })
    await receivers[0]?.heard.until(({ event }) => event === 'end')
    expect(sender.heard.all).toEqual([])
  })

  it('is acknowledged and echoed to its sender on request', async () => {
    const { channel, heard, ready } = listen(server.connect(), randomUUID(), { broadcast: { ack: true, self: true } })
    await ready
    expect(await channel.send({ type: 'broadcast', event: 'hello', payload: { a: 1 } })).toBe('ok')
    expect(await heard.until(() => true)).toMatchObject({ event: 'hello', payload: { a: 1 } })
  })

  it('carries bytes unchanged', async () => {
    const name = randomUUID()
    const sender = listen(server.connect(), name)
    const receiver = listen(server.connect(), name)
    await Promise.all([sender.ready, receiver.ready])
    const bytes = new Uint8Array([0, 1, 254, 255])
    await sender.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer })
    const { payload } = await receiver.heard.until(() => true)
    expect(new Uint8Array(payload as ArrayBuffer)).toEqual(bytes)
  })

  it('arrives in order', async () => {
    const name = randomUUID()
    const sender = listen(server.connect(), name, { broadcast: { ack: true } })
    const receiver = listen(server.connect(), name)
    await Promise.all([sender.ready, receiver.ready])
    await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        sender.channel.send({ type: 'broadcast', event: 'n', payload: { number } }),
      ),
    )
    const all = await receiver.heard.count(200)
    expect(all.map(({ payload }) => (payload as { number: number }).number)).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    )
  })

  it('can be sent by HTTP, before joining and with httpSend', async () => {
    const name = `room/${randomUUID()}`
    const receiver = listen(server.connect(), name)
    await receiver.ready
    const sender = server.connect().channel(name)
    expect(await sender.httpSend('first', { n: 1 })).toEqual({ success: true })
    expect(await sender.httpSend('second', new Uint8Array([7, 8]).buffer)).toEqual({ success: true })
    const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.backend.services.config.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: name, event: 'third', payload: { n: 3 } }] }),
    })
    expect(answer.status).toBe(202)
    const all = await receiver.heard.count(3)
    expect(all.map(({ event }) => event)).toEqual(['first', 'second', 'third'])
    expect(all[0]?.['payload']).toEqual({ n: 1 })
  })

  it.each([
    ['no key', {}, '{"messages":[]}', 401],
    ['a key of nobody', { apikey: 'a.b.c' }, '{"messages":[]}', 401],
    ['no messages', null, '{}', 422],
    ['no JSON', null, '{"messages":', 422],
    ['no topic', null, '{"messages":[{"event":"x"}]}', 422],
    ['too much', null, `{"messages":[{"topic":"a","event":"b","payload":"${'x'.repeat(3_000_001)}"}]}`, 413],
  ])('by HTTP with %s is refused', async (_, headers, body, status) => {
    const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: headers ?? { apikey: server.backend.services.config.anonKey },
      body,
    })
    expect(answer.status).toBe(status)
  })

  it('that is too large is refused in its acknowledgement', async () => {
    const { channel, ready } = listen(server.connect(), randomUUID(), { broadcast: { ack: true } })
    await ready
    expect(await channel.send({ type: 'broadcast', event: 'huge', payload: { text: 'x'.repeat(3_000_001) } })).toBe(
      'error',
    )
    expect(await channel.send({ type: 'broadcast', event: 'large', payload: { text: 'x'.repeat(2_900_000) } })).toBe(
      'ok',
    )
  })
})

describe('presence', () => {
  function attend(client: SupabaseClient, name: string, key: string) {
    const joins = createReceived<{ readonly key: string; readonly newPresences: readonly object[] }>()
    const leaves = createReceived<{ readonly key: string; readonly leftPresences: readonly object[] }>()
    const syncs = createReceived<readonly string[]>()
    const channel = client.channel(name, { config: { presence: { key } } })
    channel
      .on('presence', { event: 'join' }, (join) => joins.add(join))
      .on('presence', { event: 'leave' }, (leave) => leaves.add(leave))
      .on('presence', { event: 'sync' }, () => syncs.add(Object.keys(channel.presenceState()).sort()))
    return { channel, joins, leaves, syncs }
  }

  it('reports joins, updates and leaves, and sends newcomers the current state', async () => {
    const name = randomUUID()
    const ada = attend(server.connect(), name, 'ada')
    await subscribed(ada.channel)
    expect(await ada.channel.track({ mood: 'calm' })).toBe('ok')
    await ada.joins.until(({ key }) => key === 'ada')
    const client = server.connect()
    const bob = attend(client, name, 'bob')
    await subscribed(bob.channel)
    await bob.syncs.until((keys) => keys.join() === 'ada')
    expect(bob.channel.presenceState()).toEqual({ ada: [{ mood: 'calm', presence_ref: expect.any(String) }] })
    await bob.channel.track({ mood: 'busy' })
    expect(await ada.joins.until(({ key }) => key === 'bob')).toMatchObject({ newPresences: [{ mood: 'busy' }] })
    await ada.channel.track({ mood: 'curious' })
    await bob.joins.until(({ newPresences }) => JSON.stringify(newPresences).includes('curious'))
    expect(bob.channel.presenceState()['ada']).toEqual([{ mood: 'curious', presence_ref: expect.any(String) }])
    expect(await bob.channel.untrack()).toBe('ok')
    await ada.leaves.until(({ key }) => key === 'bob')
    await bob.channel.track({ mood: 'back' })
    await ada.joins.until(({ newPresences }) => JSON.stringify(newPresences).includes('back'))
    await client.realtime.disconnect()
    await ada.leaves.until(({ key, leftPresences }) => key === 'bob' && JSON.stringify(leftPresences).includes('back'))
    expect(Object.keys(ada.channel.presenceState())).toEqual(['ada'])
  })

  it('keeps two tabs of one person apart', async () => {
    const name = randomUUID()
    const [first, second] = [attend(server.connect(), name, 'ada'), attend(server.connect(), name, 'ada')]
    await Promise.all([subscribed(first.channel), subscribed(second.channel)])
    await first.channel.track({ tab: 1 })
    await second.channel.track({ tab: 2 })
    await first.joins.until(({ newPresences }) => JSON.stringify(newPresences).includes('"tab":2'))
    expect(first.channel.presenceState()['ada']).toHaveLength(2)
    await second.channel.unsubscribe()
    await first.leaves.until(({ key }) => key === 'ada')
    expect(first.channel.presenceState()['ada']).toEqual([expect.objectContaining({ tab: 1 })])
  })
})

describe('a private channel', () => {
  it('can be joined with read permission, and refuses others with a reason', async () => {
    const name = `workspace:${author.workspaceId}`
    const member = listen(author.live, name, { private: true })
    await member.ready
    await expect(listen(stranger.live, name, { private: true }).ready).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
    )
    await expect(listen(server.connect(), name, { private: true }).ready).rejects.toThrow('Unauthorized')
    await author.live.removeAllChannels()
    await stranger.live.removeAllChannels()
  })

  it('differs from the public channel of its name', async () => {
    const name = `workspace:${author.workspaceId}`
    const inside = listen(server.connect({ token: author.session.access_token }), name, {
      private: true,
      broadcast: { ack: true, self: true },
    })
    const outside = listen(server.connect(), name, { broadcast: { ack: true, self: true } })
    await Promise.all([inside.ready, outside.ready])
    await inside.channel.send({ type: 'broadcast', event: 'private', payload: {} })
    await outside.channel.send({ type: 'broadcast', event: 'public', payload: {} })
    await Promise.all([inside.heard.count(1), outside.heard.count(1)])
    expect(inside.heard.all.map(({ event }) => event)).toEqual(['private'])
    expect(outside.heard.all.map(({ event }) => event)).toEqual(['public'])
  })

  it('accepts writes only with permission, by socket and by HTTP', async () => {
    const viewer = await server.connectAuthor()
    const service = server.backend.serviceClient()
    await service
      .from('workspace_members')
      .insert({ workspace_id: author.workspaceId, user_id: viewer.user.id, role: 'viewer' })
    const name = `workspace:${author.workspaceId}`
    const config = { private: true, broadcast: { ack: true } }
    const editor = listen(server.connect({ token: author.session.access_token }), name, config)
    const reader = listen(viewer.live, name, config)
    await Promise.all([editor.ready, reader.ready])
    expect(await reader.channel.send({ type: 'broadcast', event: 'no', payload: {} })).toBe('error')
    expect(await editor.channel.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok')
    expect(await editor.channel.httpSend('by HTTP', {})).toEqual({ success: true })
    await expect(reader.channel.httpSend('no', {})).rejects.toThrow('You do not have permissions to write')
    await reader.heard.until(({ event }) => event === 'by HTTP')
    expect(reader.heard.all.map(({ event }) => event)).toEqual(['yes', 'by HTTP'])
    expect(editor.heard.all.map(({ event }) => event)).toEqual(['by HTTP'])
    expect(await reader.channel.track({ here: true })).toBe('ok')

    await service.from('workspace_members').delete().eq('user_id', viewer.user.id)
    const { message } = await reader.system.until(({ status }) => status === 'error', 1_000)
    expect(message).toBe(`You no longer have permission to read from this Channel topic: ${name}`)
    await reader.statuses.until((status) => status === 'CLOSED')
  })
})

describe('database broadcasts', () => {
  async function say(name: string, text: string, isPrivate = true): Promise<void> {
    const values = [JSON.stringify({ text }), 'said', name, isPrivate]
    await server.backend.services.database.transaction('system', [
      { text: 'select realtime.send($1, $2, $3, $4)', values },
    ])
  }

  it('arrive in order for subscribers with permission, and replay for later joins on request', async () => {
    const name = `workspace:${author.workspaceId}`
    const begun = Date.now() - 1_000
    const live = listen(server.connect({ token: author.session.access_token }), name, { private: true })
    const outside = listen(server.connect(), name, {})
    await Promise.all([live.ready, outside.ready])
    const texts = Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(9_000)}`)
    for (const text of texts) await say(name, text)
    const heard = await live.heard.count(30)
    expect(heard.map(({ payload }) => (payload as { text: string }).text)).toEqual(texts)

    for (const version of ['1.0.0', '2.0.0'] as const) {
      const late = listen(server.connect({ token: author.session.access_token, version }), name, {
        private: true,
        broadcast: { replay: { since: begun, limit: 3 } },
      })
      const again = await late.heard.count(3)
      expect(again.map(({ payload }) => (payload as { text: string }).text)).toEqual(texts.slice(-3))
      expect(again[0]).toMatchObject({ event: 'said', meta: { replayed: true } })
    }
    await say(name, 'to everybody', false)
    await outside.heard.count(1)
    expect(outside.heard.all.map(({ payload }) => payload)).toMatchObject([{ text: 'to everybody' }])
  })
})

describe('a token', () => {
  function sign(seconds: number, claims: object = {}): Promise<string> {
    const now = Math.floor(server.backend.services.now() / 1000)
    const keys = server.backend.services.config.embedded!.identity.keys
    return keys.sign({ role: 'authenticated', sub: author.user.id, iat: now, exp: now + seconds, ...claims })
  }

  it('closes its channel when it expires, and says so', async () => {
    const { system, statuses, ready } = listen(server.connect({ token: await sign(60) }), randomUUID())
    await ready
    server.backend.passTime(61_000)
    const { message } = await system.until(({ status }) => status === 'error')
    expect(message).toMatch(/^Token has expired \d+ seconds ago$/)
    await statuses.until((status) => status === 'CLOSED')
  })

  it('is replaced in place, and subscriptions continue under the new one', async () => {
    let token = await sign(60)
    const client = server.connect({ token })
    client.realtime.accessToken = () => Promise.resolve(token)
    const names = createReceived<unknown>()
    const system = createReceived<{ readonly message: string }>()
    const following = client
      .channel(randomUUID())
      .on('system', {}, (message) => system.add(message))
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'demos' }, (change) =>
        names.add((change.new as { name: string }).name),
      )
    await client.realtime.setAuth()
    await subscribed(following)
    await system.until(({ message }) => message === 'Subscribed to PostgreSQL')
    token = await sign(3_600, { sub: stranger.user.id })
    await client.realtime.setAuth()
    // Answered after the previous token was applied.
    await following.send({ type: 'presence', event: 'untrack' })
    await author.client.from('demos').insert({ name: 'Not for the second person' })
    await stranger.client.from('demos').insert({ name: 'For the second person' })
    expect(await names.until(() => true)).toBe('For the second person')
    server.backend.passTime(61_000)
    await stranger.client.from('demos').insert({ name: 'Later' })
    await names.until((name) => name === 'Later')
    expect(names.all).toEqual(['For the second person', 'Later'])
  })

  it('of an ended session closes its channels within a second, and opens none', async () => {
    const leaving = await server.connectAuthor()
    const { system, statuses, ready } = listen(leaving.live, randomUUID())
    const staying = listen(author.live, randomUUID())
    await Promise.all([ready, staying.ready])
    await leaving.client.auth.signOut()
    const { message } = await system.until(({ status }) => status === 'error', 1_000)
    expect(message).toBe('The session of this token has ended')
    await statuses.until((status) => status === 'CLOSED')
    await expect(listen(server.connect({ token: leaving.session.access_token }), randomUUID()).ready).rejects.toThrow(
      'The session of this token has ended',
    )
    expect(staying.channel.state).toBe('joined')
  })

  it('that lacks the second factor of its account opens none', async () => {
    const account = await server.connectAuthor()
    const enrolled = `insert into auth.mfa_factors (user_id, factor_type, status, created_at, updated_at)
      values ($1, 'totp', 'verified', now(), now())`
    await server.backend.services.database.transaction('system', [{ text: enrolled, values: [account.user.id] }])
    await expect(listen(account.live, randomUUID()).ready).rejects.toThrow('The session of this token has ended')
    await server.backend.services.database.transaction('system', [
      { text: "update auth.sessions set aal = 'aal2' where user_id = $1", values: [account.user.id] },
    ])
    await listen(server.connect({ token: account.session.access_token }), randomUUID()).ready
  })

  it.each([
    [
      'signed by somebody else',
      async () => `${(await sign(60)).slice(0, -8)}AAAAAAAA`,
      'JwtSignatureError: Failed to validate JWT signature',
    ],
    ['that is none', () => Promise.resolve('nonsense'), 'MalformedJWT: The token provided is not a valid JWT'],
    ['that has expired', () => sign(-100), /InvalidJWTToken: Token has expired 1\d\d seconds ago/],
    [
      'of no known role',
      () => sign(60, { role: 'postgres' }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
  ])('%s joins nothing', async (_, token, words) => {
    await expect(listen(server.connect({ token: await token() }), randomUUID()).ready).rejects.toThrow(words)
  })
})

describe('a client', () => {
  it('leaves, rejoins and gets messages of the second channel only', async () => {
    const client = server.connect()
    const name = randomUUID()
    const first = listen(client, name, { broadcast: { ack: true, self: true } })
    await first.ready
    expect(await client.removeChannel(first.channel)).toBe('ok')
    const second = listen(client, name, { broadcast: { ack: true, self: true } })
    await second.ready
    expect(await second.channel.send({ type: 'broadcast', event: 'again', payload: {} })).toBe('ok')
    await second.heard.count(1)
    expect(first.heard.all).toEqual([])
  })
})

// Last, because nothing can join afterwards.
describe('a restarting server', () => {
  it('says goodbye to every client', async () => {
    const { statuses, ready } = listen(server.connect(), randomUUID())
    await ready
    await server.drain()
    expect(await statuses.until((status) => status !== 'SUBSCRIBED')).toBe('CHANNEL_ERROR')
  })
})
