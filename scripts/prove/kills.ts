import { parseArgs } from 'node:util'

import { runKills, type RoundOutcome } from '../../tests/kills/kill-rounds.ts'

/*
 * npm run prove -- kills --rounds 200 --seed 1 [--from 0] [--database both|pglite|postgres]: kills the server with
 * SIGKILL at random points while people write. --from resumes a run.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    database: { type: 'string', default: 'both' },
  },
})
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
const databases = (['pglite', 'postgres'] as const).filter((each) => ['both', each].includes(values.database))
let hasFailed = databases.length === 0
for (const database of databases) {
  const outcomes: RoundOutcome[] = []
  const onRound = (outcome: RoundOutcome): void => {
    outcomes.push(outcome)
    for (const fault of outcome.faults) console.log(`${database}, round ${outcome.round} (${outcome.what}): ${fault}`)
    if (outcomes.length % 10 === 0) console.log(summary(database, outcomes))
  }
  const all = await runKills({
    database,
    seed: Number(values.seed),
    from: Number(values.from),
    rounds: Number(values.rounds),
    onRound,
    signal: stopping.signal,
  })
  console.log(summary(database, all))
  hasFailed ||= all.some(({ faults }) => faults.length > 0)
}
process.exit(hasFailed ? 1 : 0)

function summary(database: string, outcomes: readonly RoundOutcome[]): string {
  const sum = (of: (outcome: RoundOutcome) => number): number => outcomes.reduce((total, each) => total + of(each), 0)
  const ready = outcomes.map(({ readyMs }) => readyMs).toSorted((a, b) => a - b)
  const next = (outcomes.at(-1)?.round ?? -1) + 1
  const spread = `ready again after ${ready[0]}/${ready[Math.floor(ready.length / 2)]}/${ready.at(-1)} ms (min/median/max)`
  return `kills on ${database}, seed ${values.seed}: tried ${outcomes.length} rounds, ${sum(({ tried }) => tried)} writes, ${sum(({ acknowledged }) => acknowledged)} rows acknowledged, failed ${sum(({ faults }) => faults.length)}; ${spread}; next --from ${next}`
}
