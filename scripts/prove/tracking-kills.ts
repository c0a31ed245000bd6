import { parseArgs } from 'node:util'

import { runTrackingKills, type TrackingOutcome } from '../../tests/kills/tracking-rounds.ts'

/*
 * npm run prove -- tracking-kills --rounds 100 --seed 1 [--from 0] [--database both|pglite|postgres]: kills the server
 * with SIGKILL while it receives events.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    database: { type: 'string', default: 'both' },
  },
})
/** Every kill is followed by a recount of all events; more of them would dominate the run. */
const killsPerInstallation = 10
const databases = (['pglite', 'postgres'] as const).filter((each) => ['both', each].includes(values.database))
const [rounds, from] = [Number(values.rounds), Number(values.from)]
let hasFailed = databases.length === 0
for (const database of databases) {
  const all: TrackingOutcome[] = []
  const onRound = (outcome: TrackingOutcome): void => {
    all.push(outcome)
    for (const fault of outcome.faults) console.log(`${database}, round ${outcome.round}: ${fault}`)
    const acknowledged = all.reduce((sum, each) => sum + each.acknowledged, 0)
    const failed = all.filter(({ faults }) => faults.length > 0).length
    if (all.length % 10 === 0 || all.length === rounds - from) {
      console.log(
        `tracking on ${database}: tried ${all.length} kills, ${acknowledged} events acknowledged, failed ${failed}`,
      )
    }
  }
  for (let at = from; at < rounds; at += killsPerInstallation) {
    await runTrackingKills({
      database,
      seed: Number(values.seed),
      from: at,
      rounds: Math.min(rounds, at + killsPerInstallation),
      onRound,
    })
  }
  hasFailed ||= all.some(({ faults }) => faults.length > 0)
}
process.exit(hasFailed ? 1 : 0)
