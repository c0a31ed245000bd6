import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { CalendarJob } from '#server/meetings/busy-worker.ts'

import { BoundedThreads } from './bounded-threads.ts'

/** The niceness of this process's threads. */
function niceness(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

test.runIf(process.platform === 'linux')('hostile input waits for the threads that serve requests', async () => {
  const script = new URL('../meetings/busy-worker.ts', import.meta.url)
  const threads = new BoundedThreads<CalendarJob, readonly unknown[]>(script, { ms: 20_000, memoryMb: 192 })
  const range = { from: 0, to: 1, timeZone: 'UTC' }
  await threads.run({ text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR', range })
  expect(Math.max(...niceness())).toBe(Math.min(...niceness()) + 10)
})
