import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { parseInTurn } from './body-thread.ts'
import type { ParseJob } from './parse-text.ts'
import { RestError } from './rest-error.ts'

function jobOf(length: number): ParseJob {
  return {
    bytes: new TextEncoder().encode(JSON.stringify({ label: 'x'.repeat(length) })),
    type: 'json',
    limits: { depth: 100, values: 1_000 },
    rows: { rows: 10, keys: 10 },
  }
}

/** How many threads of this process let others go first. */
function niceThreads(): number {
  const niceness = readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
  return niceness.filter((each) => each > Math.min(...niceness)).length
}

test.runIf(process.platform === 'linux')('large bodies are parsed in another thread, small ones in this', async () => {
  const before = niceThreads()
  expect(await parseInTurn(jobOf(1_000), '203.0.113.1 ada')).toMatchObject({ count: 1, keys: ['label'] })
  expect(niceThreads()).toBe(before)
  expect(await parseInTurn(jobOf(300_000), '203.0.113.1 ada')).toMatchObject({ count: 1, keys: ['label'] })
  expect(niceThreads()).toBe(before + 1)
})

test.runIf(process.platform === 'linux')(
  'a CSV that becomes far larger as JSON is parsed in another thread',
  async () => {
    const bytes = new TextEncoder().encode(`a,b\n${',\n'.repeat(10_000)}`)
    const job: ParseJob = { ...jobOf(0), bytes, type: 'csv', limits: { depth: 1, values: 50_000 } }
    await parseInTurn({ ...job, rows: { rows: null, keys: 10 } }, '203.0.113.1 ada')
    expect(niceThreads()).toBe(1)
  },
)

test('one sender’s large bodies wait in a short line, which delays nobody else', async () => {
  const status = (sender: string | null) =>
    parseInTurn(jobOf(300_000), sender).then(
      () => 200,
      (error: unknown) => (error instanceof RestError ? error.status : 500),
    )
  const own = Array.from({ length: 30 }, () => status('203.0.113.1 ada'))
  const others = [status('203.0.113.2 grace'), status(null)]
  const statuses = await Promise.all(own)
  expect(statuses.filter((each) => each === 200)).toHaveLength(10)
  expect(statuses.filter((each) => each === 503)).toHaveLength(20)
  expect(await Promise.all(others)).toEqual([200, 200])
})
