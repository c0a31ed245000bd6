import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { QuestionQueue } from './question-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function askAll(count: number) {
  const sent: string[] = []
  const queue = new QuestionQueue(({ text }) => sent.push(text))
  queue.setInterval(1_100)
  for (let n = 1; n <= count; n += 1) queue.add({ t: 'user.text', turn: n, text: `${n}`, source: 'typed' })
  return { sent, queue }
}

test('sends each question after the previous one arrived and an interval passed', () => {
  const { sent, queue } = askAll(3)
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual(['1'])
  queue.settle()
  vi.advanceTimersByTime(1_099)
  expect(sent).toEqual(['1'])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual(['1', '2'])
  expect(queue.isEmpty).toBe(false)
})

test('resends a question that came too early', () => {
  const { sent, queue } = askAll(2)
  queue.retry()
  vi.advanceTimersByTime(1_100)
  expect(sent).toEqual(['1', '1'])
  queue.settle()
  vi.advanceTimersByTime(1_100)
  expect(sent).toEqual(['1', '1', '2'])
})

test('drops queued questions when the talk ends', () => {
  const { sent, queue } = askAll(2)
  queue.settle()
  queue.clear()
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual(['1'])
  expect(queue.isEmpty).toBe(true)
})
