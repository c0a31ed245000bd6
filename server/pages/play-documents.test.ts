import { expect, test } from 'vitest'

import type { PlayDocument } from './play-document.ts'
import { createPlayDocuments } from './play-documents.ts'

const visitor = '203.0.113.7'

function documentOf(bytes: number, isProvisional = false): PlayDocument {
  return { body: new Uint8Array(bytes), headers: {}, etag: `"${bytes}"`, isProvisional }
}

test('renders a page once for concurrent requests', async () => {
  const documents = createPlayDocuments(100)
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
  const documents = createPlayDocuments(100)
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
  const documents = createPlayDocuments(100)
  expect((await documents.find('a', visitor, async () => documentOf(1, true))).body.byteLength).toBe(1)
  await expect(documents.find('a', visitor, () => Promise.reject(new Error('no backend')))).rejects.toThrow(
    'no backend',
  )
  expect((await documents.find('a', visitor, async () => documentOf(2))).body.byteLength).toBe(2)
})

test('a network that asks for many pages leaves room for others', async () => {
  const documents = createPlayDocuments(100)
  let atOnce = 0
  let most = 0
  const order: string[] = []
  const ask = (address: string) =>
    documents.find(null, address, async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      order.push(address)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return documentOf(10)
    })
  const flood = Promise.allSettled(Array.from({ length: 100 }, () => ask('198.51.100.1')))
  await ask(visitor)
  const answers = await flood
  expect(most).toBe(4)
  expect(order.indexOf(visitor)).toBeLessThan(8)
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(56)
})
