import { beforeEach, expect, test } from 'vitest'

import { forgetCounts, keepCounts, recallCounts } from './kept-counts.ts'

beforeEach(() => sessionStorage.clear())

const ada = { userId: 'ada', workspaceId: 'northwind' }
const counts = { demos: 26, leads: 64, meetings: 6 }

test('keeps the counts of one user in one workspace', () => {
  expect(recallCounts(ada)).toBeUndefined()
  keepCounts(ada, counts)
  expect(recallCounts(ada)).toEqual(counts)
  expect(recallCounts({ ...ada, workspaceId: 'other' })).toBeUndefined()
  expect(recallCounts({ ...ada, userId: 'bob' })).toBeUndefined()
})

test('forgets the counts at sign-out', () => {
  keepCounts(ada, counts)
  forgetCounts()
  expect(recallCounts(ada)).toBeUndefined()
})
