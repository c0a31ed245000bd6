import { randomUUID } from 'node:crypto'

import { StorageApiError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend } from '#support/backend.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

/* Buckets: what the service role may do, what others may not, and the errors. */

let backend: Backend
let service: SupabaseClient['storage']

beforeAll(async () => {
  backend = await startStorageBackend()
  service = backend.serviceClient().storage
})

afterAll(() => backend.close())

async function newBucket(options: Parameters<typeof service.createBucket>[1] = { public: false }): Promise<string> {
  const name = `bucket-${randomUUID()}`
  const { error } = await service.createBucket(name, options)
  expect(error).toBeNull()
  return name
}

test('a bucket is created, read, updated and deleted', async () => {
  const name = `team files-${randomUUID()}`
  const made = await service.createBucket(name, {
    public: true,
    fileSizeLimit: '20mb',
    allowedMimeTypes: ['image/png', 'text/*'],
  })
  expect(made).toEqual({ data: { name }, error: null })
  const { data } = await service.getBucket(name)
  expect(data).toMatchObject({
    id: name,
    name,
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/png', 'text/*'],
  })
  expect(new Date(String(data?.created_at)).getTime()).toBeGreaterThan(0)

  const changed = await service.updateBucket(name, { public: false, fileSizeLimit: 5, allowedMimeTypes: null })
  expect(changed).toEqual({ data: { message: 'Successfully updated' }, error: null })
  expect((await service.getBucket(name)).data).toMatchObject({
    public: false,
    file_size_limit: 5,
    allowed_mime_types: null,
  })
  // Fields missing from an update stay.
  await service.updateBucket(name, { public: true })
  expect((await service.getBucket(name)).data).toMatchObject({ public: true, file_size_limit: 5 })

  expect(await service.deleteBucket(name)).toEqual({ data: { message: 'Successfully deleted' }, error: null })
  expect((await service.getBucket(name)).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
})

test('buckets are listed in pages, searched and sorted', async () => {
  const word = randomUUID().slice(0, 8)
  for (const [index, letter] of ['b', 'a', 'c'].entries()) {
    const name = `${letter}-${word}`
    await service.createBucket(name, { public: false })
    // Two could be made within a clock's tick.
    await backend.services.database.transaction('system', [
      { text: 'update storage.buckets set created_at = $2 where id = $1', values: [name, new Date(index)] },
    ])
  }
  const names = async (options: Parameters<typeof service.listBuckets>[0]) =>
    (await service.listBuckets(options)).data?.map(({ name }) => name[0]).join('')
  expect(await names({ search: word })).toBe('abc')
  expect(await names({ search: word.toUpperCase(), sortColumn: 'name', sortOrder: 'desc' })).toBe('cba')
  expect(await names({ search: word, limit: 1, offset: 1 })).toBe('b')
  expect(await names({ search: word, sortColumn: 'created_at' })).toBe('bac')
  expect((await service.listBuckets()).data?.map(({ name }) => name)).toContain('demo-captures')
})

test('a bucket is deleted only after it was emptied', async () => {
  const name = await newBucket({ public: true })
  for (const path of ['a.txt', 'deep/er/b.txt']) await service.from(name).upload(path, 'text')
  expect((await service.deleteBucket(name)).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  const files = (await fileKeys(backend.services)).length
  // Supabase's wording, although our bucket is already empty by then.
  const message = 'Empty bucket has been queued. Completion may take up to an hour.'
  expect(await service.emptyBucket(name)).toEqual({ data: { message }, error: null })
  expect((await service.from(name).list()).data).toEqual([])
  expect(await fileKeys(backend.services)).toHaveLength(files - 2)
  expect((await service.deleteBucket(name)).error).toBeNull()
})

test.each([
  [() => service.getBucket('nowhere')],
  [() => service.updateBucket('nowhere', { public: true })],
  [() => service.emptyBucket('nowhere')],
  [() => service.deleteBucket('nowhere')],
])('what is not there is not found (%#)', async (call) => {
  const { error } = await call()
  expect(error).toBeInstanceOf(StorageApiError)
  expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' })
})

test.each([
  ['a name with a slash', { name: 'a/b' }, 'Bucket name invalid'],
  ['a name of spaces', { name: '  ' }, 'Bucket name invalid'],
  ['a name that leads up', { name: '..' }, 'Bucket name invalid'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'Bucket name invalid'],
  ['no name', {}, 'A bucket needs a name'],
  ['a size nobody can read', { name: 'x', file_size_limit: 'big' }, 'Invalid file size format, hint: use 20GB'],
  ['more than the server takes', { name: 'x', file_size_limit: '1gb' }, 'The object exceeded the maximum allowed size'],
  ['a type that is none', { name: 'x', allowed_mime_types: ['picture'] }, 'mime type picture is invalid'],
])('%s is refused', async (_, body, message) => {
  const answer = await backend.app.request('/storage/v1/bucket', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${backend.services.config.serviceRoleKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(400)
  expect((await answer.json()) as object).toMatchObject({ message: expect.stringContaining(message) as string })
})

test('a name that is taken is refused', async () => {
  const name = await newBucket()
  expect((await service.createBucket(name, { public: false })).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  })
})

describe('without the service role', () => {
  test('buckets can be neither seen nor changed', async () => {
    const name = await newBucket()
    const { client } = await backend.signUp()
    for (const { storage } of [client, backend.anonClient()]) {
      expect((await storage.listBuckets()).data).toEqual([])
      expect((await storage.createBucket(`b-${randomUUID()}`, { public: true })).error).toMatchObject({
        statusCode: '403',
        message: 'new row violates row-level security policy',
      })
      for (const call of [
        storage.getBucket(name),
        storage.updateBucket(name, { public: true }),
        storage.emptyBucket(name),
        storage.deleteBucket(name),
      ]) {
        expect((await call).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
      }
    }
    expect((await service.getBucket(name)).data).toMatchObject({ public: false })
  })

  test('a policy grants access', async () => {
    const name = await newBucket()
    const { client } = await backend.signUp()
    await backend.services.database.runScript(
      `create policy "${name}" on storage.buckets for select to authenticated using (id = '${name}')`,
    )
    expect((await client.storage.listBuckets()).data?.map((each) => each.name)).toEqual([name])
    // Visible, but neither changed nor removed.
    expect((await client.storage.updateBucket(name, { public: true })).error).toMatchObject({ statusCode: '403' })
    expect((await client.storage.deleteBucket(name)).error).toMatchObject({ statusCode: '403' })
  })
})

describe('a bucket accepts', () => {
  test('nothing larger than its limit', async () => {
    const name = await newBucket({ public: true, fileSizeLimit: 10 })
    expect((await service.from(name).upload('a.txt', '0123456789')).error).toBeNull()
    expect((await service.from(name).upload('b.txt', '0123456789a')).error).toMatchObject({ statusCode: '413' })
  })

  test('only its types', async () => {
    const name = await newBucket({ public: true, allowedMimeTypes: ['text/*', 'application/pdf'] })
    const upload = (contentType: string) => service.from(name).upload(randomUUID(), 'x', { contentType })
    expect((await upload('text/markdown;charset=utf-8')).error).toBeNull()
    expect((await upload('application/pdf')).error).toBeNull()
    expect((await upload('application/zip')).error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/zip is not supported',
    })
  })
})
