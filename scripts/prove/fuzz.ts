import { parseArgs } from 'node:util'

import pino from 'pino'

import { migrate } from '#backend/database/migrate.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { startPostgresCluster } from '#support/postgres-cluster.ts'

import { openFuzzWorld } from '../../tests/fuzz/fuzz-world.ts'
import { targets, fuzzStep } from '../../tests/fuzz/run-fuzz.ts'
import type { Target } from '../../tests/fuzz/run-fuzz.ts'

/*
 * npm run prove -- fuzz --requests 1000000 --seed 1 [--from 0] [--seconds 3600] [--database postgres|pglite]: sends
 * nearly valid requests and frames to every endpoint, as owners of marked rows and as strangers. None may crash the
 * server, cause a 5xx, or reveal someone else's data. --from resumes a run.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '3600' },
    database: { type: 'string', default: 'postgres' },
    show: { type: 'string', default: '10' },
  },
})
const seed = Number(values.seed)
const endsAtMs = Date.now() + Number(values.seconds) * 1000
/** After this many steps the authors' lost data is restored. */
const restoreEvery = 2000
const log = pino({ level: 'fatal' })

const { database, stop } = await openDatabase()
const world = await openFuzzWorld(database)
const tried = new Map<Target, number>(targets.map((target) => [target, 0]))
const failed = new Map<Target, number>(targets.map((target) => [target, 0]))
let total = 0
let next = Number(values.from)
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
while (total < Number(values.requests) && !stopping.signal.aborted && Date.now() < endsAtMs) {
  if (next % restoreEvery === 0) await world.renew()
  const step = await fuzzStep(world, seed, next)
  tried.set(step.target, (tried.get(step.target) ?? 0) + step.tried)
  total += step.tried
  if (step.failure !== null) note(step.target, step.failure)
  next += 1
  if (next % 10_000 === 0) console.log(`${total} tried, at step ${next}`)
}
await world.close()
await stop()
for (const target of targets)
  console.log(`${target.padEnd(16)} tried ${tried.get(target)}, failed ${failed.get(target)}`)
const failures = [...failed.values()].reduce((sum, each) => sum + each, 0)
console.log(`fuzz, seed ${seed}, ${values.database}: tried ${total}, failed ${failures}; resume with --from ${next}`)
process.exit(failures === 0 ? 0 : 1)

function note(target: Target, failure: string): void {
  failed.set(target, (failed.get(target) ?? 0) + 1)
  if ([...failed.values()].reduce((sum, each) => sum + each, 0) <= Number(values.show)) {
    console.log(`\n#${next} ${target}: ${failure}`)
  }
}

async function openDatabase() {
  if (values.database === 'pglite') {
    const database = await PgliteDatabase.open({ dataDir: null, log })
    await migrate(database)
    return { database, stop: () => database.close() }
  }
  const cluster = await startPostgresCluster()
  const database = new PostgresDatabase({ databaseUrl: cluster.urlOf('postgres'), log, maxConnections: 4 })
  await migrate(database)
  return {
    database,
    stop: async () => {
      await database.close()
      await cluster.stop()
    },
  }
}
