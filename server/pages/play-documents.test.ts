import { expect, test } from 'vitest'

import { QueueFull } from '#backend/http/fair-queue.ts'

import type { PlayDocument } from './play-document.ts'
import { createPlayDocuments } from './play-documents.ts'

const now = () => 0
const visitor = { address: '203.0.113.7', demoSize: 20_000 }

function documentOf(bytes: number, isProvisional = false): PlayDocument {
  return { body: new Uint8Array(bytes), headers: {}, etag: `"${bytes}"`, isProvisional }
}

test('renders a page once for concurrent requests', async () => {
  const documents = createPlayDocuments(100, now)
  let renders = 0
  const render = async () => {
    renders += 1
    return documentOf(10)
  }
  const [first, second] = await Promise.all([
    documents.find('a', visitor, render),
    documents.find('a', visitor, render),
  ])
  expect(first).toBe(second)
  await documents.find('a', visitor, render)
  expect(renders).toBe(1)
})

test('evicts the page requested least recently', async () => {
  const documents = createPlayDocuments(100, now)
  const rendered: string[] = []
  const ask = (key: string) =>
    documents.find(key, visitor, async () => {
      rendered.push(key)
      return documentOf(40)
    })
  await ask('a')
  await ask('b')
  await ask('a')
  await ask('c')
  await ask('a')
  await ask('b')
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})

test('does not cache a provisional page or a failure', async () => {
  const documents = createPlayDocuments(100, now)
  expect((await documents.find('a', visitor, async () => documentOf(1, true))).body.byteLength).toBe(1)
  await expect(documents.find('a', visitor, () => Promise.reject(new Error('no backend')))).rejects.toThrow(
    'no backend',
  )
  expect((await documents.find('a', visitor, async () => documentOf(2))).body.byteLength).toBe(2)
})

test('a network that asks for many pages leaves room for others', async () => {
  const documents = createPlayDocuments(100, now)
  let atOnce = 0
  let most = 0
  const order: string[] = []
  const ask = (address: string) =>
    documents.find(null, { address, demoSize: 20_000 }, async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      order.push(address)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return documentOf(10)
    })
  const flood = Promise.allSettled(Array.from({ length: 100 }, () => ask('198.51.100.1')))
  await ask(visitor.address)
  const answers = await flood
  expect(most).toBe(4)
  expect(order.indexOf(visitor.address)).toBeLessThan(8)
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(56)
})

test('a network can’t have large demos rendered over and over', async () => {
  let time = 0
  const documents = createPlayDocuments(100, () => time)
  const ask = (address: string, demoSize: number, key: string | null = null) =>
    documents.find(key, { address, demoSize }, async () => documentOf(10))
  await ask('198.51.100.1', 3_000_000, 'kept')
  for (let times = 1; times < 10; times += 1) await ask('198.51.100.1', 3_000_000)
  await expect(ask('198.51.100.1', 3_000_000)).rejects.toThrow(QueueFull)
  await expect(ask('198.51.100.1', 100_000)).rejects.toThrow(QueueFull)
  await ask('198.51.100.1', 3_000_000, 'kept')
  await ask('198.51.100.1', 99_999)
  await ask('198.51.100.2', 3_000_000)
  time = 6_000
  await ask('198.51.100.1', 3_000_000)
})
