import { expect, test } from 'vitest'

import { createQuotaQueue } from './quota-queue.ts'
import { createTestClock } from './test-clock.ts'

function createQueue() {
  const clock = createTestClock()
  const queue = createQuotaQueue({ perWindow: 2, windowMs: 1_000, clock })
  const started: string[] = []
  const ask = (urgency: 'click' | 'ahead', name: string) =>
    queue.run(urgency, async (giveBack) => {
      started.push(`${name} at ${clock.now()}`)
      if (name.startsWith('unwanted')) giveBack()
    })
  return { clock, started, ask }
}

test('gives eight quick clicks their pictures in order, two per second', () => {
  const { clock, started, ask } = createQueue()
  for (let number = 1; number <= 8; number += 1) void ask('click', String(number))
  clock.advance(5_000)
  expect(started.join(', ')).toBe('1 at 0, 2 at 0, 3 at 1000, 4 at 1000, 5 at 2000, 6 at 2000, 7 at 3000, 8 at 3000')
})

test('clicks take priority over pictures taken ahead of time', () => {
  const { clock, started, ask } = createQueue()
  void ask('ahead', 'first')
  void ask('ahead', 'second')
  void ask('ahead', 'third')
  clock.advance(100)
  void ask('click', 'click')
  clock.advance(2_000)
  expect(started).toEqual(['first at 0', 'second at 0', 'click at 1000', 'third at 1000'])
})

test('counts like Chrome: a window begins with its first picture', () => {
  const { clock, started, ask } = createQueue()
  void ask('ahead', '1')
  clock.advance(900)
  void ask('ahead', '2')
  clock.advance(100)
  for (const name of ['3', '4', '5']) void ask('ahead', name)
  clock.advance(2_000)
  expect(started).toEqual(['1 at 0', '2 at 900', '3 at 1000', '4 at 1000', '5 at 2000'])
})

test('a returned slot can be used at once', async () => {
  const { started, ask } = createQueue()
  await ask('ahead', 'unwanted')
  await ask('click', 'a')
  await ask('click', 'b')
  expect(started).toEqual(['unwanted at 0', 'a at 0', 'b at 0'])
})

test('a failed picture fails only its own caller', async () => {
  const clock = createTestClock()
  const queue = createQuotaQueue({ perWindow: 2, windowMs: 1_000, clock })
  const failing = queue.run('click', () => Promise.reject(new Error('tab is gone')))
  const fine = queue.run('click', () => Promise.resolve('picture'))
  await expect(failing).rejects.toThrow('tab is gone')
  await expect(fine).resolves.toBe('picture')
})
