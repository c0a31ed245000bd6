import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { startPostgresCluster } from '#support/postgres-cluster.ts'
import { seededRandom } from '#support/seeded-random.ts'

import { runKillRound } from '../../tests/realtime-kills/kill-round.ts'

/*
 * npm run prove -- realtime --rounds 20 --followers 40 --writes 200 --seed 1: kills one of two servers behind a
 * round-robin proxy at a random moment during writes. Every subscriber must reconnect and, after rereading, miss no
 * row. (For 1,000 sockets: npm run bench -- realtime.)
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    followers: { type: 'string', default: '40' },
    writes: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const writes = Number(values.writes)
const random = seededRandom(Number(values.seed))
const total = { moved: 0, missing: 0, foreign: 0 }
for (let round = 1; round <= rounds; round += 1) {
  const cluster = await startPostgresCluster()
  try {
    const killAfter = random(writes)
    const { moved, missing, foreign } = await runKillRound({
      env: { JWT_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'fatal', DATABASE_URL: cluster.urlOf('postgres') },
      followers: Number(values.followers),
      writes,
      killAfter,
    })
    total.moved += moved
    total.missing += missing
    total.foreign += foreign
    console.log(
      `round ${round}: killed after ${killAfter} rows; ${moved} reconnected, ${missing} rows missing, ${foreign} sent to the wrong user`,
    )
  } finally {
    await cluster.stop()
  }
}
console.log(
  `realtime kills, seed ${values.seed}: tried ${rounds} rounds of ${values.followers} followers and ${writes} rows, ${total.moved} reconnected, failed ${total.missing + total.foreign}`,
)
process.exit(total.missing + total.foreign === 0 && total.moved > 0 ? 0 : 1)
