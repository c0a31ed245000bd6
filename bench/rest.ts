import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Hono } from 'hono'
import { Pool } from 'pg'
import pino from 'pino'

import type { Database } from '#backend/database/database.ts'
import { migrate } from '#backend/database/migrate.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { openDelivery } from '#backend/open-delivery.ts'
import { openFsFileStore } from '#backend/storage/fs-file-store.ts'
import { loadConfig } from '#server/settings/config.ts'
import { createServerApp } from '#support/server-app.ts'

import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { report, spreadOf, type Finding } from './support/report.ts'

/*
 * Reads per second of a demo with its 20 steps through rest/v1, signed in, under row-level security. The anchor is the
 * same SELECT through Hono without authentication, as the tables' owner. Both run in this process without sockets,
 * interleaved, with eight callers: first one user reading one demo, then a hundred users with one demo each.
 */

const callers = 8
const people = 100
const rounds = 5
const roundMs = 1_500
const log = pino({ level: 'fatal' })

const anchorSql = `select row_to_json(demo)::text as body from (
  select demos.*, coalesce(steps.list, '[]') as demo_steps from demos left join lateral (
    select json_agg(step) as list from (select * from demo_steps where demo_id = demos.id order by "order") as step
  ) as steps on true where demos.id = $1) as demo`

const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-rest-'))
try {
  const pglite = await PgliteDatabase.open({ dataDir: join(folder, 'pglite'), log })
  report('rest-pglite', await measure('PGlite', pglite, (id) => firstBody(pglite, id)))
  await pglite.close()

  const cluster = await startPostgresCluster()
  const databaseUrl = cluster.urlOf('postgres')
  const postgres = new PostgresDatabase({ databaseUrl, log })
  const pool = new Pool({ connectionString: databaseUrl, max: 10 })
  // The cluster may stop before the last connection closes.
  pool.on('error', () => undefined)
  const query = async (id: string) => {
    const { rows } = await pool.query<{ body: string }>({ name: 'demo', text: anchorSql, values: [id] })
    return rows[0]?.body ?? ''
  }
  report('rest-postgres', await measure('PostgreSQL', postgres, query))
  await pool.end()
  await postgres.close()
  await cluster.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(
  name: string,
  database: Database,
  anchorQuery: (id: string) => Promise<string>,
): Promise<readonly Finding[]> {
  await migrate(database)
  const config = loadConfig({ PUBLIC_URL: 'http://understudy.test', DATA_DIR: folder, AUTH_RATE_LIMITS: 'off' })
  const now = () => Date.now()
  const delivery = openDelivery({ config, log, now, database })
  const files = await openFsFileStore(join(folder, 'files'))
  const { app } = createServerApp({ config, database, files, delivery, log, now }).backend
  const demos: Demo[] = []
  for (let person = 0; person < people; person += 1) {
    demos.push(await makeDemo((request) => Promise.resolve(app.fetch(request)), `author${person}@example.com`))
  }
  const anchor = new Hono().get('/demos/:id', async (context) =>
    context.body(await anchorQuery(context.req.param('id')), 200, { 'Content-Type': 'application/json' }),
  )
  const ask = async ({ address, headers }: Demo) => {
    const response = await app.fetch(new Request(address, { headers }))
    if (!response.ok) throw new Error(await response.text())
    await response.text()
  }
  const askAnchor = async ({ demoId }: Demo) => {
    await (await anchor.fetch(new Request(`http://understudy.test/demos/${demoId}`))).text()
  }
  const findings: Finding[] = []
  for (const asked of [demos.slice(0, 1), demos]) {
    await perSecond(ask, asked)
    await perSecond(askAnchor, asked)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await perSecond(ask, asked))
      theirs.push(await perSecond(askAnchor, asked))
    }
    const who = asked.length === 1 ? 'signed in' : `${asked.length} people signed in`
    findings.push({
      what: `rest/v1: a demo with 20 steps, ${who}, on ${name}`,
      unit: '/s',
      ours: spreadOf(ours),
      anchor: { what: 'the same SELECT through Hono, without sign-in', value: spreadOf(theirs) },
      goal: '≥ 0.6 × the anchor',
      passed: spreadOf(ours).median >= 0.6 * spreadOf(theirs).median,
    })
  }
  await delivery.mail.close()
  return findings
}

interface Demo {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly demoId: string
}

async function makeDemo(fetchApp: (request: Request) => Promise<Response>, email: string): Promise<Demo> {
  const origin = 'http://understudy.test'
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetchApp(
      new Request(origin + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<unknown>
  }
  const session = (await post('/auth/v1/signup', { email, password: 'correct horse' }, {})) as {
    readonly access_token: string
  }
  const headers = { authorization: `Bearer ${session.access_token}` }
  const shown = { ...headers, prefer: 'return=representation' }
  const [demo] = (await post('/rest/v1/demos', { name: 'Tour' }, shown)) as readonly { readonly id: string }[]
  const demoId = demo?.id ?? ''
  const steps = Array.from({ length: 20 }, (_, index) => ({
    demo_id: demoId,
    order: index + 1,
    screenshot_url: `shots/${index}.webp`,
    title: `Step ${index + 1}`,
    description: 'What there is to see here, in a sentence or two.',
  }))
  await post('/rest/v1/demo_steps', steps, shown)
  const address = `${origin}/rest/v1/demos?select=*,demo_steps(*)&id=eq.${demoId}&demo_steps.order=order`
  return { address, headers, demoId }
}

async function firstBody(database: Database, id: string): Promise<string> {
  const [result] = await database.transaction('system', [{ text: anchorSql, values: [id] }], { readOnly: true })
  return String(result?.rows[0]?.['body'])
}

async function perSecond(ask: (demo: Demo) => Promise<void>, demos: readonly Demo[]): Promise<number> {
  const from = performance.now()
  let count = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - from < roundMs) {
        const demo = demos[count % demos.length]
        count += 1
        if (demo !== undefined) await ask(demo)
      }
    }),
  )
  return count / ((performance.now() - from) / 1000)
}
