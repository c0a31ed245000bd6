import { expect, test } from 'vitest'

import { createSocketLimit } from './socket-limit.ts'

const nothing = (): void => undefined

test('limits sockets per /64, whatever the address', () => {
  const limit = createSocketLimit({ total: 100, perNetwork: 3, perAccount: 3 })
  const slots = Array.from({ length: 60 }, (_, index) => limit.enter(`2001:db8:1:2::${index.toString(16)}`, nothing))
  expect(slots.filter((slot) => slot !== null)).toHaveLength(3)
  slots[0]?.leave()
  expect(limit.enter('2001:db8:1:2::99', nothing)).not.toBeNull()
})

test('evicts from the fullest anonymous network for others, never for itself', () => {
  const closed: number[] = []
  const limit = createSocketLimit({ total: 4, perNetwork: 10, perAccount: 3 })
  for (let index = 0; index < 4; index += 1) limit.enter('203.0.113.9', () => closed.push(index))
  expect(limit.enter('203.0.113.9', nothing)).toBeNull()
  expect(limit.enter('198.51.100.7', nothing)).not.toBeNull()
  expect(closed).toEqual([0])
})

test('a signed-in socket is never evicted and counts for its account', () => {
  const closed: string[] = []
  const limit = createSocketLimit({ total: 3, perNetwork: 10, perAccount: 2 })
  for (const name of ['a', 'b', 'c']) limit.enter('203.0.113.9', () => closed.push(name))?.signIn(name)
  expect(limit.enter('198.51.100.7', nothing)).toBeNull()
  expect(closed).toEqual([])

  const office = createSocketLimit({ total: 100, perNetwork: 1, perAccount: 2 })
  const signedIn = Array.from({ length: 3 }, () => office.enter('203.0.113.9', nothing)?.signIn('ada'))
  expect(signedIn).toEqual([true, true, false])
})
