import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pino from 'pino'

import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'

import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startServer } from '../tests/support/server-process.ts'
import { personHeaders, trackingEvent } from '../tests/support/tracked-demo.ts'
import { postLoad, type PostLoad } from './support/post-load.ts'
import { report, spreadOf, type Finding, type Spread } from './support/report.ts'

/*
 * Ingestion: events of one demo over 64 connections, each acknowledged once on disk, against a server that only counts
 * them. Ten per request are compared with a bulk insert of the same rows. Reports two rates: events acknowledged per
 * second, which the budget limits, and the sustainable rate, timed until all are stored as rows and rolled up. The next
 * load starts only after that, so it inherits no backlog.
 */

const connections = 64
const rounds = 5
const roundMs = 2_000
const jwtSecret = 'a secret of a benchmark, thirty-two chars'

const cluster = await startPostgresCluster({ isDurable: true })
try {
  report('tracking', [
    ...(await ingestion('PGlite', {}, { ratio: 0.25, p99Ms: 100 })),
    ...(await ingestion('PostgreSQL', { DATABASE_URL: cluster.urlOf('postgres') }, { ratio: 0.4, p99Ms: 25 })),
    ...(await severalInOneRequest()),
  ])
} finally {
  await cluster.stop()
}

async function ingestion(
  name: string,
  env: Readonly<Record<string, string>>,
  goal: { readonly ratio: number; readonly p99Ms: number },
): Promise<readonly Finding[]> {
  const ours = await startOurs(env)
  const counting = await startCounting()
  const loads: LastingLoad[] = []
  const anchors: PostLoad[] = []
  const warm = await ours.load(1)
  await counting.load(1)
  for (let round = 0; round < rounds; round += 1) {
    loads.push(await ours.load(1))
    anchors.push(await counting.load(1))
  }
  const acknowledged = [warm, ...loads].reduce((sum, load) => sum + load.answered, 0)
  const lost = acknowledged - (await ours.stored())
  await ours.stop()
  counting.stop()
  const perSecond = spreadOf(loads.map((load) => load.perSecond))
  const anchor = spreadOf(anchors.map((load) => load.perSecond))
  const p99 = spreadOf(loads.map(({ p99Ms }) => p99Ms))
  return [
    {
      what: `tracking: events acknowledged a second, one for each request, on ${name}`,
      unit: '/s',
      ours: perSecond,
      anchor: { what: 'a server that reads, parses and counts', value: anchor },
      goal: `≥ ${goal.ratio} × the anchor`,
      passed: perSecond.median >= goal.ratio * anchor.median,
    },
    lasting(`one for each request, on ${name}`, loads, perSecond),
    {
      what: `tracking: 99 of 100 answers within, at ${connections} connections, on ${name}`,
      unit: 'ms',
      ours: p99,
      anchor: { what: 'the same of the counting server', value: spreadOf(anchors.map(({ p99Ms }) => p99Ms)) },
      goal: `≤ ${goal.p99Ms} ms`,
      passed: p99.median <= goal.p99Ms,
    },
    {
      what: `tracking: of ${acknowledged} acknowledged events lost on ${name}`,
      unit: 'events',
      ours: lost,
      anchor: null,
      goal: '0',
      passed: lost === 0,
    },
  ]
}

/** The same including all deferred work; not in a budget. */
function lasting(which: string, loads: readonly LastingLoad[], acknowledged: Spread): Finding {
  return {
    what: `tracking: events stored and rolled up a second, ${which}`,
    unit: '/s',
    ours: spreadOf(loads.map(({ lastingPerSecond }) => lastingPerSecond)),
    anchor: { what: 'those acknowledged a second while they came in', value: acknowledged },
    goal: 'none, it tells what could go on for ever',
    passed: true,
  }
}

async function severalInOneRequest(): Promise<readonly Finding[]> {
  const url = cluster.urlOf('postgres')
  const ours = await startOurs({ DATABASE_URL: url })
  const database = new PostgresDatabase({ databaseUrl: url, log: pino({ level: 'fatal' }) })
  const run = (text: string, values: readonly unknown[] = []) => database.transaction('system', [{ text, values }])
  await run('create table tracking.bulk (like tracking.events including all)')
  const insertInBulk = async (): Promise<number> => {
    const startedAt = performance.now()
    let count = 0
    while (performance.now() - startedAt < roundMs) {
      const rows = Array.from({ length: 1_000 }, () => {
        const event = ours.event()
        return { ...event, day: event.timestamp.slice(0, 10), occurred_at: event.timestamp, demo_version: 1, link: '' }
      })
      await run(
        `insert into tracking.bulk (id, day, event_type, session_id, page_url, "timestamp", occurred_at, demo_id, link)
         select id, day, event_type, session_id, page_url, "timestamp", occurred_at, demo_id, link
         from json_populate_recordset(null::tracking.bulk, $1)`,
        [JSON.stringify(rows)],
      )
      count += rows.length
    }
    return (count * 1_000) / (performance.now() - startedAt)
  }
  const several: LastingLoad[] = []
  const bulk: number[] = []
  await ours.load(10)
  for (let round = 0; round < rounds; round += 1) {
    several.push(await ours.load(10))
    bulk.push(await insertInBulk())
  }
  await database.close()
  await ours.stop()
  const [perSecond, anchor] = [spreadOf(several.map((load) => load.perSecond)), spreadOf(bulk)]
  return [
    {
      what: 'tracking: events acknowledged a second, ten in each request, on PostgreSQL',
      unit: '/s',
      ours: perSecond,
      anchor: { what: 'the same rows inserted 1,000 at a time, without HTTP, checks or roll-ups', value: anchor },
      goal: '≥ 60,000/s or ≥ 0.5 × the anchor',
      passed: perSecond.median >= 60_000 || perSecond.median >= 0.5 * anchor.median,
    },
    lasting('ten in each request, on PostgreSQL', several, perSecond),
  ]
}

/** In events. */
interface LastingLoad extends PostLoad {
  /** Including the time until everything is stored and rolled up. */
  readonly lastingPerSecond: number
}

/** A server with one demo, and visitors of ten events each. */
async function startOurs(env: Readonly<Record<string, string>>) {
  const server = await startServer({ env: { ...env, TRACKING_LIMITS: 'off', JWT_SECRET: jwtSecret } })
  const service = createClient(server.url, roleKey('service_role', jwtSecret), { auth: { persistSession: false } })
  const demoId = await makeDemo(service)
  const { supabaseAnonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseAnonKey: string }
  let count = 0
  const event = () => {
    count += 1
    const session = `${Math.floor(count / 640)} ${count % 64}`
    return trackingEvent({ session_id: session, demo_id: demoId, event_type: count % 3 === 0 ? 'click' : 'page_view' })
  }
  return {
    event,
    load: async (each: number): Promise<LastingLoad> => {
      const startedAt = performance.now()
      const poured = await load(Number(new URL(server.url).port), supabaseAnonKey, each, event)
      while ((await service.rpc('has_tracking_backlog').throwOnError()).data === true) await delay(20)
      const seconds = (performance.now() - startedAt) / 1_000
      const answered = poured.answered * each
      return { ...poured, answered, perSecond: poured.perSecond * each, lastingPerSecond: answered / seconds }
    },
    stored: async () => {
      const { count: rows } = await service
        .from('user_tracking_events')
        .select('id', { count: 'exact', head: true })
        .eq('demo_id', demoId)
        .throwOnError()
      return rows ?? 0
    },
    stop: server.stop,
  }
}

async function makeDemo(service: SupabaseClient): Promise<string> {
  const id = randomUUID()
  const { data } = await service.from('workspaces').insert({ name: 'Measured' }).select('id').single().throwOnError()
  await service
    .from('demos')
    .insert({ id, workspace_id: String(data.id), name: 'Tour' })
    .throwOnError()
  return id
}

async function startCounting() {
  const script = join(import.meta.dirname, 'support', 'counting-process.ts')
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    load: (each: number) => load(Number(line.toString()), 'a key', each, trackingEvent),
    stop: () => child.kill(),
  }
}

/** In the form browsers send the tracker's posts. */
function load(port: number, apikey: string, each: number, event: () => object): Promise<PostLoad> {
  return postLoad({
    port,
    path: '/rest/v1/user_tracking_events',
    headers: {
      ...personHeaders,
      apikey,
      prefer: 'return=minimal',
      accept: '*/*',
      'accept-encoding': 'gzip, deflate, br',
      origin: 'https://shop.example',
      referer: 'https://shop.example/',
    },
    connections,
    forMs: roundMs,
    body: () => JSON.stringify(each === 1 ? event() : Array.from({ length: each }, event)),
  })
}
