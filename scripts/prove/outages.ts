import { parseArgs } from 'node:util'

import { startPostgresCluster } from '#support/postgres-cluster.ts'

import { runDatabaseOutage } from '../../tests/outages/database-gone.ts'
import { fillDisk } from '../../tests/outages/disk-full.ts'

/*
 * npm run prove -- outages --seconds 60 --people 50 --rounds 5 [--only disk|database]: fills the disk (as root, on a
 * separate small disk), and stops, kills and freezes PostgreSQL, under load.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    people: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'both' },
  },
})
const grownMiBMax = 100
let hasFailed = false

if (values.only !== 'database') {
  for (const database of ['PGlite', 'PostgreSQL'] as const) {
    const cluster = database === 'PostgreSQL' ? await startPostgresCluster({ isDurable: true }) : null
    try {
      const env: Record<string, string> = cluster === null ? {} : { DATABASE_URL: cluster.urlOf('postgres') }
      const outcome = await fillDisk({ env, rounds: Number(values.rounds), turns: 200 })
      if (outcome === null) {
        console.log(`disk full, ${database}: skipped: only root can mount a small disk`)
        hasFailed = true
        continue
      }
      const { answers, wrongAnswers, lost, halfWritten, recoveredMs } = outcome
      const refused = answers.filter(({ status }) => status >= 500).length
      console.log(
        `disk full, ${database}: tried ${answers.length} requests, ${refused} refused with 503 or 507, failed ${wrongAnswers} otherwise; ${lost} acknowledged lost, ${halfWritten} half-written; everything works ${recoveredMs.toFixed(0)} ms after there is room, without a restart`,
      )
      hasFailed ||= wrongAnswers + lost + halfWritten > 0 || refused === 0
    } finally {
      await cluster?.stop()
    }
  }
}

if (values.only !== 'disk') {
  for (const how of ['killed', 'frozen'] as const) {
    const outcome = await runDatabaseOutage({ seconds: Number(values.seconds), people: Number(values.people), how })
    const { deeds, wrongAnswers, slowestMs, grownMiB, untruths, lost, recoveredMs } = outcome
    console.log(
      `PostgreSQL ${how} for ${values.seconds} s: tried ${deeds.length} requests of ${values.people} people, failed ${wrongAnswers} without 503 and Retry-After; the slowest took ${slowestMs.toFixed(0)} ms; memory +${grownMiB.toFixed(0)} MiB (goal ≤ ${grownMiBMax}); /healthz wrong ${untruths} times; ${lost} acknowledged lost; back after ${recoveredMs.toFixed(0)} ms`,
    )
    hasFailed ||= wrongAnswers + untruths + lost > 0 || grownMiB > grownMiBMax || deeds.length === 0
  }
}
process.exit(hasFailed ? 1 : 0)
