import { expect, test } from 'vitest'

import { createNetworkSeats } from './network-seats.ts'

test('a /64 has its own seats, a /48 sixteen times as many, and released seats are free', () => {
  const seats = createNetworkSeats(2)
  const releases = Array.from({ length: 60 }, (_, index) => seats.take(`2001:db8:1:2::${index.toString(16)}`))
  expect(releases.filter((release) => release !== null)).toHaveLength(2)
  for (let index = 3; index < 100; index += 1) seats.take(`2001:db8:1:${index.toString(16)}::1`)
  expect(seats.taken()).toBe(32)
  expect(seats.take('2001:db8:2::1')).not.toBeNull()
  releases[0]?.()
  releases[0]?.()
  expect(seats.taken()).toBe(32)
  expect(seats.take('2001:db8:1:2::77')).not.toBeNull()
})
