import { expect, test } from 'vitest'

import { timeLeftText } from './time-left-text.ts'

test('says how long credits last at the present rate', () => {
  expect(timeLeftText(4_750, 0)).toBe('> 1 year')
  expect(timeLeftText(4_750, 5)).toBe('> 1 year')
  expect(timeLeftText(4_750, 20)).toBe('7 months')
  expect(timeLeftText(100, 20)).toBe('5 days')
  expect(timeLeftText(30, 20)).toBe('1 day')
  expect(timeLeftText(10, 20)).toBe('Today')
  expect(timeLeftText(0, 20)).toBe('Used up')
})
