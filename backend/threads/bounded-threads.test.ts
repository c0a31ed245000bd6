import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { memoryBudget } from '#backend/memory-budget.ts'
import type { ParseJob } from '#backend/rest/parse-text.ts'

import { BoundedThreads } from './bounded-threads.ts'

/** The niceness of this process's threads. */
function niceness(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

const script = new URL('../rest/body-worker.ts', import.meta.url)
const job: ParseJob = {
  bytes: new TextEncoder().encode('{}'),
  type: 'json',
  limits: { depth: 1, values: 1 },
  rows: null,
}

test.runIf(process.platform === 'linux')('hostile input waits for the threads that serve requests', async () => {
  const threads = new BoundedThreads<ParseJob, unknown>(script, {
    ms: 20_000,
    memoryMb: 192,
    share: 'visitors',
  })
  await threads.run(job)
  expect(Math.max(...niceness())).toBe(Math.min(...niceness()) + 10)
})

test('a thread waits until the server has memory for it', async () => {
  const bounds = { ms: 20_000, memoryMb: 192 }
  const visitors = new BoundedThreads<ParseJob, unknown>(script, { ...bounds, share: 'visitors' })
  const authors = new BoundedThreads<ParseJob, unknown>(script, { ...bounds, share: 'authors' })
  const { promise: pictures, resolve: endPictures } = Promise.withResolvers<void>()
  const others = memoryBudget.run('visitors', Infinity, () => pictures)
  const finished: string[] = []
  const waiting = visitors.run(job).then(() => finished.push('visitors'))
  await authors.run(job).then(() => finished.push('authors'))
  await authors.run(job).then(() => finished.push('authors'))
  endPictures()
  await Promise.all([others, waiting])
  expect(finished).toEqual(['authors', 'authors', 'visitors'])
})
