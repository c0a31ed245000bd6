import { expect, test } from 'vitest'

import { dropUnread } from './drop-unread.ts'

const limits = { waitingBytesPerNetwork: 100, waitingBytesInTotal: 250 }

type Waiting = readonly [address: string, bytes: number, frames?: readonly Uint8Array[]]

function socketsOf(waiting: readonly Waiting[]) {
  const dropped: string[] = []
  const sockets = waiting.map(([address, unreadBytes, frames]) => ({
    address,
    unreadBytes,
    unreadFrames: new Set(frames),
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

test('a message to many colleagues counts once, as it is in memory once', () => {
  const message = new Uint8Array(90)
  const colleagues = Array.from({ length: 22 }, () => ['203.0.113.1', 90, [message]] as const)
  expect(socketsOf(colleagues)).toEqual([])
  expect(socketsOf([...colleagues, ['203.0.113.1', 101, [message]]])).toEqual(['203.0.113.1 101'])
})

test('a message to many is gone once its last receiver is', () => {
  const messages = [new Uint8Array(90), new Uint8Array(80)] as const
  const waiting = [0, 1].map((at) => ['203.0.113.1', 90 - 10 * at, [messages[at]!]] as const)
  expect(socketsOf([...waiting, waiting[0]!])).toEqual(['203.0.113.1 90', '203.0.113.1 90'])
})
