import { parseArgs } from 'node:util'

import pino from 'pino'

import { migrate } from '#backend/database/migrate.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'

import { forgeryKinds, openAuthProof } from '../../tests/auth-forgeries/open-auth-proof.ts'

/*
 * npm run prove -- auth --tries 100000 --seed 1 [--from 0] [--seconds 3600]: sends forged tokens, redirects, links and
 * assertions. The server must refuse each and keep working. --from resumes a run.
 */
const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '3600' },
    show: { type: 'string', default: '10' },
  },
})
const seed = Number(values.seed)
const last = Number(values.from) + Number(values.tries)
const endsAtMs = Date.now() + Number(values.seconds) * 1000
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const database = await PgliteDatabase.open({ dataDir: null, log: pino({ level: 'error' }) })
await migrate(database)
const proof = await openAuthProof(database)
const counts = new Map(forgeryKinds.map((kind) => [kind, { tried: 0, skipped: 0, failed: 0 }]))
const statuses = new Map<string, number>()
let next = Number(values.from)
let failed = 0
for (; next < last && !stopping.signal.aborted && Date.now() < endsAtMs; next += 1) {
  const { kind, status, failure, isSkipped } = await proof.judge(seed, next)
  const count = counts.get(kind)!
  if (isSkipped === true) count.skipped += 1
  else {
    count.tried += 1
    statuses.set(`${kind} ${status}`, (statuses.get(`${kind} ${status}`) ?? 0) + 1)
  }
  if (failure !== null) {
    count.failed += 1
    failed += 1
    if (failed <= Number(values.show)) console.log(`\n#${next} ${kind}: ${failure}`)
  }
}
console.log(`genuine ones: ${JSON.stringify(await proof.tryGenuine())}`)
await proof.close()
await database.close()
for (const [kind, { tried, skipped, failed: wrong }] of counts)
  console.log(`${kind}: tried ${tried}, no forgery ${skipped}, failed ${wrong}`)
console.log([...statuses].map(([what, count]) => `${what} ×${count}`).join(', '))
const tried = [...counts.values()].reduce((sum, count) => sum + count.tried, 0)
console.log(`auth, seed ${seed}: tried ${tried}, failed ${failed}${next < last ? `; resume with --from ${next}` : ''}`)
process.exit(failed === 0 ? 0 : 1)
