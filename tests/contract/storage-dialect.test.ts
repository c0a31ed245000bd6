import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend } from '#support/backend.ts'
import { startStorageBackend } from '#support/storage-backend.ts'

/* Supabase Storage habits its client and test suites rely on. */

const secret = 'a secret that only these tests know of'
const bucket = `dialect-${randomUUID()}`
const wireTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
let backend: Backend
let service: SupabaseClient['storage']

beforeAll(async () => {
  backend = await startStorageBackend({ env: { JWT_SECRET: secret } })
  service = backend.serviceClient().storage
  await service.createBucket(bucket, { public: true })
  for (const path of ['z/1.txt', 'a/1.txt', 'm.txt', 'a/2.txt']) await service.from(bucket).upload(path, path)
})

afterAll(() => backend.close())

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(backend.app.request(`/storage/v1${path}`, init))
}

describe('times are in milliseconds with Z', () => {
  test('of buckets', async () => {
    const times = { created_at: wireTime, updated_at: wireTime }
    expect((await service.getBucket(bucket)).data).toMatchObject(times)
    expect((await service.listBuckets()).data?.[0]).toMatchObject(times)
  })

  test('of objects, listed, described and removed', async () => {
    const files = service.from(bucket)
    await files.upload('gone.txt', 'gone')
    const times = { created_at: wireTime, updated_at: wireTime, last_accessed_at: wireTime }
    expect((await files.list('a')).data?.[0]).toMatchObject(times)
    expect((await files.listV2({ prefix: 'a/' })).data?.objects[0]).toMatchObject(times)
    expect((await files.info('m.txt')).data).toMatchObject({ createdAt: wireTime, lastModified: wireTime })
    expect((await files.remove(['gone.txt'])).data?.[0]).toMatchObject(times)
  })
})

describe('the owner of a bucket and its objects', () => {
  beforeAll(async () => {
    await backend.services.database.runScript(`
      create policy dialect_buckets on storage.buckets to authenticated using (name like 'made-%') with check (name like 'made-%');
      create policy dialect_objects on storage.objects to authenticated
        using (bucket_id = '${bucket}' and owner_id = auth.jwt() ->> 'sub') with check (bucket_id = '${bucket}')`)
  })

  test('has both names, and is empty for the service role', async () => {
    expect((await service.getBucket(bucket)).data).toMatchObject({ owner: '', owner_id: '', type: 'STANDARD' })
    const { client, user } = await backend.signUp()
    const name = `made-${randomUUID()}`
    await client.storage.createBucket(name, { public: false })
    expect((await service.getBucket(name)).data).toMatchObject({ owner: user.id, owner_id: user.id })
  })

  test("may come from somebody else's naming", async () => {
    const token = await new SignJWT({ sub: 'auth0|ada', role: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const name = `made-${randomUUID()}`
    expect((await ask('/bucket', { method: 'POST', headers, body: JSON.stringify({ name }) })).status).toBe(200)
    expect((await service.getBucket(name)).data).toMatchObject({ owner: '', owner_id: 'auth0|ada' })
    const text = { ...headers, 'content-type': 'text/plain' }
    expect((await ask(`/object/${bucket}/theirs.txt`, { method: 'POST', headers: text, body: 'x' })).status).toBe(200)
    expect((await ask(`/object/${bucket}/theirs.txt`, { headers })).status).toBe(200)
  })
})

describe('a list with folders', () => {
  const page = async (options: Parameters<ReturnType<typeof service.from>['listV2']>[0]) =>
    (await service.from(bucket).listV2({ with_delimiter: true, ...options })).data

  test('names them, with their keys and dates', async () => {
    const dates = { created_at: wireTime, updated_at: wireTime }
    expect(await page({ limit: 2 })).toMatchObject({
      hasNext: true,
      folders: [{ name: 'a/', key: 'a', ...dates }],
      objects: [{ name: 'm.txt', key: 'm.txt', ...dates }],
    })
    expect((await page({ prefix: 'a/' }))?.objects.map(({ name, key }) => [name, key])).toEqual([
      ['a/1.txt', '1.txt'],
      ['a/2.txt', '2.txt'],
    ])
  })

  test.each(['asc', 'desc'] as const)('is sorted by date, %s, across pages', async (order) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const data = await page({
        limit: 1,
        sortBy: { column: 'created_at', order },
        ...(cursor !== undefined && { cursor }),
      })
      found.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name))
      cursor = data?.hasNext === true ? data.nextCursor : undefined
    } while (cursor !== undefined)
    const oldestFirst = ['z/', 'a/', 'm.txt']
    expect(found.filter((name) => oldestFirst.includes(name))).toEqual(
      order === 'asc' ? oldestFirst : oldestFirst.toReversed(),
    )
  })
})

describe('an image uploaded without a type', () => {
  const type = { contentType: 'application/octet-stream' }

  test.each(['png', 'jpeg', 'webp'] as const)('is rendered when it is a %s', async (format) => {
    const picture = sharp({ create: { width: 64, height: 40, channels: 3, background: 'red' } })
    await service.from(bucket).upload(`bare-${format}`, await picture.toFormat(format).toBuffer(), type)
    const answer = await ask(`/render/image/public/${bucket}/bare-${format}?width=32&height=20&format=origin`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`])
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 32, height: 20 })
  })

  test.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '400'],
    ['half a picture', Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1'), '415'],
  ])('is refused when it is %s', async (name, content, statusCode) => {
    await service.from(bucket).upload(`bare ${name}`, content, type)
    const answer = await ask(`/render/image/public/${bucket}/bare%20${encodeURIComponent(name)}?width=32`)
    expect(await answer.json()).toMatchObject({ statusCode })
  })
})

test('information about an object has its ETag', async () => {
  const answer = await ask(`/object/info/public/${bucket}/m.txt`)
  const { etag } = (await answer.json()) as { etag: string }
  const read = await ask(`/object/public/${bucket}/m.txt`)
  expect(etag).toMatch(/^".+"$/)
  for (const name of ['etag', 'last-modified']) expect(answer.headers.get(name)).toBe(read.headers.get(name))
  expect(answer.headers.get('etag')).toBe(etag)
})

test('the service reports that it is up, and the version it matches', async () => {
  expect((await ask('/status')).status).toBe(200)
  expect(await (await ask('/version')).text()).toMatch(/^\d+\.\d+\.\d+$/)
})
