import { expect, test } from 'vitest'

import { SoundQueue } from './sound-queue.ts'

async function* chunks(count: number, onAsk: (index: number) => void): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
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
  for await (const chunk of queue.read()) got.push(chunk[0] ?? -1)
  expect(got).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(await filled).toBe(true)
})

test('gives the source’s error after what came before it', async () => {
  const queue = new SoundQueue(1_000)
  async function* broken(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    yield new Uint8Array(4)
    throw new Error('The line is cut')
  }
  const filled = queue.fill(broken())
  const reader = queue.read()
  expect((await reader.next()).value).toHaveLength(4)
  await expect(reader.next()).rejects.toThrow('The line is cut')
  expect(await filled).toBe(false)
})

test('closing releases a waiting source and a waiting reader', async () => {
  const full = new SoundQueue(50)
  const filled = full.fill(chunks(10, () => undefined))
  full.close()
  expect(await filled).toBe(false)
  const empty = new SoundQueue(50)
  const next = empty.read().next()
  empty.close()
  expect(await next).toMatchObject({ done: true })
})
