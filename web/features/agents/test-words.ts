import type { Demo } from '#domain/demo.ts'

import { scenarioGoals, type Expectation, type TestRow } from '../../lib/agent-rows.ts'

/** What a question's answer must do, in words. */
export function expectationText(expected: Expectation, demos: readonly Demo[]): string {
  switch (expected.kind) {
    case 'step': {
      const step = demos.flatMap(({ steps }) => steps).find(({ id }) => id === expected.stepId)
      return step === undefined ? 'A deleted step' : `Step ${step.order}`
    }
    case 'says':
      return `Says “${expected.text}”`
    case 'refuses':
      return 'Refuses'
    case 'hands-over':
      return 'Hands over'
    case 'books':
      return 'Books'
  }
}

export function goalText(goal: string): string {
  return scenarioGoals.find(({ value }) => value === goal)?.label ?? goal
}

export type TestState = 'passed' | 'failed' | 'new'

export function stateOf({ last_run }: TestRow): TestState {
  if (last_run === null) return 'new'
  return last_run.passed ? 'passed' : 'failed'
}

/** “41 of 42”; only the number while nothing has run. */
export function passedText(tests: readonly TestRow[]): string {
  const run = tests.filter((test) => stateOf(test) !== 'new')
  if (run.length === 0) return String(tests.length)
  return `${run.filter((test) => stateOf(test) === 'passed').length} of ${tests.length}`
}

export function secondsText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
}
