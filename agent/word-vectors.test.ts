import { expect, test } from 'vitest'

import { buildKnowledge } from './knowledge.ts'
import { indexKnowledge, readKnowledge } from './retrieval.ts'
import { plainAgent } from './testing/reporting-demo.ts'
import { commonVectors, provideWordVectors } from './word-vectors.ts'

const vectors = commonVectors()
if (vectors === null) throw new Error('No vectors are provided')
const { dimensions } = vectors

function vectorOf(word: string): Float32Array | null {
  const sum = new Float32Array(dimensions)
  return vectors?.addTo(sum, word) === true ? sum : null
}

function cosine(a: string, b: string): number {
  const [left, right] = [vectorOf(a), vectorOf(b)]
  if (left === null || right === null) throw new Error('Unknown word')
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right))
}

test.each([
  ['invoice', 'bill', 'holiday'],
  ['truck', 'van', 'invoice'],
  ['boss', 'manager', 'password'],
])('knows that “%s” is closer to “%s” than to “%s”', (word, near, far) => {
  expect(cosine(word, near)).toBeGreaterThan(cosine(word, far) + 0.2)
})

test('finds the first and last word of the file, and no word that isn’t in it', () => {
  expect(vectorOf('aa') ?? vectorOf('aaa') ?? vectorOf('aaron')).not.toBeNull()
  for (const word of ['', 'zzzzz', 'invoicee', 'invoic', 'Ärger', '42']) expect(vectorOf(word)).toBeNull()
})

test('offers a step that shares no words with the question', () => {
  const steps = [
    { id: 'a', order: 1, title: 'Kennels', description: 'Each dog sleeps in a heated hut.' },
    { id: 'b', order: 2, title: 'Bank', description: 'Payments arrive within two days.' },
    { id: 'c', order: 3, title: 'Staff', description: 'Eleven carers work in shifts.' },
  ]
  const knowledge = buildKnowledge({ name: 'Home', description: null, steps }, plainAgent)
  const withoutEncoder = indexKnowledge(knowledge, undefined, readKnowledge(knowledge, undefined, null))
  expect(withoutEncoder.retrieve('is it warm for puppies').offers[0]?.stepOrder).toBe(1)
  expect(indexKnowledge(knowledge).retrieve('is it warm for puppies').items[0]?.stepOrder).toBe(1)
})

test.each([
  ['no file of ours', new Uint8Array(64)],
  ['cut off', Uint8Array.from([0x57, 0x56, 0x31, 0x0a, 2, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0x61, 0x0a])],
])('refuses a file that is %s', (_, file) => {
  provideWordVectors(() => file)
  expect(commonVectors()).toBe(vectors)
})
