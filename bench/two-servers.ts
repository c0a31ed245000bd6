import { randomBytes, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startServer, type ServerProcess } from '../tests/support/server-process.ts'
import { cpuSeconds } from './support/cpu-seconds.ts'
import { report, spreadOf, type Finding } from './support/report.ts'

/*
 * One server against two on one PostgreSQL: requests per second (write a row, read it by id), and the cost of each.
 * Rows written through one of the two must be readable through the other at once, whichever the user signed in at. A
 * server uses one CPU, PostgreSQL and this program take more: the full effect needs six.
 */

const callers = 16
const rounds = 5
const roundMs = 2_000
const cpusWanted = 6
const ratioGoal = 1.6

interface Round {
  readonly perSecond: number
  /** CPU time of servers and PostgreSQL per request, in ms. */
  readonly cpuMs: number
  /** Rows written but not readable right after. */
  readonly missing: number
}

const secret = randomBytes(32).toString('hex')
const cluster = await startPostgresCluster()
const env = {
  JWT_SECRET: secret,
  AUTH_RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  DATABASE_URL: cluster.urlOf('postgres'),
}
const servers = [await startServer({ env }), await startServer({ env })]
try {
  // Users sign in at alternating servers.
  const authors = await Promise.all(Array.from({ length: callers }, (_, number) => signUp(pick(servers, number))))
  await run(authors, 1, 500)
  await run(authors, 2, 500)
  const alone: Round[] = []
  const together: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await run(authors, 1, roundMs))
    together.push(await run(authors, 2, roundMs))
  }
  report('two-servers', findingsOf(alone, together))
} finally {
  for (const server of servers) await server.stop()
  await cluster.stop()
}

/** With a client for each server. */
type Author = readonly SupabaseClient[]

async function run(authors: readonly Author[], count: number, lastsMs: number): Promise<Round> {
  const used = async () => {
    const each = await Promise.all([...servers, cluster].map(({ pid }) => cpuSeconds(pid)))
    return each.reduce((sum, seconds) => sum + seconds, 0)
  }
  const usedBefore = await used()
  const startedAt = performance.now()
  let [requests, missing] = [0, 0]
  const work = async (author: Author): Promise<void> => {
    const clients = author.slice(0, count)
    for (let turn = 0; performance.now() - startedAt < lastsMs; turn += 1) {
      const id = randomUUID()
      const row = { id, session_id: 'bench', url: 'https://example.com' }
      const { error } = await pick(clients, turn).from('captures').insert(row)
      if (error !== null) throw error
      const { data } = await pick(clients, turn + 1)
        .from('captures')
        .select('id')
        .eq('id', id)
      if (data?.length !== 1) missing += 1
      requests += 2
    }
  }
  await Promise.all(authors.map(work))
  const tookMs = performance.now() - startedAt
  return {
    perSecond: (requests * 1_000) / tookMs,
    cpuMs: (((await used()) - usedBefore) * 1_000) / requests,
    missing,
  }
}

/** A user signed in at one server, with a client for each. */
async function signUp(at: ServerProcess): Promise<Author> {
  const { supabaseAnonKey: key } = (await (await fetch(`${at.url}/config.json`)).json()) as {
    readonly supabaseAnonKey: string
  }
  const auth = { persistSession: false, autoRefreshToken: false }
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse' }
  const { data, error } = await createClient(at.url, key, { auth }).auth.signUp(credentials)
  const token = data.session?.access_token
  if (token === undefined) throw error ?? new Error('The account could not be created')
  return servers.map(({ url }) => createClient(url, key, { auth, accessToken: () => Promise.resolve(token) }))
}

function pick<T>(from: readonly T[], turn: number): T {
  const picked = from[turn % from.length]
  if (picked === undefined) throw new Error('The list is empty')
  return picked
}

function findingsOf(alone: readonly Round[], together: readonly Round[]): readonly Finding[] {
  const processors = availableParallelism()
  const isJudged = processors >= cpusWanted
  const rate = (all: readonly Round[]) => spreadOf(all.map(({ perSecond }) => perSecond))
  const cost = (all: readonly Round[]) => spreadOf(all.map(({ cpuMs }) => cpuMs))
  const missing = [...alone, ...together].reduce((sum, round) => sum + round.missing, 0)
  return [
    {
      what: `two servers on one PostgreSQL, ${processors} processors for them, the database and this program`,
      unit: 'requests/s',
      ours: rate(together),
      anchor: { what: 'one server', value: rate(alone) },
      goal: isJudged ? `≥ ${ratioGoal} × the anchor` : `≥ ${ratioGoal} × on ${cpusWanted} processors; noted here`,
      passed: !isJudged || rate(together).median >= ratioGoal * rate(alone).median,
    },
    {
      what: 'two servers: processor time of servers and database for a request',
      unit: 'ms',
      ours: cost(together),
      anchor: { what: 'one server', value: cost(alone) },
      goal: 'none; noted',
      passed: true,
    },
    {
      what: 'two servers: rows written through one and not there through the other at once',
      unit: 'rows',
      ours: missing,
      anchor: null,
      goal: '0',
      passed: missing === 0,
    },
  ]
}
