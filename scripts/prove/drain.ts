import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { runCommand } from '#support/operator-command.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { startServer } from '#support/server-process.ts'

import { runDrains } from '../../tests/outages/drain-rounds.ts'

/*
 * npm run prove -- drain --rounds 50 --people 8 --rows 1000000: stops servers under load, which may fail no request,
 * and migrates a large table, which may change no row.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    people: { type: 'string', default: '8' },
    rows: { type: 'string', default: '1000000' },
  },
})
const drainMsMax = 5_000
/** Changes a migration may make to existing rows: types, names, keys, contents. */
const migration = `
  alter table public.proof_ledger rename column label to title;
  alter table public.proof_ledger alter column id type bigint, alter column amount type numeric(20, 4);
  alter table public.proof_ledger add column kept boolean not null default true;
  update public.proof_ledger set detail = detail || '{"kind": "row"}';
  alter table public.proof_ledger add primary key (id);
  create index on public.proof_ledger (at);
`

const cluster = await startPostgresCluster({ isDurable: true })
let hasFailed = false
try {
  const rounds = Number(values.rounds)
  if (rounds > 0) {
    const outcome = await runDrains({
      databaseUrl: cluster.urlOf('postgres'),
      rounds,
      people: Number(values.people),
      onRound: (round, drainedMs, failed) =>
        console.log(`round ${round + 1}: gone after ${drainedMs.toFixed(0)} ms, ${failed} requests failed`),
    })
    const { requests, failed, lost, slowestMs } = outcome
    console.log(
      `drain: tried ${rounds} SIGTERMs under ${requests} requests, failed ${failed} requests, ${lost} acknowledged rows lost; gone after ${slowestMs.toFixed(0)} ms at most (goal ≤ ${drainMsMax})`,
    )
    hasFailed ||= failed + lost > 0 || slowestMs > drainMsMax
  }
  const rows = Number(values.rows)
  if (rows > 0) hasFailed = (await migrateRows(rows)) > 0 || hasFailed
} finally {
  await cluster.stop()
}
process.exit(hasFailed ? 1 : 0)

/** Returns how many rows differ. */
async function migrateRows(rows: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-migration-'))
  const env = { DATABASE_URL: cluster.urlOf('postgres'), DATA_DIR: join(folder, 'data') }
  const server = await startServer({ dataDir: env.DATA_DIR, env })
  const client = new Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    await client.query(`create table public.proof_ledger as
      select n as id, md5(n::text) as label, n * 1.5 as amount, 'epoch'::timestamptz + n * interval '1 s' as at,
        jsonb_build_object('n', n) as detail from generate_series(1, ${rows}) n`)
    await client.query('create table public.proof_before as table public.proof_ledger')
    const path = join(folder, '20261121012900_proof.sql')
    writeFileSync(path, migration)
    const startedAt = performance.now()
    const { code, said } = await runCommand('db', ['apply', path], env)
    const tookMs = performance.now() - startedAt
    if (code !== 0) throw new Error(said)
    const health = await fetch(`${server.url}/healthz`)
    const differing = await client.query<{ readonly count: string }>(`select count(*) from public.proof_before b
      full join public.proof_ledger l on l.id = b.id
      where (b.id, b.label, b.amount, b.at, b.detail) is distinct from
        (l.id, l.title, l.amount, l.at, l.detail - 'kind') or l.detail ->> 'kind' is distinct from 'row'`)
    const failed = Number(differing.rows[0]?.count)
    console.log(
      `migration: tried ${rows} rows in ${(tookMs / 1000).toFixed(1)} s, beside a server that answers ${health.status}; failed ${failed} rows differ`,
    )
    return failed + (health.status === 200 ? 0 : 1)
  } finally {
    await client.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
