import { expect, test } from 'vitest'

import { simulate } from './testing/simulate.ts'

/** 440 conversations at each word error rate; `npm run prove -- agent-policy` runs more. */
const seedsPerPersona = 20
/** They take 10 to 20 s when nothing else runs. */
const timeoutMs = 120_000

test.each([
  [0, 0.98],
  [0.1, 0.93],
  [0.2, 0.88],
])(
  'reaches visitors’ goals and keeps its rules at a word error rate of %f',
  (rate, goalsMin) => {
    const { visits, reached, report, broken } = simulate(rate, seedsPerPersona)
    expect(broken).toEqual([])
    expect(reached / visits, report.join(', ')).toBeGreaterThanOrEqual(goalsMin)
  },
  timeoutMs,
)
