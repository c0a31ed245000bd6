import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { Client } from 'pg'
import pino from 'pino'

import { databaseDirectory } from '#backend/database/data-directory.ts'
import type { Database } from '#backend/database/database.ts'
import { migrate } from '#backend/database/migrate.ts'
import { openPglite } from '#backend/database/open-pglite.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'

import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { generateEvents, generateWorkspace, type GeneratedWorkspace } from './support/generate-events.ts'
import { report, spreadOf, type Finding, type Spread } from './support/report.ts'

/*
 * npm run bench -- analytics [--events 10000000] [--database postgres|pglite|both] [--keep folder]
 *
 * The queries of the analytics and leads pages, compared with a full scan of the raw events and with a tenth of the
 * data. The budgets are for 10 million events on PostgreSQL and 1 million on PGlite. --keep stores the databases in the
 * folder, so that the next run only migrates and queries them.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string' },
    database: { type: 'string', default: 'both' },
    keep: { type: 'string' },
  },
})
const events = {
  postgres: Number(options.events ?? 200_000),
  pglite: Math.max(20_000, Math.floor(Number(options.events ?? 500_000) / 10)),
}
const rounds = 5
const log = pino({ level: 'fatal' })
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'understudy-bench-analytics-'))
mkdirSync(folder, { recursive: true })
try {
  if (options.database !== 'pglite') await onPostgres()
  if (options.database !== 'postgres') await onPglite()
} finally {
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

/** A database that can be closed during maintenance, as a server does by itself. */
interface Store {
  readonly name: string
  readonly open: () => Promise<Database>
  readonly vacuum: () => Promise<void>
}

async function onPostgres(): Promise<void> {
  const cluster = await startPostgresCluster(
    options.keep === undefined ? {} : { directory: join(resolve(options.keep), 'postgres') },
  )
  const databaseUrl = cluster.urlOf('postgres')
  const store: Store = {
    name: 'PostgreSQL',
    open: () => Promise.resolve(new PostgresDatabase({ databaseUrl, log, deadlineMs: 3_600_000 })),
    vacuum: async () => {
      const client = new Client(databaseUrl)
      await client.connect()
      await client.query('vacuum (analyze)')
      await client.end()
    },
  }
  try {
    report('analytics-postgres', await measureAll(store, events.postgres))
  } finally {
    await cluster.stop()
  }
}

async function onPglite(): Promise<void> {
  const dataDir = join(folder, 'pglite')
  const store: Store = {
    name: 'PGlite',
    open: () => PgliteDatabase.open({ dataDir, log, deadlineMs: 3_600_000, durability: 'relaxed' }),
    vacuum: async () => {
      const database = await openPglite({ directory: databaseDirectory(dataDir), template: null, isDurable: false })
      await database.exec('vacuum (analyze)')
      await database.close()
    },
  }
  report('analytics-pglite', await measureAll(store, events.pglite))
}

/** Figures for a tenth of the events are stored too: they can't be measured again. */
interface StoredResult {
  readonly place: GeneratedWorkspace
  readonly events: number
  readonly atTenth: Readonly<Record<string, Spread>>
}

async function measureAll(store: Store, total: number): Promise<readonly Finding[]> {
  const kind = store.name.toLowerCase()
  const resultPath = join(folder, `${kind}.json`)
  const kept = existsSync(resultPath) ? (JSON.parse(readFileSync(resultPath, 'utf8')) as StoredResult) : null
  if (kept !== null && kept.events !== total) throw new Error(`${folder} contains ${kept.events} events, not ${total}`)
  const { place, atTenth } = kept ?? (await generate(store, total))
  if (kept === null) writeFileSync(resultPath, JSON.stringify({ place, events: total, atTenth } satisfies StoredResult))

  // A new migration may have rewritten a table, which then has no statistics.
  if (kept !== null) await inStore(store, () => Promise.resolve())
  if (kept !== null) await store.vacuum()
  return inStore(store, async (database) => {
    const scan = await measure(database, `select event_type, count(*), sum(time_spent) from tracking.events group by 1`)
    return Object.entries(await askAll(database, place)).map(([what, ours]): Finding => {
      const before = atTenth[what]
      return {
        what: `analytics on ${store.name}, ${total} events: ${what} (${before?.median.toFixed(1) ?? 'unknown'} ms at a tenth)`,
        unit: 'ms',
        ours,
        anchor: { what: 'a full scan of the raw events', value: scan },
        goal: '≤ 0.02 × the scan and ≤ 4 × the time at a tenth',
        passed: ours.median <= 0.02 * scan.median && ours.median <= 4 * (before?.median ?? Infinity),
      }
    })
  })
}

async function generate(store: Store, total: number): Promise<Pick<StoredResult, 'place' | 'atTenth'>> {
  const startedAt = performance.now()
  const tell = (done: number) => {
    if (done % (total / 20) !== 0) return
    console.log(`${store.name}: ${done} of ${total} after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
  const place = await inStore(store, async (database) => {
    const made = await generateWorkspace(database)
    await generateEvents(database, made, { from: 0, to: total / 10 }, tell)
    return made
  })
  await store.vacuum()
  const atTenth = await inStore(store, async (database) => {
    const spreads = await askAll(database, place)
    await generateEvents(database, place, { from: total / 10, to: total }, tell)
    return spreads
  })
  await store.vacuum()
  return { place, atTenth }
}

async function inStore<Result>(store: Store, run: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await store.open()
  try {
    await migrate(database)
    return await run(database)
  } finally {
    await database.close()
  }
}

/** Warm-up: the first query would pay for compiling the WebAssembly. */
async function askAll(database: Database, place: GeneratedWorkspace): Promise<Readonly<Record<string, Spread>>> {
  const asked = questions(place)
  for (const [, text, values] of asked) await database.transaction('system', [{ text, values }], { readOnly: true })
  const spreads: Record<string, Spread> = {}
  for (const [what, text, values] of asked) spreads[what] = await measure(database, text, values)
  return spreads
}

async function measure(database: Database, text: string, values: readonly unknown[] = []): Promise<Spread> {
  const times: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    const startedAt = performance.now()
    await database.transaction('system', [{ text, values }], { readOnly: true })
    if (round >= 0) times.push(performance.now() - startedAt)
  }
  return spreadOf(times)
}

/** The queries of the analytics and leads pages: for the workspace, for one demo, and with each filter. */
function questions(
  place: GeneratedWorkspace,
): readonly (readonly [what: string, text: string, values: readonly unknown[]])[] {
  const { workspaceId, demoId, stepId, leadId, ownerId } = place
  const month = 'current_date - 29, current_date'
  const year = 'current_date - 364, current_date'
  const filters: readonly (readonly [string, string])[] = [
    ['', ''],
    [', robots', `, p_traffic => 'bot'`],
    [', everybody', `, p_traffic => 'all'`],
    [', one link', `, p_link => 'link 0 1'`],
    [', one version', ', p_version => 2'],
  ]
  const asked = (what: string, call: string, given: readonly unknown[], all = filters) =>
    all.map(([filter, argument]) => [`${what}${filter}`, `select * from public.${call}${argument})`, given] as const)
  const breakdowns = ['source', 'device', 'link', 'demo', 'version', 'traffic'].flatMap((by) =>
    asked(`workspace by ${by}`, `get_visit_breakdown('${by}', $1, ${month}`, [workspaceId], filters.slice(0, 1)),
  )
  return [
    ...asked('totals of the workspace', `get_visit_totals($1, ${month}`, [workspaceId]),
    ...asked('totals of a year', `get_visit_totals($1, ${year}`, [workspaceId]),
    ...asked('median of the workspace', `get_visit_median($1, ${month}`, [workspaceId]),
    ...asked('days of the workspace', `get_visit_days($1, ${month}`, [workspaceId]),
    ...breakdowns,
    ...asked('why not counted', `get_traffic_reasons($1, ${month}`, [workspaceId], filters.slice(0, 1)),
    ...asked('why not counted, a year', `get_traffic_reasons($1, ${year}`, [workspaceId], filters.slice(0, 1)),
    ...asked('totals of a demo', `get_visit_totals($1, ${month}, $2`, [workspaceId, demoId]),
    ...asked('median of a demo', `get_visit_median($1, ${month}, $2`, [workspaceId, demoId]),
    ...asked('days of a demo', `get_visit_days($1, ${month}, $2`, [workspaceId, demoId]),
    ...asked('funnel of a demo', `get_step_funnel($1, ${month}`, [demoId]),
    ...asked('heatmap of a step', `get_click_heatmap($1, $2, ${month}`, [demoId, stepId]),
    ...asked('paths of a demo', `get_visit_paths($1, ${month}`, [demoId]),
    ...asked('cards of a demo', `get_card_figures($1, ${month}`, [demoId]),
    ...asked('how talks of a demo ended', `get_talk_outcomes($1, ${month}`, [demoId]),
    ['the story of a session', `select * from public.get_visit_story($1, 'session 7')`, [workspaceId]],
    [
      'what erasing a lead would remove',
      `with owner as materialized (select set_config('request.jwt.claims', $2, true) as claims)
       select t.* from owner o, lateral public.get_lead_traces(case when o.claims <> '' then $1::uuid end) t`,
      [leadId, JSON.stringify({ sub: ownerId })],
    ],
    [
      'the newest leads and how many there are',
      `select l.*, (select count(*) from public.leads c where c.workspace_id = $1) from public.leads l
       where l.workspace_id = $1 order by l.created_at desc, l.id limit 50`,
      [workspaceId],
    ],
    [
      'who is there now',
      `select * from public.visits v where v.workspace_id = $1 and v.last_seen_at >= now() - interval '5 minutes'
       order by v.last_seen_at desc limit 200`,
      [workspaceId],
    ],
  ]
}
