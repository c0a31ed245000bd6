import { randomBytes, randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import type { FileStore } from './file-store.ts'

/** What every file store must do. */
export function fileStoreSuite(open: () => Promise<FileStore>): void {
  const newKey = (): string => `ab${randomUUID()}`
  const read = async (stream: ReadableStream<Uint8Array> | null): Promise<Buffer | null> =>
    stream === null
      ? null
      : Buffer.from(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())

  test('gives back what was put', async () => {
    const store = await open()
    const [key, content] = [newKey(), randomBytes(300_000)]
    await store.put(key, content)
    expect((await read(await store.get(key)))?.equals(content)).toBe(true)
    const stat = await store.stat(key)
    expect(stat?.size).toBe(content.byteLength)
    expect(Math.abs((stat?.modifiedAtMs ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('gives back a part, both ends included', async () => {
    const store = await open()
    const [key, content] = [newKey(), randomBytes(1_000)]
    await store.put(key, content)
    expect(await read(await store.get(key, { start: 10, end: 19 }))).toEqual(content.subarray(10, 20))
  })

  test('keeps an empty file', async () => {
    const store = await open()
    const key = newKey()
    await store.put(key, new Uint8Array(0))
    expect(await read(await store.get(key))).toEqual(Buffer.alloc(0))
  })

  test('says that nothing is there', async () => {
    const store = await open()
    const key = newKey()
    expect(await store.get(key)).toBeNull()
    expect(await store.stat(key)).toBeNull()
    await expect(store.delete(key)).resolves.toBeUndefined()
  })

  test('forgets what was deleted, and lists the rest', async () => {
    const store = await open()
    const [kept, deleted] = [newKey(), newKey()]
    await store.put(kept, Buffer.from('kept'))
    await store.put(deleted, Buffer.from('deleted'))
    await store.delete(deleted)
    expect(await store.get(deleted)).toBeNull()
    const keys: string[] = []
    for await (const { key } of store.list()) keys.push(key)
    expect(keys).toContain(kept)
    expect(keys).not.toContain(deleted)
  })
}
