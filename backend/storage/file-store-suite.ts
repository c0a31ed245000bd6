import { randomBytes, randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { partBytes, type FileStore } from './file-store.ts'

export function fileStoreSuite(open: () => Promise<FileStore>): void {
  const newKey = (): string => `ab${randomUUID()}`
  const read = async (stream: ReadableStream<Uint8Array> | null): Promise<Buffer | null> =>
    stream === null
      ? null
      : Buffer.from(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())

  test('returns stored content', async () => {
    const store = await open()
    const [key, content] = [newKey(), randomBytes(300_000)]
    await store.put(key, content)
    expect((await read(await store.get(key)))?.equals(content)).toBe(true)
    const stat = await store.stat(key)
    expect(stat?.size).toBe(content.byteLength)
    expect(Math.abs((stat?.modifiedAtMs ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('returns a range, both ends inclusive', async () => {
    const store = await open()
    const [key, content] = [newKey(), randomBytes(1_000)]
    await store.put(key, content)
    expect(await read(await store.get(key, { start: 10, end: 19 }))).toEqual(content.subarray(10, 20))
  })

  test('lets readers leave at any moment', async () => {
    const store = await open()
    const [key, content] = [newKey(), randomBytes(2_000_000)]
    await store.put(key, content)
    const leave = async (chunks: number, isReading: boolean): Promise<void> => {
      const reader = (await store.get(key))?.getReader()
      for (let read = 0; read < chunks; read += 1) await reader?.read()
      const last = isReading ? reader?.read() : undefined
      await reader?.cancel()
      await last
    }
    const readers = [0, 1, 2, 3, 20].flatMap((chunks) => [leave(chunks, false), leave(chunks, true)])
    await Promise.all(readers)
    expect((await read(await store.get(key)))?.equals(content)).toBe(true)
  })

  test('keeps an empty file', async () => {
    const store = await open()
    const key = newKey()
    await store.put(key, new Uint8Array(0))
    expect(await read(await store.get(key))).toEqual(Buffer.alloc(0))
  })

  test('returns null for a missing file', async () => {
    const store = await open()
    const key = newKey()
    expect(await store.get(key)).toBeNull()
    expect(await store.stat(key)).toBeNull()
    await expect(store.delete(key)).resolves.toBeUndefined()
  })

  test('deletes files and lists the rest', async () => {
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

  test('makes independent copies, and none of missing files', async () => {
    const store = await open()
    const [original, copy] = [newKey(), newKey()]
    await store.put(original, Buffer.from('the content'))
    expect(await store.copy(original, copy)).toBe(true)
    await store.delete(original)
    expect(await read(await store.get(copy))).toEqual(Buffer.from('the content'))
    const absent = newKey()
    expect(await store.copy(original, absent)).toBe(false)
    expect(await store.stat(absent)).toBeNull()
  })

  describe('a file in parts', () => {
    const [one, two, rest] = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(1_000)]

    test('appears only once finished; finishing is idempotent', async () => {
      const store = await open()
      const key = newKey()
      const handle = await store.parts.begin(key)
      const first = await store.parts.put(key, handle, 1, one)
      // After a crash a part is sent again, possibly shorter.
      await store.parts.put(key, handle, 2, two)
      const second = await store.parts.put(key, handle, 2, rest)
      expect(await store.stat(key)).toBeNull()
      await store.parts.finish(key, handle, [first, second])
      await store.parts.finish(key, handle, [first, second])
      expect((await read(await store.get(key)))?.equals(Buffer.concat([one, rest]))).toBe(true)
      expect(await unfinished(store)).not.toContain(key)
    })

    test('continues in another process', async () => {
      const key = newKey()
      const store = await open()
      const handle = await store.parts.begin(key)
      const first = await store.parts.put(key, handle, 1, one)
      const other = await open()
      const second = await other.parts.put(key, handle, 2, rest)
      await other.parts.finish(key, handle, [first, second])
      expect((await store.stat(key))?.size).toBe(partBytes + rest.byteLength)
    })

    test('is listed while unfinished; abandoning is idempotent', async () => {
      const store = await open()
      const keys = [newKey(), newKey(), newKey()]
      const handles: string[] = []
      for (const key of keys) {
        const handle = await store.parts.begin(key)
        await store.parts.put(key, handle, 1, rest)
        handles.push(handle)
      }
      expect(await unfinished(store)).toEqual(expect.arrayContaining(keys))
      for await (const { key, handle, startedAtMs } of store.parts.list()) {
        if (!keys.includes(key)) continue
        expect(handle).toBe(handles[keys.indexOf(key)])
        expect(Math.abs(startedAtMs - Date.now())).toBeLessThan(60_000)
      }
      for (const [index, key] of [...keys, keys[0] ?? ''].entries()) {
        await store.parts.abandon(key, handles[index % keys.length] ?? '')
      }
      expect((await unfinished(store)).filter((key) => keys.includes(key))).toEqual([])
      for (const key of keys) expect(await store.stat(key)).toBeNull()
    })

    test('refuses parts and finishing once abandoned', async () => {
      const store = await open()
      const key = newKey()
      const handle = await store.parts.begin(key)
      const tag = await store.parts.put(key, handle, 1, rest)
      await store.parts.abandon(key, handle)
      const unavailable = { name: 'FileStoreError', problem: 'unavailable' }
      await expect(store.parts.put(key, handle, 2, rest)).rejects.toMatchObject(unavailable)
      await expect(store.parts.finish(key, handle, [tag])).rejects.toMatchObject(unavailable)
      expect(await store.stat(key)).toBeNull()
    })
  })

  async function unfinished(store: FileStore): Promise<readonly string[]> {
    const keys: string[] = []
    for await (const { key } of store.parts.list()) keys.push(key)
    return keys
  }
}
