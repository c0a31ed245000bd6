import { expect, test } from 'vitest'

import { agentLimits } from './agent-limits.ts'

test('limits strangers to what a public agent can handle', () => {
  expect(agentLimits).toMatchObject({
    startsPerNetwork: 6,
    startsWindowMs: 600_000,
    concurrentPerNetwork: 3,
    tokenMs: 600_000,
    sessionMs: 600_000,
    turns: 60,
    turnIntervalMs: 1_000,
    textCharacters: 500,
    sentencesPerNetwork: 60_000,
    thinkMs: 4_000,
  } satisfies Partial<typeof agentLimits>)
})
