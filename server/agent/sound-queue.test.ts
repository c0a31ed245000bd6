import { expect, test } from 'vitest'

import { SoundQueue } from './sound-queue.ts'

async function* chunks(count: number, onAsk: (index: number) => void): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index < count; index += 1) {
    onAsk(index)
    yield new Uint8Array(100).fill(index)
  }
}

test('reads ahead only as far as there is room', async () => {
  const asked: number[] = []
  const queue = new SoundQueue(250)
  const filled = queue.fill(chunks(10, (index) => asked.push(index)))
  await expect.poll(() => asked.length).toBe(3)
  const got: number[] = []
  while (await queue.whenFilled(100)) got.push(...queue.take(100, 0))
  expect(got).toEqual(Array.from({ length: 1_000 }, (_, index) => Math.floor(index / 100)))
  expect(await filled).toBe(true)
})

test('returns everything queued as one chunk, leaving room for a header', async () => {
  const queue = new SoundQueue(1_000)
  const filled = queue.fill(chunks(3, () => undefined))
  expect(await queue.whenFilled(250)).toBe(true)
  expect([...queue.take(150, 2)]).toEqual([0, 0, ...Array(100).fill(0), ...Array(50).fill(1)])
  expect(await filled).toBe(true)
  expect(await queue.whenFilled(1_000)).toBe(true)
  expect([...queue.take(1_000, 0)]).toEqual([...Array(50).fill(1), ...Array(100).fill(2)])
  expect(await queue.whenFilled(1)).toBe(false)
})

test('reports the source’s error after the audio that preceded it', async () => {
  const queue = new SoundQueue(1_000)
  async function* broken(): AsyncGenerator<Uint8Array, void> {
    yield new Uint8Array(4)
    throw new Error('The line is cut')
  }
  const filled = queue.fill(broken())
  expect(await queue.whenFilled(10)).toBe(true)
  expect(queue.take(10, 0)).toHaveLength(4)
  await expect(queue.whenFilled(10)).rejects.toThrow('The line is cut')
  expect(await filled).toBe(false)
})

test('closing releases a waiting source and a waiting reader', async () => {
  const full = new SoundQueue(50)
  const filled = full.fill(chunks(10, () => undefined))
  full.close()
  expect(await filled).toBe(false)
  const empty = new SoundQueue(50)
  const next = empty.whenFilled(1)
  empty.close()
  expect(await next).toBe(false)
})
