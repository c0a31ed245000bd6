import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend, SignedUp } from '#support/backend.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

/* Moving, copying and listing, as row-level security lets the caller. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp
let service: SupabaseClient['storage']

beforeAll(async () => {
  backend = await startStorageBackend()
  author = await backend.signUp()
  stranger = await backend.signUp()
  service = backend.serviceClient().storage
  for (const name of ['desk', 'shelf', 'closed']) await service.createBucket(name, { public: false })
  await service.createBucket('small', { public: false, fileSizeLimit: 4, allowedMimeTypes: ['text/plain'] })
  await backend.services.database.runScript(`
    create policy "all of one's own" on storage.objects for all to authenticated
      using (bucket_id in ('desk', 'shelf', 'small') and owner_id = (auth.uid())::text)
      with check (bucket_id in ('desk', 'shelf', 'small') and owner_id = (auth.uid())::text);
    create policy "desks are seen" on storage.objects for select to authenticated
      using (bucket_id = 'desk' and name like 'open/%')`)
})

afterAll(() => backend.close())

async function newObject(name = `${randomUUID()}.txt`, content = 'the content'): Promise<string> {
  const { error } = await author.client.storage
    .from('desk')
    .upload(name, content, { contentType: 'text/plain', cacheControl: '77', metadata: { from: 'me' } })
  expect(error).toBeNull()
  return name
}

const text = async (bucket: string, name: string) =>
  (await author.client.storage.from(bucket).download(name)).data?.text()

describe('moving', () => {
  test('changes an object’s name or bucket', async () => {
    const name = await newObject()
    const files = author.client.storage.from('desk')
    const before = (await fileKeys(backend.services)).length
    const { data: info } = await files.info(name)
    expect(await files.move(name, 'moved/here.txt')).toEqual({ data: { message: 'Successfully moved' }, error: null })
    expect(await files.move('moved/here.txt', 'there.txt', { destinationBucket: 'shelf' })).toMatchObject({
      error: null,
    })
    expect((await files.exists(name)).data).toBe(false)
    expect(await text('shelf', 'there.txt')).toBe('the content')
    expect((await author.client.storage.from('shelf').info('there.txt')).data).toMatchObject({
      id: info?.id,
      cacheControl: 'max-age=77',
      metadata: { from: 'me' },
    })
    expect(await fileKeys(backend.services)).toHaveLength(before)
  })

  test('refuses a taken place, a missing bucket, and a path that escapes', async () => {
    const [name, taken] = [await newObject(), await newObject()]
    const files = author.client.storage.from('desk')
    expect((await files.move(name, taken)).error).toMatchObject({ statusCode: '409' })
    expect((await files.move(name, 'x', { destinationBucket: 'nowhere' })).error).toMatchObject({
      message: 'Bucket not found',
    })
    expect((await files.move('not/there', 'x')).error).toMatchObject({ statusCode: '404', message: 'Object not found' })
    for (const path of ['../x', 'a//b', 'a\0b', 'x'.repeat(1_025)]) {
      expect((await files.move(name, path)).error).toMatchObject({ statusCode: '400' })
      expect((await files.copy(name, path)).error).toMatchObject({ statusCode: '400' })
    }
    expect(await text('desk', name)).toBe('the content')
  })

  test('refuses callers without rights to either place', async () => {
    const name = await newObject()
    const seen = await newObject(`open/${randomUUID()}`)
    const theirs = stranger.client.storage.from('desk')
    expect((await theirs.move(name, 'mine')).error).toMatchObject({ statusCode: '404' })
    expect((await theirs.move(seen, 'mine')).error).toMatchObject({ statusCode: '403' })
    expect(
      (await author.client.storage.from('desk').move(name, 'x', { destinationBucket: 'closed' })).error,
    ).toMatchObject({ statusCode: '403', message: 'new row violates row-level security policy' })
    expect(await text('desk', name)).toBe('the content')
  })

  test('refuses what the other bucket would reject', async () => {
    const files = author.client.storage.from('desk')
    const large = await newObject()
    expect((await files.move(large, 'x', { destinationBucket: 'small' })).error).toMatchObject({ statusCode: '413' })
    await files.upload('page.html', '<b>', { contentType: 'text/html' })
    expect((await files.move('page.html', 'x', { destinationBucket: 'small' })).error).toMatchObject({
      statusCode: '415',
    })
    const disguised = await files.copy('page.html', `x-${randomUUID()}`, {
      destinationBucket: 'demo-captures',
      copyMetadata: false,
      metadata: { mimetype: 'image/png' },
    })
    expect(disguised.error).toMatchObject({ message: 'The object is not an image' })
  })
})

describe('copying', () => {
  test('creates a second object with its own file', async () => {
    const name = await newObject()
    const files = author.client.storage.from('desk')
    expect(await files.copy(name, `${name}-2`)).toEqual({ data: { path: `desk/${name}-2` }, error: null })
    await files.copy(name, name, { destinationBucket: 'shelf' })
    await files.remove([name])
    expect(await text('desk', `${name}-2`)).toBe('the content')
    expect(await text('shelf', name)).toBe('the content')
    expect((await files.info(`${name}-2`)).data).toMatchObject({
      cacheControl: 'max-age=77',
      contentType: 'text/plain',
      metadata: { from: 'me' },
    })
  })

  test('sets other metadata on request', async () => {
    const name = await newObject()
    const files = author.client.storage.from('desk')
    await files.copy(name, `${name}-2`, { copyMetadata: false, metadata: { cacheControl: 'no-store' } })
    expect((await files.info(`${name}-2`)).data).toMatchObject({
      cacheControl: 'no-store',
      contentType: 'text/plain',
      metadata: {},
    })
  })

  test('makes the caller the owner; an invisible object is not found', async () => {
    const name = await newObject()
    const seen = await newObject(`open/${randomUUID()}`)
    const theirs = stranger.client.storage.from('desk')
    expect((await theirs.copy(name, 'mine')).error).toMatchObject({ statusCode: '404' })
    expect((await theirs.copy(seen, 'mine')).error).toBeNull()
    expect((await theirs.copy(seen, 'mine')).error).toMatchObject({ statusCode: '409' })
    expect((await theirs.download('mine')).error).toBeNull()
    expect((await theirs.copy(seen, 'x', { destinationBucket: 'closed' })).error).toMatchObject({ statusCode: '403' })
  })
})

describe('lists', () => {
  const names = ['list/a.txt', 'list/b/1.txt', 'list/b/2.txt', 'list/c.txt', 'list/Ä.txt', 'list/d/e/f.txt']

  beforeAll(async () => {
    for (const name of names) await newObject(name)
  })

  test('continue from a cursor to the end, in order', async () => {
    const files = author.client.storage.from('desk')
    const told: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await files.listV2({ prefix: 'list/', limit: 2, ...(cursor !== undefined && { cursor }) })
      told.push(...(data?.objects ?? []).map(({ name }) => name))
      expect(data?.folders).toEqual([])
      cursor = data?.hasNext === true ? data.nextCursor : undefined
    } while (cursor !== undefined)
    expect(told).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })

  test('group deeper objects into folders', async () => {
    const files = author.client.storage.from('desk')
    const first = await files.listV2({ prefix: 'list/', with_delimiter: true, limit: 3 })
    expect(first.data).toMatchObject({
      hasNext: true,
      folders: [{ key: 'b', name: 'list/b/' }],
      objects: [
        { key: 'a.txt', name: 'list/a.txt' },
        { key: 'c.txt', name: 'list/c.txt' },
      ],
    })
    const second = await files.listV2({ prefix: 'list/', with_delimiter: true, cursor: first.data!.nextCursor! })
    expect(second.data).toMatchObject({
      hasNext: false,
      folders: [{ key: 'd' }],
      objects: [{ key: 'Ä.txt' }],
    })
    expect(second.data?.objects[0]?.metadata).toMatchObject({ size: 11, mimetype: 'text/plain' })
  })

  test.each(['name', 'created_at', 'updated_at'] as const)('sort by %s, descending too', async (column) => {
    const files = author.client.storage.from('desk')
    const page = async (order: 'asc' | 'desc', cursor?: string) =>
      (
        await files.listV2({
          prefix: 'list/',
          limit: 4,
          sortBy: { column, order },
          ...(cursor !== undefined && { cursor }),
        })
      ).data
    const forwards = await page('asc')
    const rest = await page('asc', forwards?.nextCursor)
    const backwards = await page('desc')
    const rest2 = await page('desc', backwards?.nextCursor)
    const keys = [...(forwards?.objects ?? []), ...(rest?.objects ?? [])].map(({ key }) => key)
    expect(new Set(keys)).toEqual(new Set(names))
    expect([...(backwards?.objects ?? []), ...(rest2?.objects ?? [])].map(({ key }) => key)).toEqual(keys.toReversed())
  })

  test('contain only what the caller may see', async () => {
    const theirs = stranger.client.storage.from('desk')
    expect((await theirs.listV2({ prefix: 'list/' })).data).toEqual({ hasNext: false, folders: [], objects: [] })
    expect((await theirs.listV2({ prefix: 'list/', with_delimiter: true })).data?.folders).toEqual([])
    expect((await theirs.list('list')).data).toEqual([])
  })

  test('are paged, sorted, and searched', async () => {
    const files = author.client.storage.from('desk')
    const list = async (options: Parameters<typeof files.list>[1]) =>
      (await files.list('list', options)).data?.map(({ name }) => name)
    expect(await list({ limit: 2 })).toEqual(['b', 'd'])
    expect(await list({ limit: 2, offset: 2 })).toEqual(['a.txt', 'c.txt'])
    expect((await list({ sortBy: { column: 'created_at', order: 'desc' } }))?.slice(-3)).toEqual([
      'Ä.txt',
      'c.txt',
      'a.txt',
    ])
    expect(await list({ search: 'A' })).toEqual(['a.txt'])
  })

  test('refuse an invalid cursor', async () => {
    const { error } = await author.client.storage.from('desk').listV2({ cursor: 'x' })
    expect(error).toMatchObject({ message: 'The cursor is not one of ours' })
  })
})
