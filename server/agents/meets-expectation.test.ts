import { expect, it } from 'vitest'

import { meetsExpectation, reachesGoal } from './meets-expectation.ts'
import type { Expectation, Scenario } from './test-expectations.ts'
import type { TestReply } from './test-talk.ts'

const nothing: TestReply = {
  said: '',
  outcomes: [],
  cites: [],
  shown: [],
  hasRung: false,
  hasOfferedTimes: false,
  milliseconds: 1,
}
const demo = { steps: [{ id: 'a', order: 1 }] }

it.each<[Expectation, Partial<TestReply>, boolean]>([
  [{ kind: 'step', stepId: 'a' }, { shown: [1] }, true],
  [{ kind: 'step', stepId: 'a' }, { shown: [2] }, false],
  [{ kind: 'step', stepId: 'removed' }, { shown: [1] }, false],
  [{ kind: 'says', text: 'It’s “90  days”.' }, { said: 'IT\'S "90 DAYS" for everyone' }, true],
  [{ kind: 'says', text: '90 days' }, { said: '30 days' }, false],
  [{ kind: 'refuses' }, { outcomes: ['unknown'] }, true],
  [{ kind: 'refuses' }, { outcomes: ['answered'] }, false],
  [{ kind: 'hands-over' }, { hasRung: true }, true],
  [{ kind: 'books' }, { hasOfferedTimes: true }, true],
  [{ kind: 'books' }, { outcomes: ['answered'] }, false],
])('%j is met by %j: %s', (expected, reply, isMet) => {
  expect(meetsExpectation(expected, { ...nothing, ...reply }, demo)).toBe(isMet)
})

it.each<[Scenario['goal'], Partial<TestReply>, boolean, boolean]>([
  ['books', { outcomes: ['booked'] }, false, true],
  ['books', { outcomes: ['booking'] }, false, false],
  ['hands-over', { outcomes: ['human'] }, false, true],
  ['leaves-address', {}, true, true],
  ['answers', { outcomes: ['answered'] }, false, false],
])('the goal %s is reached by %j with an address %s: %s', (goal, reply, hasAddress, isReached) => {
  expect(reachesGoal(goal, { ...nothing, ...reply }, { hasAddress })).toBe(isReached)
})
