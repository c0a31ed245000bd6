import { expect, test } from 'vitest'

import { createTestClock } from '../capture/test-clock.ts'
import { createIdleQueue } from './idle-queue.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('runs work in order once nothing was added for a while, and continues after a failure', async () => {
  const clock = createTestClock()
  const queue = createIdleQueue(clock)
  const done: string[] = []
  queue.add(async () => {
    done.push('first')
    throw new Error('lost')
  })
  await settled()
  clock.advance(1_000)
  queue.add(async () => done.push('second'))
  clock.advance(1_000)
  await settled()
  expect(done).toEqual([])
  clock.advance(500)
  await settled()
  expect(done).toEqual(['first', 'second'])
})

test('waits until the author is idle again between two jobs', async () => {
  const clock = createTestClock()
  const queue = createIdleQueue(clock)
  const done: string[] = []
  queue.add(async () => {
    done.push('first')
    queue.add(async () => done.push('third'))
  })
  queue.add(async () => done.push('second'))
  await settled()
  clock.advance(1_500)
  await settled()
  expect(done).toEqual(['first'])
  clock.advance(1_500)
  await settled()
  expect(done).toEqual(['first', 'second', 'third'])
})
