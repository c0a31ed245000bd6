import { randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { createReceived, type Received } from '#support/received.ts'
import { startRoundRobinProxy } from '#support/round-robin-proxy.ts'
import { startServer } from '#support/server-process.ts'

export interface KillRoundOptions {
  /** The settings of both servers: the same database and secret. */
  readonly env: Readonly<Record<string, string>>
  readonly followers: number
  readonly writes: number
  /** One of the two servers is killed after this many rows. */
  readonly killAfter: number
}

export interface KillRoundOutcome {
  /** How many followers had to reconnect. */
  readonly moved: number
  /** Rows a follower neither received nor found by rereading, over all followers. */
  readonly missing: number
  /** Rows sent to followers of another workspace. */
  readonly foreign: number
}

/**
 * Two servers behind a round-robin proxy; people follow a table through it during writes, and one of the servers is
 * killed.
 */
export async function runKillRound({ env, followers, writes, killAfter }: KillRoundOptions): Promise<KillRoundOutcome> {
  const [doomed, other] = await Promise.all([startServer({ env }), startServer({ env })])
  const proxy = await startRoundRobinProxy([doomed, other])
  const clients: SupabaseClient[] = []
  try {
    const config = (await (await fetch(`${other.url}/config.json`)).json()) as { readonly supabaseAnonKey: string }
    const connect = (url: string, token?: string) => {
      const client = createClient(url, config.supabaseAnonKey, {
        ...(token === undefined ? {} : { accessToken: () => Promise.resolve(token) }),
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { reconnectAfterMs: () => 100 },
      })
      clients.push(client)
      return client
    }
    const [author, stranger] = await Promise.all([connect(other.url), connect(other.url)].map(signUp))
    if (author === undefined || stranger === undefined) throw new Error('Two people were wanted')
    const follow = ({ token }: Person) => followDemos(connect(proxy.url, token))
    const people = await Promise.all(Array.from({ length: followers }, () => follow(author)))
    const outsider = await follow(stranger)

    const names = Array.from({ length: writes }, (_, number) => `Row ${number}`)
    for (const [index, name] of names.entries()) {
      if (index === killAfter) await doomed.kill()
      await author.client.from('demos').insert({ name }).throwOnError()
    }
    const complete = people.map(({ known, grew }) =>
      grew.until(() => names.every((name) => known.has(name)), patienceMs).catch(() => undefined),
    )
    await Promise.all(complete)
    return {
      moved: people.filter(({ joins }) => joins.all.length > 1).length,
      missing: people.reduce((sum, { known }) => sum + names.filter((name) => !known.has(name)).length, 0),
      foreign: names.filter((name) => outsider.known.has(name)).length,
    }
  } finally {
    await Promise.all(clients.map((client) => client.realtime.disconnect()))
    await proxy.close()
    await Promise.all([doomed.kill(), other.stop()])
  }
}

const patienceMs = 45_000

interface Person {
  readonly client: SupabaseClient
  readonly token: string
}

interface Follower {
  readonly known: ReadonlySet<string>
  readonly grew: Received<null>
  readonly joins: Received<null>
}

async function signUp(client: SupabaseClient): Promise<Person> {
  const { data, error } = await client.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'correct horse' })
  if (data.session === null) throw error ?? new Error('The account could not be created')
  return { client, token: data.session.access_token }
}

/** Like a careful page: reads after each join, and trusts the messages in between. */
async function followDemos(client: SupabaseClient): Promise<Follower> {
  const known = new Set<string>()
  const [grew, joins] = [createReceived<null>(), createReceived<null>()]
  const note = (name: unknown) => {
    known.add(String(name))
    grew.add(null)
  }
  // Otherwise the client joins with the key alone and sends its token later.
  await client.realtime.setAuth()
  client
    .channel('demos')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'demos' }, (change) =>
      note((change.new as { readonly name: unknown }).name),
    )
    .on('system', {}, ({ status }: { readonly status: string }) => {
      if (status !== 'ok') return
      void client
        .from('demos')
        .select('name')
        .then(({ data }) => {
          for (const { name } of data ?? []) note(name)
          joins.add(null)
        })
    })
    .subscribe()
  await joins.count(1, patienceMs)
  return { known, grew, joins }
}
