import { parseArgs } from 'node:util'

import { simulate } from '../../agent/testing/simulate.ts'
import { provideAgentEncoder } from '../../server/agent/sentence-encoder.ts'
import { provideAgentVectors } from '../../server/agent/word-vectors.ts'

/*
 * npm run prove -- agent-policy [--seeds 60] [--first 0]: simulated visitors talk to the built-in agent, with 0, 10 and
 * 20 % of their words misheard. They must reach their goals, and no talk may break a rule.
 */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '60' }, first: { type: 'string', default: '0' } },
})
const goals = [
  [0, 0.98],
  [0.1, 0.93],
  [0.2, 0.88],
] as const

provideAgentVectors()
provideAgentEncoder()
let hasFailed = false
for (const [rate, goalsMin] of goals) {
  const { visits, reached, report, broken } = simulate(rate, Number(values.seeds), Number(values.first))
  const share = reached / visits
  hasFailed ||= share < goalsMin || broken.length > 0
  console.log(
    `${rate * 100} % word errors: ${visits} talks, ${reached} reached their goal (${(share * 100).toFixed(1)} %, at ` +
      `least ${goalsMin * 100} %), ${visits - reached} failed, ${broken.length} rules broken`,
  )
  console.log(`  ${report.join(', ')}`)
  for (const rule of broken.slice(0, 20)) console.log(`  ${rule}`)
}
process.exit(hasFailed ? 1 : 0)
