import { expect, test } from 'vitest'

import { stepTicks, ticksText } from './step-ticks.ts'

const seen = (step_id: string, views = 1) => ({ step_id, at: '2026-11-21T10:00:00Z', views, seconds: 3 })
const steps = ['one', 'two', 'three', 'four']

test('shows which steps a visit saw, where it asked, and where it booked', () => {
  const visit = {
    steps: [seen('one'), seen('two'), seen('deleted'), seen('three', 0), seen('four')],
    talk: { id: 'talk', facts: [], turns: [{ step_order: 2 }, { step_order: null }] },
    outcome: 'booked',
    exit_step_id: 'four',
  } as const
  const ticks = stepTicks(visit, steps)
  expect(ticks.map(({ mark }) => mark)).toEqual(['seen', 'asked', 'unseen', 'booked'])
  expect(ticksText(ticks)).toBe('3 of 4 steps, asked on 2')
})

test('shows a visit that saw nothing', () => {
  const ticks = stepTicks({ steps: [], talk: null, outcome: null, exit_step_id: null }, steps)
  expect(ticksText(ticks)).toBe('0 of 4 steps')
})
