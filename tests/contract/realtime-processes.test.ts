import { randomBytes, randomUUID } from 'node:crypto'

import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { createReceived } from '#support/received.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

import { runKillRound } from '../realtime-kills/kill-round.ts'

/* Two servers on one PostgreSQL, as behind a load balancer. */

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('two server processes', () => {
  let databaseUrl: string
  let servers: readonly [ServerProcess, ServerProcess]
  let keys: { readonly supabaseAnonKey: string }
  let author: SupabaseClient
  let token: string
  const clients: SupabaseClient[] = []
  const env = { JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'error' }

  beforeAll(async () => {
    const source = inject('testDatabase')
    if (source.kind !== 'postgres') throw new Error('This needs PostgreSQL')
    const name = `test_${randomBytes(8).toString('hex')}`
    await query(source.adminUrl, `create database ${name} template ${source.templateName}`)
    const address = new URL(source.adminUrl)
    address.pathname = `/${name}`
    databaseUrl = address.href
    servers = await Promise.all([start(), start()])
    keys = (await (await fetch(`${servers[0].url}/config.json`)).json()) as typeof keys
    author = connect(servers[0])
    const { data, error } = await author.auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: 'correct horse',
    })
    if (data.session === null) throw error ?? new Error('The account could not be created')
    token = data.session.access_token
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.realtime.disconnect()))
    await Promise.all(servers.map((server) => server.stop()))
  })

  function start(): Promise<ServerProcess> {
    return startServer({ env: { ...env, DATABASE_URL: databaseUrl } })
  }

  function connect(server: ServerProcess): SupabaseClient {
    const client = createClient(server.url, keys.supabaseAnonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { reconnectAfterMs: () => 100 },
    })
    clients.push(client)
    return client
  }

  function subscribed(channel: RealtimeChannel): Promise<void> {
    return new Promise((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve()
        if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
      })
    })
  }

  function attend(server: ServerProcess, name: string, key: string) {
    const client = connect(server)
    const heard = createReceived<Readonly<Record<string, unknown>>>()
    const present = createReceived<string>()
    const channel = client.channel(name, { config: { presence: { key } } })
    channel
      .on('broadcast', { event: '*' }, (message) => heard.add(message))
      .on('presence', { event: 'sync' }, () => present.add(Object.keys(channel.presenceState()).sort().join()))
    return { client, channel, heard, present }
  }

  it('exchange broadcasts in order, including long and binary ones', async () => {
    const name = randomUUID()
    const [here, there] = [attend(servers[0], name, 'a'), attend(servers[1], name, 'b')]
    await Promise.all([subscribed(here.channel), subscribed(there.channel)])
    const long = 'ü'.repeat(20_000)
    await here.channel.send({ type: 'broadcast', event: 'short', payload: { n: 1 } })
    await here.channel.send({ type: 'broadcast', event: 'long', payload: { long } })
    await here.channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 255]).buffer })
    await here.channel.send({ type: 'broadcast', event: 'short', payload: { n: 1 } })
    const all = await there.heard.count(4)
    expect(all.map(({ event }) => event)).toEqual(['short', 'long', 'bytes', 'short'])
    expect(all[1]?.['payload']).toEqual({ long })
    expect(new Uint8Array(all[2]?.['payload'] as ArrayBuffer)).toEqual(new Uint8Array([1, 255]))
    expect(here.heard.all).toEqual([])
  })

  it('deliver changes made through the other', async () => {
    const client = connect(servers[1])
    await client.realtime.setAuth(token)
    const names = createReceived<unknown>()
    const system = createReceived<{ readonly message: string }>()
    client
      .channel('changes')
      .on('system', {}, (message) => system.add(message))
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'demos' }, (change) =>
        names.add((change.new as { name: string }).name),
      )
      .subscribe()
    await system.until(({ message }) => message === 'Subscribed to PostgreSQL')
    await author.from('demos').insert({ name: 'Made elsewhere' })
    await names.until((name) => name === 'Made elsewhere')

    // Every connection of the servers is cut: changes made meanwhile are delivered after reconnecting.
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'understudy listener'`
    await query(databaseUrl, cut)
    await author.from('demos').insert({ name: 'While nobody listened' })
    await names.until((name) => name === 'While nobody listened')
    await author.from('demos').insert({ name: 'Afterwards' })
    await names.until((name) => name === 'Afterwards')
    expect(names.all).toEqual(['Made elsewhere', 'While nobody listened', 'Afterwards'])
  })

  it('share presence, and drop the people of a killed one', { timeout: 60_000 }, async () => {
    const name = randomUUID()
    const doomed = await start()
    const [here, there, elsewhere] = [
      attend(servers[0], name, 'a'),
      attend(servers[1], name, 'b'),
      attend(doomed, name, 'c'),
    ]
    for (const person of [here, there, elsewhere]) {
      await subscribed(person.channel)
      expect(await person.channel.track({ here: true })).toBe('ok')
    }
    for (const person of [here, there]) await person.present.until((keys) => keys === 'a,b,c')
    await doomed.kill()
    await here.present.until((keys) => keys === 'a,b', 30_000)
    // A newcomer to a freshly started process sees everybody there.
    const fresh = await start()
    const newcomer = attend(fresh, name, 'd')
    await subscribed(newcomer.channel)
    await newcomer.channel.track({ here: true })
    await newcomer.present.until((keys) => keys === 'a,b,d')
    await here.present.until((keys) => keys === 'a,b,d')
    await newcomer.client.realtime.disconnect()
    await here.present.until((keys) => here.present.all.at(-1) === 'a,b' && keys === 'a,b')
    await Promise.all([elsewhere.client.realtime.disconnect(), fresh.stop()])
  })

  it('behind a proxy lose no client and no message when one is killed', { timeout: 90_000 }, async () => {
    const outcome = await runKillRound({
      env: { ...env, DATABASE_URL: databaseUrl },
      followers: 6,
      writes: 30,
      killAfter: 10,
    })
    expect(outcome).toEqual({ moved: 3, missing: 0, foreign: 0 })
  })

  async function query(url: string, text: string): Promise<void> {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
})
