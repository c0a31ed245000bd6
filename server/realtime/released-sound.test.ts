import { expect, test } from 'vitest'

import { ReleasedSound } from './released-sound.ts'

test('returns received and released audio in order, up to its end', async () => {
  const sound = new ReleasedSound()
  const reader = sound[Symbol.asyncIterator]()
  const first = reader.next()
  sound.add(Buffer.from([1, 2, 3, 4]))
  sound.release(2)
  expect(await first).toEqual({ done: false, value: Buffer.from([1, 2]) })
  const second = reader.next()
  sound.release(6)
  expect(await second).toEqual({ done: false, value: Buffer.from([3, 4]) })
  sound.add(Buffer.from([5, 6, 7, 8]))
  sound.end(6)
  expect(await reader.next()).toEqual({ done: false, value: Buffer.from([5, 6]) })
  expect((await reader.next()).done).toBe(true)
})

test('fails the reader unless the end is known', async () => {
  const lost = new ReleasedSound()
  const waiting = lost[Symbol.asyncIterator]().next()
  lost.fail(new Error('The line is cut'))
  await expect(waiting).rejects.toThrow('The line is cut')

  const whole = new ReleasedSound()
  whole.add(Buffer.from([1, 2]))
  whole.end(2)
  whole.fail(new Error('The line is cut'))
  expect((await whole[Symbol.asyncIterator]().next()).value).toEqual(Buffer.from([1, 2]))
})
