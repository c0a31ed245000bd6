import { expect, test } from 'vitest'

import { findTopics, helpTopics } from './help-topics.ts'

test('help is found by its words, whatever their case and order', () => {
  expect(findTopics('PASSWORD change').map(({ id }) => id)).toEqual(['account'])
  expect(findTopics('full').map(({ id }) => id)).toContain('present')
})

test('without a question everything is shown, and nonsense finds nothing', () => {
  expect(findTopics('  ')).toEqual(helpTopics)
  expect(findTopics('zeppelin')).toEqual([])
})
