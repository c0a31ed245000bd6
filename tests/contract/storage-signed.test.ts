import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend, SignedUp } from '#support/backend.ts'
import { startStorageBackend } from '#support/storage-backend.ts'

/* URLs that carry their own permission: to read, to read a thumbnail, to upload. */

let backend: Backend
let author: SignedUp
let stranger: SignedUp
let service: SupabaseClient
const bucket = 'private'

beforeAll(async () => {
  backend = await startStorageBackend()
  author = await backend.signUp()
  stranger = await backend.signUp()
  service = backend.serviceClient()
  await service.storage.createBucket(bucket, { public: false })
  await backend.services.database.runScript(`
    create policy "one's own folder" on storage.objects for all to authenticated
      using (bucket_id = 'private' and (storage.foldername(name))[1] = (auth.uid())::text)
      with check (bucket_id = 'private' and (storage.foldername(name))[1] = (auth.uid())::text)`)
})

afterAll(() => backend.close())

function newPath(name = `${randomUUID()}.txt`): string {
  return `${author.user.id}/${name}`
}

async function newObject(path = newPath()): Promise<string> {
  expect((await author.client.storage.from(bucket).upload(path, 'the content')).error).toBeNull()
  return path
}

function open(address: string, init?: RequestInit): Promise<Response> {
  return Promise.resolve(backend.app.fetch(new Request(address, init)))
}

describe('to read', () => {
  test('lets anyone who has it read the object until it expires', async () => {
    const path = await newObject()
    const { data } = await author.client.storage.from(bucket).createSignedUrl(path, 60)
    const address = data?.signedUrl ?? ''
    expect(await (await open(address)).text()).toBe('the content')
    const part = await open(address, { headers: { range: 'bytes=4-' } })
    expect([part.status, await part.text()]).toEqual([206, 'content'])
    expect((await open(address, { method: 'HEAD' })).headers.get('content-length')).toBe('11')
    backend.passTime(61_000)
    const late = await open(address)
    expect([late.status, await late.json()]).toMatchObject([
      400,
      { statusCode: '400', error: 'InvalidJWT', message: '"exp" claim timestamp check failed' },
    ])
  })

  test.each(['Schritt 1 – ü.txt', 'what?.txt', 'a#b.txt', '100%.txt', 'a%3Fb.txt', 'a&b=c+d.txt'])(
    'a name like %s survives the address',
    async (name) => {
      const path = newPath(`${randomUUID()}/${name}`)
      // The client puts a path into a URL unescaped, which truncates some of these names; in a body it doesn't.
      const source = await newObject()
      expect((await author.client.storage.from(bucket).move(source, path)).error).toBeNull()
      const { data } = await author.client.storage.from(bucket).createSignedUrls([path], 60)
      expect(await (await open(data?.[0]?.signedUrl ?? '')).text()).toBe('the content')
    },
  )

  test('can be offered as a download', async () => {
    const path = await newObject()
    const { data } = await author.client.storage.from(bucket).createSignedUrl(path, 60, { download: 'mine.txt' })
    expect((await open(data?.signedUrl ?? '')).headers.get('content-disposition')).toContain('filename=mine.txt')
  })

  test('many are signed at once, and missing objects are named', async () => {
    const [one, two] = [await newObject(), await newObject()]
    const { data } = await author.client.storage.from(bucket).createSignedUrls([one, newPath(), two, '../x'], 60)
    const notThere = 'Either the object does not exist or you do not have access to it'
    expect(data?.map(({ error, path }) => [error, path === one || path === two])).toEqual([
      [null, true],
      [notThere, false],
      [null, true],
      [notThere, false],
    ])
    expect(await (await open(data?.[2]?.signedUrl ?? '')).text()).toBe('the content')
  })

  test('nobody can sign objects that they can’t read', async () => {
    const path = await newObject()
    for (const client of [stranger.client, backend.anonClient()]) {
      expect((await client.storage.from(bucket).createSignedUrl(path, 60)).error).toMatchObject({
        statusCode: '404',
        message: 'Object not found',
      })
      const many = await client.storage.from(bucket).createSignedUrls([path], 60)
      expect(many.data?.[0]).toMatchObject({ signedUrl: null })
    }
  })

  test.each([0, -1, 1.5, 10 ** 12])('a lifetime of %d is refused', async (seconds) => {
    const path = await newObject()
    const { error } = await author.client.storage.from(bucket).createSignedUrl(path, seconds)
    expect(error).toMatchObject({ statusCode: '400' })
  })

  test('altered tokens, those for another object, and other kinds are refused', async () => {
    const [path, other] = [await newObject(), await newObject()]
    const files = author.client.storage.from(bucket)
    const { data } = await files.createSignedUrl(path, 60)
    const address = data?.signedUrl ?? ''
    const said = async (changed: string) => ((await (await open(changed)).json()) as { error: string }).error
    expect(await said(address.replace(path, other))).toBe('InvalidSignature')
    const token = new URL(address).searchParams.get('token') ?? ''
    const [head, body, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, url: `${bucket}/${other}` })).toString('base64url')
    expect(await said(address.replace(path, other).replace(token, `${head}.${forged}.${signature}`))).toBe('InvalidJWT')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    expect(await said(address.replace(token, `${unsigned}.${body}.`))).toBe('InvalidJWT')
    expect(await said(address.replace(token, author.session.access_token))).toBe('InvalidJWT')
    expect(await said(address.replace(token, backend.services.config.serviceRoleKey))).toBe('InvalidJWT')
    const upload = await files.createSignedUploadUrl(newPath())
    expect(await said(address.replace(token, upload.data?.token ?? ''))).toBe('InvalidJWT')
    expect(await said(address.replace(`token=${token}`, ''))).toBe('invalid_request')
  })

  test('stops working once its signer may not read the object, original or resized', async () => {
    const member = await backend.signUp()
    await backend.services.database.runScript(`
      create table if not exists public.readers (id uuid primary key);
      grant select on public.readers to authenticated;
      insert into public.readers values ('${member.user.id}');
      create policy "readers" on storage.objects for select to authenticated
        using (bucket_id = 'private' and (storage.foldername(name))[1] = 'read'
          and exists (select from public.readers r where r.id = auth.uid()))`)
    const path = `read/${randomUUID()}.png`
    const picture = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await service.storage.from(bucket).upload(path, picture, { contentType: 'image/png' })
    const files = member.client.storage.from(bucket)
    const addresses = [
      (await files.createSignedUrl(path, 10 ** 9)).data?.signedUrl,
      (await files.createSignedUrl(path, 10 ** 9, { transform: { width: 10 } })).data?.signedUrl,
      (await files.createSignedUrls([path], 10 ** 9)).data?.[0]?.signedUrl,
    ]
    const byService = (await service.storage.from(bucket).createSignedUrl(path, 10 ** 9)).data?.signedUrl ?? ''
    const statuses = async () => Promise.all(addresses.map(async (address) => (await open(address ?? '')).status))
    await member.client.auth.signOut()
    expect(await statuses()).toEqual([200, 200, 200])
    await backend.services.database.runScript('delete from public.readers')
    expect(await statuses()).toEqual([400, 400, 400])
    expect((await open(byService)).status).toBe(200)
  })

  test('is invalid once the object is deleted', async () => {
    const path = await newObject()
    const { data } = await author.client.storage.from(bucket).createSignedUrl(path, 60)
    await author.client.storage.from(bucket).remove([path])
    expect(await (await open(data?.signedUrl ?? '')).json()).toMatchObject({ statusCode: '404' })
  })

  test('an image token is no session', async () => {
    const path = await newObject()
    const { data } = await author.client.storage.from(bucket).createSignedUrl(path, 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    const answer = await open(`http://understudy.test/rest/v1/demos`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
  })
})

describe('to see an image', () => {
  let path: string

  beforeAll(async () => {
    path = newPath('wide.png')
    const wide = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await author.client.storage.from(bucket).upload(path, wide, { contentType: 'image/png' })
  })

  test('in the signed size, and no other', async () => {
    const { data } = await author.client.storage
      .from(bucket)
      .createSignedUrl(path, 60, { transform: { width: 100, height: 100, resize: 'cover' } })
    const address = data?.signedUrl ?? ''
    expect(address).toContain('/storage/v1/render/image/sign/')
    for (const tail of ['', '&width=600', '&height=600']) {
      const answer = await open(address + tail)
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 100, height: 100 })
    }
    // The same token doesn't allow other transformations of the image.
    expect((await open(address.replace('token=', 'token=x'))).status).toBe(400)
  })

  test.each([
    [{ width: 100, resize: 'contain' as const }, 100, 50],
    [{ height: 100 }, 200, 100],
    [{ width: 100, height: 100, resize: 'fill' as const }, 100, 100],
  ])('by row-level security, as %o', async (transform, width, height) => {
    const { data } = await author.client.storage.from(bucket).download(path, { transform })
    expect(await sharp(await data!.arrayBuffer()).metadata()).toMatchObject({ width, height })
    expect((await stranger.client.storage.from(bucket).download(path, { transform })).error).not.toBeNull()
  })

  test('an odd size can not be signed', async () => {
    const { error } = await author.client.storage
      .from(bucket)
      .createSignedUrl(path, 60, { transform: { width: 99_999 } })
    expect(error).toMatchObject({ message: 'width must be a whole number from 1 to 4096' })
  })

  test('a file that is no image is not rendered', async () => {
    const { error } = await author.client.storage.from(bucket).download(await newObject(), { transform: { width: 10 } })
    expect(error).not.toBeNull()
  })
})

describe('to upload', () => {
  test('lets its holder upload once as its creator', async () => {
    const path = newPath()
    const { data } = await author.client.storage.from(bucket).createSignedUploadUrl(path)
    const files = backend.anonClient().storage.from(bucket)
    const sent = await files.uploadToSignedUrl(path, data?.token ?? '', new Blob(['sent']), { cacheControl: '60' })
    expect(sent).toMatchObject({ data: { path, fullPath: `${bucket}/${path}` }, error: null })
    expect(await (await author.client.storage.from(bucket).download(path)).data?.text()).toBe('sent')
    expect((await author.client.storage.from(bucket).info(path)).data).toMatchObject({ cacheControl: 'max-age=60' })
    const [row] = await backend.services.database.transaction('system', [
      { text: 'select owner_id from storage.objects where name = $1', values: [path] },
    ])
    expect(row?.rows[0]?.['owner_id']).toBe(author.user.id)
    expect((await files.uploadToSignedUrl(path, data?.token ?? '', 'again')).error).toMatchObject({ statusCode: '409' })
  })

  test('overwrites only if created for that', async () => {
    const path = await newObject()
    const files = author.client.storage.from(bucket)
    expect((await files.createSignedUploadUrl(path)).error).toMatchObject({ statusCode: '409' })
    const { data } = await files.createSignedUploadUrl(path, { upsert: true })
    const sent = await backend
      .anonClient()
      .storage.from(bucket)
      .uploadToSignedUrl(path, data?.token ?? '', 'newer')
    expect(sent.error).toBeNull()
    expect(await (await files.download(path)).data?.text()).toBe('newer')
  })

  test('not elsewhere, not later, not with another token, and only where its creator may write', async () => {
    const path = newPath()
    const { data } = await author.client.storage.from(bucket).createSignedUploadUrl(path)
    const files = backend.anonClient().storage.from(bucket)
    const token = data?.token ?? ''
    expect((await files.uploadToSignedUrl(newPath(), token, 'x')).error).toMatchObject({
      message: 'The url does not match the signature',
    })
    expect((await files.uploadToSignedUrl(path, `${token}x`, 'x')).error).toMatchObject({
      message: 'signature verification failed',
    })
    const read = await author.client.storage.from(bucket).createSignedUrl(await newObject(path), 60)
    await author.client.storage.from(bucket).remove([path])
    const readToken = new URL(read.data?.signedUrl ?? '').searchParams.get('token') ?? ''
    expect((await files.uploadToSignedUrl(path, readToken, 'x')).error).toMatchObject({ statusCode: '400' })
    expect((await stranger.client.storage.from(bucket).createSignedUploadUrl(path)).error).toMatchObject({
      statusCode: '403',
    })
    backend.passTime(2 * 60 * 60_000 + 1_000)
    expect((await files.uploadToSignedUrl(path, token, 'x')).error).toMatchObject({
      message: '"exp" claim timestamp check failed',
    })
  })

  test('no longer once its creator may not write there', async () => {
    const member = await backend.signUp()
    await backend.services.database.runScript(`
      create table if not exists public.trusted (id uuid primary key);
      grant select on public.trusted to authenticated;
      insert into public.trusted values ('${member.user.id}');
      create policy "trusted people" on storage.objects for all to authenticated
        using (bucket_id = 'private' and (storage.foldername(name))[1] = 'ours'
          and exists (select from public.trusted t where t.id = auth.uid()))
        with check (bucket_id = 'private' and (storage.foldername(name))[1] = 'ours'
          and exists (select from public.trusted t where t.id = auth.uid()))`)
    const [first = '', second = '', picture = ''] = ['first', 'second', 'picture'].map(() => `ours/${randomUUID()}.txt`)
    const files = member.client.storage.from(bucket)
    await files.upload(picture, 'as it was')
    const sign = async (path: string, upsert = false) =>
      (await files.createSignedUploadUrl(path, { upsert })).data?.token ?? ''
    const tokens = [await sign(first), await sign(second), await sign(picture, true)] as const
    const holder = backend.anonClient().storage.from(bucket)
    expect((await holder.uploadToSignedUrl(first, tokens[0], 'in time')).error).toBeNull()

    await backend.services.database.runScript('delete from public.trusted')
    const refused = { statusCode: '403' }
    expect((await holder.uploadToSignedUrl(second, tokens[1], 'too late')).error).toMatchObject(refused)
    expect((await holder.uploadToSignedUrl(picture, tokens[2], 'defaced')).error).toMatchObject(refused)
    expect(await (await service.storage.from(bucket).download(picture)).data?.text()).toBe('as it was')
    const resumable = await open('http://localhost/storage/v1/upload/resumable/sign', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'x-signature': tokens[1],
        'upload-length': '8',
        'upload-metadata': `bucketName ${btoa(bucket)},objectName ${btoa(second)}`,
      },
    })
    expect(resumable.status).toBe(403)
  })
})
