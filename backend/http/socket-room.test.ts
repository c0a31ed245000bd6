import { expect, test } from 'vitest'

import { createSocketRoom } from './socket-room.ts'

const nothing = (): void => undefined

test('limits sockets per /64, whatever the address', () => {
  const room = createSocketRoom({ total: 100, perNetwork: 3, perAccount: 3 })
  const seats = Array.from({ length: 60 }, (_, index) => room.enter(`2001:db8:1:2::${index.toString(16)}`, nothing))
  expect(seats.filter((seat) => seat !== null)).toHaveLength(3)
  seats[0]?.leave()
  expect(room.enter('2001:db8:1:2::99', nothing)).not.toBeNull()
})

test('evicts from the fullest anonymous network for others, never for itself', () => {
  const closed: number[] = []
  const room = createSocketRoom({ total: 4, perNetwork: 10, perAccount: 3 })
  for (let index = 0; index < 4; index += 1) room.enter('203.0.113.9', () => closed.push(index))
  expect(room.enter('203.0.113.9', nothing)).toBeNull()
  expect(room.enter('198.51.100.7', nothing)).not.toBeNull()
  expect(closed).toEqual([0])
})

test('a signed-in socket is never evicted and counts for its account', () => {
  const closed: string[] = []
  const room = createSocketRoom({ total: 3, perNetwork: 10, perAccount: 2 })
  for (const name of ['a', 'b', 'c']) room.enter('203.0.113.9', () => closed.push(name))?.signIn(name)
  expect(room.enter('198.51.100.7', nothing)).toBeNull()
  expect(closed).toEqual([])

  const office = createSocketRoom({ total: 100, perNetwork: 1, perAccount: 2 })
  const signedIn = Array.from({ length: 3 }, () => office.enter('203.0.113.9', nothing)?.signIn('ada'))
  expect(signedIn).toEqual([true, true, false])
})
