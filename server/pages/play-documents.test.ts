import { expect, test } from 'vitest'

import type { PlayDocument } from './play-document.ts'
import { createPlayDocuments } from './play-documents.ts'

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
  const [first, second] = await Promise.all([documents('a', render), documents('a', render)])
  expect(first).toBe(second)
  await documents('a', render)
  expect(renders).toBe(1)
})

test('evicts the page requested least recently', async () => {
  const documents = createPlayDocuments(100)
  const rendered: string[] = []
  const ask = (key: string) =>
    documents(key, async () => {
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
  expect((await documents('a', async () => documentOf(1, true))).body.byteLength).toBe(1)
  await expect(documents('a', () => Promise.reject(new Error('no backend')))).rejects.toThrow('no backend')
  expect((await documents('a', async () => documentOf(2))).body.byteLength).toBe(2)
})
