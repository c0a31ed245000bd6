import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { bodyChunks } from './body-chunks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A byte every two seconds, 20 times. */
async function* slowBody(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < 20; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    yield new Uint8Array(1)
  }
}

async function sizeOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const chunk of chunks) size += chunk.byteLength
  return size
}

function problemOf(read: Promise<number>): Promise<string | null> {
  return read.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

test('a slow sender is dropped while others wait', async () => {
  const problem = problemOf(sizeOf(bodyChunks(slowBody(), 30_000, () => true)))
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await problem).toBe('The sender is slow while others wait')
})

test('a slow sender may finish while nobody waits', async () => {
  const size = sizeOf(bodyChunks(slowBody(), 30_000, () => false))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await size).toBe(20)
})

test('a silent sender is dropped', async () => {
  const problem = problemOf(sizeOf(bodyChunks(slowBody(), 1_000)))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await problem).toBe('The sender stopped sending')
})
