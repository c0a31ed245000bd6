import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileStoreSuite } from '#backend/storage/file-store-suite.ts'
import { createS3FileStore } from '#backend/storage/s3-file-store.ts'
import { startLoopbackS3, type LoopbackS3 } from '#support/loopback-s3.ts'

let s3: LoopbackS3

beforeAll(async () => {
  s3 = await startLoopbackS3()
})

afterAll(() => s3.close())

describe('files in S3', () => {
  fileStoreSuite(() => Promise.resolve(createS3FileStore(s3.location)))

  test('pages through a long list', async () => {
    const store = createS3FileStore(s3.location)
    const keys = Array.from({ length: 7 }, (_, index) => `pa${index}`)
    for (const key of keys) await store.put(key, Buffer.from(key))
    const listed: string[] = []
    for await (const { key } of store.list()) listed.push(key)
    expect(listed).toEqual(expect.arrayContaining(keys))
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('retries after a temporary failure', async () => {
    const store = createS3FileStore(s3.location)
    s3.failNext(503, 500)
    await store.put('aa-again', Buffer.from('x'))
    expect(await store.stat('aa-again')).toMatchObject({ size: 1 })
  })

  test.each([[500], [0]])('reports unavailability when the failure persists (%d)', async (status) => {
    const store = createS3FileStore(s3.location, { retries: 0 })
    s3.failNext(status)
    await expect(store.put('aa-down', Buffer.from('x'))).rejects.toMatchObject({
      name: 'FileStoreError',
      problem: 'unavailable',
    })
    expect(await store.stat('aa-down')).toBeNull()
  })

  test('reports a wrong secret instead of an empty store', async () => {
    const store = createS3FileStore({ ...s3.location, secretAccessKey: 'wrong' }, { retries: 0 })
    await expect(store.get('aa-any')).rejects.toMatchObject({ problem: 'unavailable' })
  })

  test('times out', async () => {
    const store = createS3FileStore(s3.location, { retries: 0, timeoutMs: 50 })
    s3.failNext('silence', 'silence', 'silence', 'silence')
    const tries = [store.put('aa-slow', Buffer.from('x')), store.get('aa-slow'), store.stat('aa-slow')]
    const outcomes = await Promise.allSettled([...tries, store.parts.begin('aa-slow')])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { problem: 'unavailable', message: 'The S3 service does not answer' },
      })
    }
    expect(await createS3FileStore(s3.location, { retries: 0 }).stat('aa-slow')).toBeNull()
  })

  test('reports a full store', async () => {
    const store = createS3FileStore(s3.location, { retries: 0 })
    s3.failNext(507)
    await expect(store.put('aa-full', Buffer.from('x'))).rejects.toMatchObject({ problem: 'full' })
    const handle = await store.parts.begin('aa-full')
    s3.failNext(507)
    await expect(store.parts.put('aa-full', handle, 1, Buffer.from('x'))).rejects.toMatchObject({ problem: 'full' })
  })

  test('detects a failure behind a 200 when joining parts', async () => {
    const store = createS3FileStore(s3.location, { retries: 0 })
    const handle = await store.parts.begin('aa-parts')
    await store.parts.put('aa-parts', handle, 1, Buffer.from('x'))
    await expect(store.parts.finish('aa-parts', handle, ['"another"'])).rejects.toThrow(
      'The S3 service did not join the parts: InvalidPart',
    )
    expect(await store.stat('aa-parts')).toBeNull()
  })

  test.each([405, 501])("tolerates services that can't abort uploads (%d)", async (status) => {
    const store = createS3FileStore(s3.location, { retries: 0 })
    const handle = await store.parts.begin('aa-left')
    s3.failNext(status, status)
    await expect(store.parts.abandon('aa-left', handle)).resolves.toBeUndefined()
    const listed: string[] = []
    for await (const { key } of store.parts.list()) listed.push(key)
    expect(listed).toEqual([])
  })
})
