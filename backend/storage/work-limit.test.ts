import { expect, test } from 'vitest'

import { createWorkLimit } from './work-limit.ts'

test('limits running and queued jobs, and refuses the rest', async () => {
  const run = createWorkLimit({ concurrent: 2, waiting: 1 })
  const finish: (() => void)[] = []
  const begun: number[] = []
  const job = (id: number) =>
    run(() => {
      begun.push(id)
      return new Promise<number>((resolve) => finish.push(() => resolve(id)))
    })
  const [one, two, three, four] = [job(1), job(2), job(3), job(4)]
  expect(four).toBeNull()
  await Promise.resolve()
  expect(begun).toEqual([1, 2])
  finish[0]?.()
  expect(await one).toBe(1)
  await Promise.resolve()
  expect(begun).toEqual([1, 2, 3])
  finish[1]?.()
  finish[2]?.()
  expect(await Promise.all([two, three])).toEqual([2, 3])
})

test('a failed job frees its slot', async () => {
  const run = createWorkLimit({ concurrent: 1, waiting: 5 })
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run(() => Promise.resolve('fine'))).toBe('fine')
})
