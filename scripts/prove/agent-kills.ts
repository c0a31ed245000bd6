import { parseArgs } from 'node:util'

import { runAgentKills } from '../../tests/kills/agent-rounds.ts'

/*
 * npm run prove -- agent-kills --rounds 50 --seed 1 [--from 0] [--database both|pglite|postgres]: kills the server with
 * SIGKILL while visitors talk to the agent.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    database: { type: 'string', default: 'both' },
  },
})
const databases = (['pglite', 'postgres'] as const).filter((each) => ['both', each].includes(values.database))
let hasFailed = databases.length === 0
for (const database of databases) {
  let shown = 0
  let failed = 0
  await runAgentKills({
    database,
    seed: Number(values.seed),
    from: Number(values.from),
    rounds: Number(values.rounds),
    onRound: (outcome) => {
      shown += outcome.shown
      failed += outcome.faults.length > 0 ? 1 : 0
      for (const fault of outcome.faults) console.log(`${database}, round ${outcome.round}: ${fault}`)
    },
  })
  console.log(`agent on ${database}: tried ${values.rounds} kills, ${shown} answers shown, failed ${failed}`)
  hasFailed ||= failed > 0
}
process.exit(hasFailed ? 1 : 0)
