import { expect, test } from 'vitest'

import { createMemoryBudget, type MemoryShare } from './memory-budget.ts'

/** Jobs that run until they are ended. */
function begin(megabytes: number, clock = { now: 0 }) {
  const budget = createMemoryBudget(megabytes, () => clock.now)
  const running = new Map<string, () => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    start: async (name: string, share: MemoryShare, needed: number) => {
      void budget.run(share, needed, () => new Promise<void>((resolve) => running.set(name, resolve)))
      await settle()
    },
    end: async (name: string) => {
      running.get(name)?.()
      running.delete(name)
      await settle()
    },
    running: () => [...running.keys()],
  }
}

test('jobs that together need too much memory wait for each other', async () => {
  const jobs = begin(800)
  for (const name of ['document', 'picture', 'page']) await jobs.start(name, 'authors', 200)
  expect(jobs.running()).toEqual(['document', 'picture'])
  await jobs.end('document')
  expect(jobs.running()).toEqual(['picture', 'page'])
})

test('visitors’ jobs do not wait for those of authors', async () => {
  const jobs = begin(800)
  await jobs.start('document', 'authors', 400)
  await jobs.start('another', 'authors', 400)
  await jobs.start('demo', 'visitors', 400)
  expect(jobs.running()).toEqual(['document', 'demo'])
})

test('small jobs never wait', async () => {
  const jobs = begin(800)
  await jobs.start('document', 'authors', 400)
  await jobs.start('screenshot', 'authors', 10)
  expect(jobs.running()).toEqual(['document', 'screenshot'])
})

test('a job that needs more than there is runs alone', async () => {
  const jobs = begin(800)
  await jobs.start('huge', 'authors', 5_000)
  await jobs.start('next', 'authors', 100)
  expect(jobs.running()).toEqual(['huge'])
  await jobs.end('huge')
  expect(jobs.running()).toEqual(['next'])
})

test('jobs that need less overtake a large one, but not for long', async () => {
  const clock = { now: 0 }
  const jobs = begin(800, clock)
  await jobs.start('first', 'authors', 200)
  await jobs.start('large', 'authors', 400)
  await jobs.start('early', 'authors', 100)
  clock.now = 3_000
  await jobs.start('late', 'authors', 100)
  expect(jobs.running()).toEqual(['first', 'early'])
  await jobs.end('first')
  await jobs.end('early')
  expect(jobs.running()).toEqual(['large'])
  await jobs.end('large')
  expect(jobs.running()).toEqual(['late'])
})
