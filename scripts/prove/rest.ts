import { parseArgs } from 'node:util'

import pino from 'pino'

import { migrate } from '#backend/database/migrate.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'

import { openRestProof } from '../../tests/rest-difference/open-rest-proof.ts'
import type { Judgement } from '../../tests/rest-difference/open-rest-proof.ts'
import { postgrestMissing } from '../../tests/rest-difference/start-postgrest.ts'

/*
 * npm run prove -- rest --requests 100000 --seed 1 [--from 0] [--seconds 3600]: sends the same requests to rest/v1 and
 * to the real PostgREST on one database, and compares the answers. --from resumes a run.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '3600' },
    show: { type: 'string', default: '10' },
  },
})
const seed = Number(values.seed)
const last = Number(values.from) + Number(values.requests)
const endsAtMs = Date.now() + Number(values.seconds) * 1000
/** Concurrent requests. */
const lanes = 3

if (postgrestMissing !== null) {
  console.log(postgrestMissing)
  process.exit(0)
}
const cluster = await startPostgresCluster()
const databaseUrl = cluster.urlOf('postgres')
const database = new PostgresDatabase({ databaseUrl, log: pino({ level: 'error' }) })
await migrate(database)
await database.close()
const proof = await openRestProof(databaseUrl)
const counts = { tried: 0, same: 0, deliberate: 0, failed: 0 }
const deliberate = new Map<string, number>()
const statuses = new Map<number, number>()
let next = Number(values.from)
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
try {
  await Promise.all(Array.from({ length: lanes }, work))
} finally {
  await proof.close()
  await cluster.stop()
}
for (const [what, count] of [...deliberate].toSorted(([, a], [, b]) => b - a))
  console.log(`deliberate ×${count}: ${what}`)
console.log(
  `statuses: ${[...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status} ×${count}`)
    .join(', ')}`,
)
console.log(
  `rest, seed ${seed}: tried ${counts.tried}, same ${counts.same}, deliberately different ${counts.deliberate}, failed ${counts.failed}${next < last ? `; resume with --from ${next}` : ''}`,
)
process.exit(counts.failed === 0 ? 0 : 1)

async function work(): Promise<void> {
  while (next < last && !stopping.signal.aborted && Date.now() < endsAtMs) {
    const index = next
    next += 1
    note(index, await proof.judge(seed, index))
  }
}

function note(index: number, judgement: Judgement): void {
  const { verdict, ours } = judgement
  counts.tried += 1
  statuses.set(ours.status, (statuses.get(ours.status) ?? 0) + 1)
  if (verdict.type === 'same') {
    counts.same += 1
  } else if (verdict.type === 'deliberate') {
    counts.deliberate += 1
    deliberate.set(verdict.what, (deliberate.get(verdict.what) ?? 0) + 1)
  } else {
    counts.failed += 1
    if (counts.failed <= Number(values.show)) show(index, verdict.in, judgement)
  }
}

function show(index: number, place: string, { request, ours, theirs }: Judgement): void {
  const { method, path, headers, body, isSignedIn } = request
  console.log(`\n#${index} differs in ${place}: ${method} ${decodeURIComponent(path)}`)
  console.log(`  ${JSON.stringify({ headers, isSignedIn })}${body === null ? '' : `\n  ${body}`}`)
  for (const [who, answer] of [
    ['ours', ours],
    ['theirs', theirs],
  ] as const) {
    const present = Object.entries(answer.headers).filter(([, value]) => value !== null)
    console.log(
      `  ${who.padEnd(6)} ${answer.status} ${JSON.stringify(Object.fromEntries(present))} ${answer.body.slice(0, 500)}`,
    )
  }
}
