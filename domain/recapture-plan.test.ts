import { describe, expect, test } from 'vitest'

import { initialPlan, plannedOrder, unusedIds, withChoice, type RecapturePlan } from './recapture-plan.ts'

const steps = ['a', 'b', 'c', 'd']
const match = (old: number | null, fresh: number | null) => ({ old, fresh, isSure: true })

function orderOf(plan: RecapturePlan, freshIds: readonly string[]): string {
  return plannedOrder(plan, steps, freshIds)
    .map((entry) => (entry.kind === 'step' ? entry.id : entry.from))
    .join(' ')
}

test('initially replaces recognised steps, keeps the others and adds nothing', () => {
  const plan = initialPlan(['b', 'c'], ['1', '2'], [match(0, 0), match(1, null), match(null, 1)])
  expect([...plan.steps]).toEqual([
    ['b', { kind: 'replace', from: '1' }],
    ['c', { kind: 'keep' }],
  ])
  expect(unusedIds(plan, ['1', '2'])).toEqual(['2'])
  expect(orderOf(plan, ['1', '2'])).toBe('a b c d')
})

test('uses a new click for only one step', () => {
  const plan = initialPlan(['b', 'c'], ['1'], [match(0, 0), match(1, null)])
  const moved = withChoice(plan, 'c', { kind: 'replace', from: '1' })
  expect([...moved.steps]).toEqual([
    ['b', { kind: 'keep' }],
    ['c', { kind: 'replace', from: '1' }],
  ])
  const taken = withChoice({ ...plan, addedIds: new Set(['2']) }, 'c', { kind: 'replace', from: '2' })
  expect(taken.addedIds.size).toBe(0)
})

describe('adds clicks where they were recorded', () => {
  const plan = initialPlan(['b', 'c'], ['0', '1', '2', '3'], [match(0, 1), match(1, 3)])

  test('before, between and after steps', () => {
    expect(orderOf({ ...plan, addedIds: new Set(['0', '2']) }, ['0', '1', '2', '3'])).toBe('a 0 b 2 c d')
  })

  test('beside a deleted step', () => {
    const without = withChoice({ ...plan, addedIds: new Set(['2']) }, 'c', { kind: 'delete' })
    expect(orderOf(without, ['0', '1', '2', '3'])).toBe('a b 2 d')
    expect(orderOf({ ...without, addedIds: new Set(['2', '3']) }, ['0', '1', '2', '3'])).toBe('a b 2 3 d')
    const alone = initialPlan(['b'], ['0'], [])
    const deleted = withChoice({ ...alone, addedIds: new Set(['0']) }, 'b', { kind: 'delete' })
    expect(orderOf(deleted, ['0'])).toBe('a 0 c d')
  })
})
