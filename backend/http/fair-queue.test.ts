import { expect, test } from 'vitest'

import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Jobs that end on command, and the order they started in. */
function startJobs(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, name: string) =>
    queue.run(address, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endNext = async (): Promise<void> => {
    ends.shift()?.()
    for (let tick = 0; tick < 5; tick += 1) await Promise.resolve()
  }
  return { begun, ask, endNext }
}

test('serves networks in turn, however many jobs one has', async () => {
  const { begun, ask, endNext } = startJobs(createFairQueue({ concurrent: 1, waiting: 10, waitingPerKey: 5 }))
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(`2001:db8:1:${name}::1`, name)
  void ask('203.0.113.9', 'b1')
  void ask('203.0.113.9', 'b2')
  for (let count = 0; count < 6; count += 1) await endNext()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

test('serves workspaces in turn, and refuses only the one with too many jobs', async () => {
  const { begun, ask, endNext } = startJobs(createFairQueue({ concurrent: 1, waiting: 10, waitingPerKey: 2 }))
  const [busy, other] = ['5a3d1e00-0000-4000-8000-000000000001', '5a3d1e00-0000-4000-8000-000000000002']
  for (const name of ['a1', 'a2', 'a3']) void ask(busy, name)
  await expect(ask(busy, 'a4')).rejects.toThrow(QueueFull)
  void ask(other, 'b1')
  for (let count = 0; count < 4; count += 1) await endNext()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('serves the workspaces of a network in turn, and refuses only the one with too many jobs', async () => {
  const { begun, ask, endNext } = startJobs(createFairQueue({ concurrent: 1, waiting: 10, waitingPerKey: 2 }))
  for (const name of ['a1', 'a2', 'a3']) void ask('203.0.113.9 stranger', name)
  await expect(ask('203.0.113.9 stranger', 'a4')).rejects.toThrow(QueueFull)
  for (const name of ['b1', 'b2']) void ask('203.0.113.9 author', name)
  void ask('198.51.100.7 elsewhere', 'c1')
  for (let count = 0; count < 6; count += 1) await endNext()
  expect(begun).toEqual(['a1', 'a2', 'c1', 'b1', 'a3', 'b2'])
})

test('refuses a network that fills the queue, and drops its jobs for others', async () => {
  const { begun, ask, endNext } = startJobs(createFairQueue({ concurrent: 1, waiting: 4, waitingPerKey: 4 }))
  const stranger = Array.from({ length: 6 }, (_, index) =>
    ask('203.0.113.9', `stranger ${index}`).then(
      () => 'done',
      (error: unknown) => (error instanceof QueueFull ? 'full' : 'failed'),
    ),
  )
  await Promise.resolve()
  void ask('198.51.100.7', 'visitor')
  for (let count = 0; count < 6; count += 1) await endNext()
  expect(await Promise.all(stranger)).toEqual(['done', 'done', 'done', 'done', 'full', 'full'])
  expect(begun.indexOf('visitor')).toBe(2)
})

test('a failed job releases its slot', async () => {
  const queue = createFairQueue({ concurrent: 1, waiting: 1, waitingPerKey: 1 })
  await expect(queue.run('203.0.113.9', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('203.0.113.9', () => Promise.resolve('fine'))).toBe('fine')
})
