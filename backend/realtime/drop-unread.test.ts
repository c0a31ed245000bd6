import { expect, test } from 'vitest'

import { dropUnread } from './drop-unread.ts'

const limits = { waitingBytesPerNetwork: 100, waitingBytesInTotal: 250 }

function socketsOf(waiting: readonly (readonly [address: string, bytes: number])[]) {
  const dropped: string[] = []
  const sockets = waiting.map(([address, unreadBytes]) => ({
    address,
    unreadBytes,
    terminate: () => dropped.push(`${address} ${unreadBytes}`),
  }))
  dropUnread(sockets, limits)
  return dropped
}

test('a network whose sockets together leave too much unread loses those with the most', () => {
  const greedy = [10, 60, 50].map((bytes) => ['203.0.113.1', bytes] as const)
  expect(socketsOf([...greedy, ['198.51.100.1', 90]])).toEqual(['203.0.113.1 60'])
})

test('the addresses of a /48 count as one network', () => {
  expect(socketsOf([60, 61].map((bytes) => [`2001:db8:1:${bytes}::1`, bytes] as const))).toEqual([
    '2001:db8:1:61::1 61',
  ])
})

test('when all networks together leave too much unread, the one with the most loses sockets', () => {
  const waiting = [1, 2, 3].map((number) => [`203.0.113.${number}`, 80 + number] as const)
  expect(socketsOf([...waiting, ['198.51.100.1', 5]])).toEqual(['203.0.113.3 83'])
})
