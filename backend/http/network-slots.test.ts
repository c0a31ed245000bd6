import { expect, test } from 'vitest'

import { createNetworkSlots } from './network-slots.ts'

test('a /64 has its own slots, a /48 sixteen times as many, and released slots are free', () => {
  const slots = createNetworkSlots(2)
  const releases = Array.from({ length: 60 }, (_, index) => slots.take(`2001:db8:1:2::${index.toString(16)}`))
  expect(releases.filter((release) => release !== null)).toHaveLength(2)
  for (let index = 3; index < 100; index += 1) slots.take(`2001:db8:1:${index.toString(16)}::1`)
  expect(slots.taken()).toBe(32)
  expect(slots.take('2001:db8:2::1')).not.toBeNull()
  releases[0]?.()
  releases[0]?.()
  expect(slots.taken()).toBe(32)
  expect(slots.take('2001:db8:1:2::77')).not.toBeNull()
})
