import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pino from 'pino'

import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { PgliteDatabase } from '#server/database/pglite-database.ts'
import { PostgresDatabase } from '#server/database/postgres-database.ts'

import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { startServer } from '../tests/support/server-process.ts'
import { personHeaders, trackingEvent } from '../tests/support/tracked-demo.ts'
import { generateEvents } from './support/generate-events.ts'
import { report, spreadOf, type Finding } from './support/report.ts'

/*
 * Ingestion: events a second at 64 connections, each acknowledged when it is on the disk, beside a server that only
 * counts them. Analytics: the totals and the funnel of one demo beside a full scan of the raw events. How many events
 * there are is set by TRACKING_EVENTS_POSTGRES and TRACKING_EVENTS_PGLITE; the budgets speak of 10 and 1 million.
 */

const connections = 64
const rounds = 5
const roundMs = 1_500
const log = pino({ level: 'fatal' })
const eventsOn = {
  postgres: Number(process.env['TRACKING_EVENTS_POSTGRES'] ?? 200_000),
  pglite: Number(process.env['TRACKING_EVENTS_PGLITE'] ?? 50_000),
}

const cluster = await startPostgresCluster()
const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-tracking-'))
try {
  report('tracking-ingestion', [
    await ingestion('PGlite', {}, 0.25),
    await ingestion('PostgreSQL', { DATABASE_URL: cluster.urlOf('postgres') }, 0.4),
  ])
  const postgres = new PostgresDatabase({ databaseUrl: cluster.urlOf('postgres'), log, deadlineMs: 600_000 })
  report('tracking-queries-postgres', await queries('PostgreSQL', postgres, eventsOn.postgres))
  await postgres.close()
  const pglite = await PgliteDatabase.open({ dataDir: folder, log, deadlineMs: 600_000, durability: 'relaxed' })
  report('tracking-queries-pglite', await queries('PGlite', pglite, eventsOn.pglite))
  await pglite.close()
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function ingestion(name: string, env: Readonly<Record<string, string>>, goal: number): Promise<Finding> {
  const server = await startServer({ env: { ...env, TRACKING_LIMITS: 'off' } })
  const counting = await startCounting()
  const anchorUrl = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`
  const ours: number[] = []
  const theirs: number[] = []
  await perSecond(server.url)
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await perSecond(server.url))
    theirs.push(await perSecond(anchorUrl))
  }
  await server.stop()
  counting.closeAllConnections()
  counting.close()
  return {
    what: `tracking: events a second, one for each request, on ${name}`,
    unit: '/s',
    ours: spreadOf(ours),
    anchor: { what: 'a server that reads, parses and counts', value: spreadOf(theirs) },
    goal: `≥ ${goal} × the anchor`,
    passed: spreadOf(ours).median >= goal * spreadOf(theirs).median,
  }
}

async function startCounting(): Promise<Server> {
  let counted = 0
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      counted += JSON.parse(Buffer.concat(chunks).toString()) === null ? 0 : 1
      response.writeHead(201, { 'x-counted': counted }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function perSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const started = performance.now()
  let count = 0
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const options = { method: 'POST', agent, headers: { ...personHeaders, 'content-type': 'application/json' } }
      request(`${url}/rest/v1/user_tracking_events`, options, (response) => {
        response.resume()
        if (response.statusCode !== 201) reject(new Error(`answered ${response.statusCode}`))
        response.on('end', resolve)
      })
        .on('error', reject)
        .end(JSON.stringify(trackingEvent()))
    })
  const ask = async () => {
    while (performance.now() - started < roundMs) {
      await post()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  agent.destroy()
  return (count * 1_000) / (performance.now() - started)
}

async function queries(name: string, database: Database, events: number): Promise<readonly Finding[]> {
  await migrate(database)
  const { workspaceId, demoId } = await generateEvents(database, events, (done) => {
    if (done % 100_000 === 0) console.log(`${name}: ${done} of ${events} events`)
  })
  const run = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const started = performance.now()
    await database.transaction('system', [{ text, values }], { readOnly: true })
    return performance.now() - started
  }
  const measure = async (text: string, values: readonly unknown[] = []) => {
    await run(text, values)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await run(text, values))
    return spreadOf(times)
  }
  const scan = await measure(
    `select event_type, count(distinct session_id), sum(time_spent) from tracking.events group by event_type`,
  )
  const range = `current_date - 30, current_date`
  const asked: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['totals of the workspace', `select * from public.get_visit_totals($1, ${range})`, [workspaceId]],
    ['totals of a demo', `select * from public.get_visit_totals($1, ${range}, $2)`, [workspaceId, demoId]],
    ['days of the workspace', `select * from public.get_visit_days($1, ${range})`, [workspaceId]],
    ['funnel of a demo', `select * from public.get_step_funnel($1, ${range})`, [demoId]],
    ['paths of a demo', `select * from public.get_visit_paths($1, ${range})`, [demoId]],
  ]
  const findings: Finding[] = []
  for (const [what, text, values] of asked) {
    const ours = await measure(text, values)
    findings.push({
      what: `analytics: ${what}, 30 days of ${events} events on ${name}`,
      unit: 'ms',
      ours,
      anchor: { what: 'a full scan of the raw events', value: scan },
      goal: '≤ 0.02 × the scan',
      passed: ours.median <= 0.02 * scan.median,
    })
  }
  return findings
}
