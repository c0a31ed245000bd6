import { expect, test } from 'vitest'

import { SampleQueue } from './sample-queue.ts'

const ones = (length: number) => new Float32Array(length).fill(1)

test('plays blocks without a gap, whatever their size', () => {
  const queue = new SampleQueue(10)
  queue.open(1)
  queue.push(1, ones(7))
  const output = new Float32Array(8)
  expect(queue.read(output)).toEqual([])
  queue.push(1, ones(13))
  expect(queue.read(output)).toEqual([{ kind: 'started', id: 1 }])
  expect([...output]).toEqual([...ones(8)])
  queue.complete(1)
  queue.read(output)
  expect([...output]).toEqual([...ones(8)])
  expect(queue.read(output)).toEqual([{ kind: 'ended', id: 1, frames: 20 }])
  expect([...output]).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
})

test('buffers again after a gap, and counts the samples played', () => {
  const queue = new SampleQueue(4)
  queue.open(1)
  queue.push(1, ones(6))
  const output = new Float32Array(8)
  expect(queue.read(output)).toEqual([
    { kind: 'started', id: 1 },
    { kind: 'starved', id: 1, frames: 6 },
  ])
  queue.push(1, ones(2))
  expect(queue.read(output)).toEqual([])
  queue.push(1, ones(2))
  queue.complete(1)
  expect(queue.read(output)).toEqual([
    { kind: 'resumed', id: 1, frames: 6 },
    { kind: 'ended', id: 1, frames: 10 },
  ])
})

test('is silent from the next block on when flushed, and drops late samples', () => {
  const queue = new SampleQueue(0)
  queue.open(1)
  queue.push(1, ones(100))
  const output = new Float32Array(8)
  queue.read(output)
  queue.flush()
  queue.push(1, ones(100))
  expect(queue.read(output)).toEqual([])
  expect([...output]).toEqual([...new Float32Array(8)])
})

test('plays a sentence shorter than the cushion', () => {
  const queue = new SampleQueue(1_000)
  queue.open(2)
  queue.push(2, ones(3))
  queue.complete(2)
  expect(queue.read(new Float32Array(8))).toEqual([
    { kind: 'started', id: 2 },
    { kind: 'ended', id: 2, frames: 3 },
  ])
})
