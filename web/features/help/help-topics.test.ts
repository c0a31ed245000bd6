import { expect, test } from 'vitest'

import { findTopics, helpTopics } from './help-topics.ts'

test('finds help by words in any case and order', () => {
  expect(findTopics('PASSWORD change').map(({ id }) => id)).toEqual(['account'])
  expect(findTopics('full').map(({ id }) => id)).toContain('present')
})

test('shows everything without a query, and nothing for nonsense', () => {
  expect(findTopics('  ')).toEqual(helpTopics)
  expect(findTopics('zeppelin')).toEqual([])
})
