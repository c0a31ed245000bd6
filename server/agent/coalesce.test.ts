import { expect, test } from 'vitest'

import { createCoalescer } from './coalesce.ts'

/** A call that the test answers by hand. */
function startCalls() {
  const calls: { readonly key: string; readonly answer: (value: string) => void; readonly fail: () => void }[] = []
  const ask = createCoalescer(
    (key: string) =>
      new Promise<string>((resolve, reject) => {
        calls.push({ key, answer: resolve, fail: () => reject(new Error('down')) })
      }),
  )
  return { ask, calls }
}

test('callers during a call share the next one, and never get an older result', async () => {
  const { ask, calls } = startCalls()
  const first = ask('a')
  const later = [ask('a'), ask('a'), ask('a')]
  expect(calls).toHaveLength(1)
  calls[0]?.answer('old')
  expect(await first).toBe('old')
  await Promise.resolve()
  expect(calls).toHaveLength(2)
  calls[1]?.answer('new')
  expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
  const last = ask('a')
  expect(calls).toHaveLength(3)
  calls[2]?.answer('newest')
  expect(await last).toBe('newest')
})

test('a failed call fails its own callers only, and other keys don’t wait', async () => {
  const { ask, calls } = startCalls()
  const first = ask('a')
  const second = ask('a')
  const other = ask('b')
  expect(calls.map(({ key }) => key)).toEqual(['a', 'b'])
  calls[1]?.answer('b')
  expect(await other).toBe('b')
  calls[0]?.fail()
  await expect(first).rejects.toThrow('down')
  await Promise.resolve()
  calls[2]?.answer('fine')
  expect(await second).toBe('fine')
})
