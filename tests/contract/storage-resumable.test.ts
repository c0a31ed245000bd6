import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sweepStorage } from '#backend/storage/sweep.ts'
import type { Backend, SignedUp } from '#support/backend.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

/*
 * Resumable uploads (TUS 1.0.0) with the real tus-js-client over a socket, and the protocol's rules request by request.
 */

let backend: Backend
let server: Server
let address: string
let author: SignedUp
let stranger: SignedUp
let service: SupabaseClient['storage']

const bucket = 'videos'
const mebi = 1024 * 1024

beforeAll(async () => {
  backend = await startStorageBackend()
  server = createServer(getRequestListener(backend.app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1/upload/resumable`
  author = await backend.signUp()
  stranger = await backend.signUp()
  service = backend.serviceClient().storage
  await service.createBucket(bucket, { public: true, fileSizeLimit: 40 * mebi })
  await backend.services.database.runScript(`
    create policy "one's own" on storage.objects for all to authenticated
      using (bucket_id = 'videos' and owner_id = (auth.uid())::text)
      with check (bucket_id = 'videos' and owner_id = (auth.uid())::text)`)
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  await backend.close()
})

interface Sending {
  readonly content: Buffer
  readonly name?: string
  readonly to?: string
  readonly headers?: Record<string, string>
  readonly metadata?: Record<string, string>
  readonly options?: UploadOptions
}

function bearer(account: SignedUp = author): Record<string, string> {
  return { authorization: `Bearer ${account.session.access_token}` }
}

/** A client configured as in Supabase's documentation; resolves when the upload is complete. */
function send(sending: Sending): { readonly upload: Upload; readonly done: Promise<void> } {
  const { content, name = `${randomUUID()}.bin`, to = bucket, headers = bearer(), metadata, options } = sending
  let upload!: Upload
  const done = new Promise<void>((resolve, reject) => {
    upload = new Upload(content, {
      endpoint: address,
      chunkSize: 6 * mebi,
      headers,
      retryDelays: null,
      metadata: { bucketName: to, objectName: name, contentType: 'video/mp4', cacheControl: '3600', ...metadata },
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    })
    upload.start()
  })
  return { upload, done }
}

async function stored(name: string): Promise<Buffer> {
  const { data } = await author.client.storage.from(bucket).download(name)
  return Buffer.from(await data!.arrayBuffer())
}

/** One request of the protocol. */
async function tus(method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) {
  return fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...bearer(), ...headers },
    ...(body !== undefined && { body: new Uint8Array(body) }),
  })
}

function metadataOf(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

async function begin(length: number, name = `${randomUUID()}.bin`, headers: Record<string, string> = {}) {
  const answer = await tus('POST', address, {
    'upload-length': String(length),
    'upload-metadata': metadataOf({ bucketName: bucket, objectName: name, contentType: 'video/mp4' }),
    ...headers,
  })
  return { answer, name, url: new URL(answer.headers.get('location') ?? '/', address).href }
}

const octets = { 'content-type': 'application/offset+octet-stream' }

function append(url: string, offset: number, body: Buffer, headers: Record<string, string> = {}) {
  return tus('PATCH', url, { ...octets, 'upload-offset': String(offset), ...headers }, body)
}

describe('with tus-js-client', () => {
  test.each([0, 1, 3 * mebi, 6 * mebi, 12 * mebi, 13 * mebi + 7])('%d bytes arrive whole', async (size) => {
    const content = randomBytes(size)
    const name = `${randomUUID()}.bin`
    const before = await fileKeys(backend.services)
    await send({ content, name, metadata: { metadata: '{"from":"me"}' } }).done
    expect((await stored(name)).equals(content)).toBe(true)
    const { data } = await author.client.storage.from(bucket).info(name)
    expect(data).toMatchObject({
      size,
      contentType: 'video/mp4',
      cacheControl: 'max-age=3600',
      metadata: { from: 'me' },
    })
    expect(await fileKeys(backend.services)).toHaveLength(before.length + 1)
  })

  test('in one request, in small pieces, with a deferred length', async () => {
    const content = randomBytes(9 * mebi)
    for (const options of [
      { chunkSize: Number.POSITIVE_INFINITY },
      { chunkSize: mebi },
      { uploadDataDuringCreation: true },
      { overridePatchMethod: true },
    ]) {
      const name = `${randomUUID()}.bin`
      await send({ content, name, options }).done
      expect((await stored(name)).equals(content)).toBe(true)
    }
  })

  test('resumes where it was interrupted, and sends only what is missing', async () => {
    const content = randomBytes(20 * mebi)
    const name = `${randomUUID()}.bin`
    const retryDelays = Array.from({ length: 40 }, () => 200)
    let url: string | null = null
    for (const reached of [5, 10, 15]) {
      url = await new Promise<string | null>((resolve, reject) => {
        const { upload } = send({
          content,
          name,
          options: {
            uploadUrl: url,
            retryDelays,
            chunkSize: Number.POSITIVE_INFINITY,
            onError: reject,
            onProgress: (sent) => {
              if (sent >= reached * mebi) void upload.abort().then(() => resolve(upload.url))
            },
          },
        })
      })
    }
    const sent: number[] = []
    const onProgress = (bytes: number): void => void sent.push(bytes)
    await send({ content, name, options: { uploadUrl: url, retryDelays, onProgress } }).done
    expect(Math.min(...sent)).toBeGreaterThan(5 * mebi)
    expect((await stored(name)).equals(content)).toBe(true)
  })

  test('overwrites only on request', async () => {
    const name = `${randomUUID()}.bin`
    await send({ content: Buffer.from('one'), name }).done
    const refused = (await send({ content: Buffer.from('two'), name }).done.catch(
      (error: unknown) => error,
    )) as DetailedError
    expect(refused.originalResponse?.getStatus()).toBe(409)
    expect(refused.originalResponse?.getBody()).toContain('The resource already exists')
    await send({ content: Buffer.from('two'), name, headers: { ...bearer(), 'x-upsert': 'true' } }).done
    expect((await stored(name)).toString()).toBe('two')
  })

  test('with the token of a signed upload, without an account', async () => {
    const name = `${randomUUID()}.bin`
    const { data } = await author.client.storage.from(bucket).createSignedUploadUrl(name)
    const signed = { headers: { 'x-signature': data?.token ?? '' }, options: { endpoint: `${address}/sign` } }
    const content = randomBytes(7 * mebi)
    const other = send({ content, name: 'other.bin', ...signed }).done
    await expect(other).rejects.toThrow('403')
    await send({ content, name, ...signed }).done
    expect((await stored(name)).equals(content)).toBe(true)
    await expect(send({ content, name, headers: {}, options: signed.options }).done).rejects.toThrow('400')
  })

  test('an image is decoded and re-encoded; anything else is refused', async () => {
    const { data } = await author.client.from('workspaces').select('id').single()
    const name = `${String(data?.id)}/a/${randomUUID()}.png`
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
    const metadata = { contentType: 'image/png' }
    await send({ content: polyglot, name, to: 'demo-captures', metadata }).done
    const answer = await backend.app.request(`/storage/v1/object/public/demo-captures/${name}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 30, format: 'png' })
    expect(bytes.includes('alert')).toBe(false)

    const before = await fileKeys(backend.services)
    const page = Buffer.from('<!doctype html>')
    const refused = send({ content: page, name: `${name}.2`, to: 'demo-captures', metadata }).done
    await expect(refused).rejects.toThrow('not a PNG, JPEG, WebP, AVIF or GIF image')
    await sweepStorage(backend.backendServices)
    expect((await fileKeys(backend.services)).filter((key) => !before.includes(key))).toEqual([])
  })
})

describe('the protocol', () => {
  test('OPTIONS lists the capabilities', async () => {
    const answer = await fetch(address, { method: 'OPTIONS' })
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum',
      'tus-max-size': String(50 * mebi),
      'tus-checksum-algorithm': 'md5,sha1,sha256',
    })
    const browser = await fetch(address, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'PATCH' },
    })
    expect(browser.headers.get('access-control-allow-headers')).toContain('upload-offset')
  })

  test('HEAD says how much is on the disk', async () => {
    const { answer, url, name } = await begin(10)
    expect([answer.status, answer.headers.get('upload-expires')]).toEqual([201, expect.stringMatching(/GMT$/)])
    const head = await tus('HEAD', url)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'upload-offset': '0',
      'upload-length': '10',
      'cache-control': 'no-store',
      'upload-metadata': metadataOf({ bucketName: bucket, objectName: name, contentType: 'video/mp4' }),
    })
    const patched = await append(url, 0, Buffer.from('0123'))
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '4'])
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('4')
    expect((await append(url, 4, Buffer.from('456789'))).status).toBe(204)
    expect((await stored(name)).toString()).toBe('0123456789')
    // A client that missed the last answer learns that everything arrived.
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('10')
    expect((await append(url, 10, Buffer.alloc(0))).status).toBe(403)
  })

  test('a deferred length is binding', async () => {
    const name = `${randomUUID()}.bin`
    const metadata = metadataOf({ bucketName: bucket, objectName: name })
    const answer = await tus('POST', address, { 'upload-defer-length': '1', 'upload-metadata': metadata })
    const url = new URL(answer.headers.get('location') ?? '', address).href
    await append(url, 0, Buffer.from('abc'))
    expect((await tus('HEAD', url)).headers.get('upload-defer-length')).toBe('1')
    expect((await append(url, 3, Buffer.from('de'), { 'upload-length': '5' })).status).toBe(204)
    expect((await stored(name)).toString()).toBe('abcde')
  })

  test('a checksum is all or nothing', async () => {
    const { url, name } = await begin(7 * mebi)
    const content = randomBytes(7 * mebi)
    const sum = (algorithm: string, bytes: Buffer) => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
    })
    expect((await append(url, 0, content, sum('sha1', Buffer.from('other')))).status).toBe(460)
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('0')
    expect((await append(url, 0, content, { 'upload-checksum': 'crc7 AA==' })).status).toBe(400)
    expect((await append(url, 0, content.subarray(0, 100), sum('md5', content.subarray(0, 100)))).status).toBe(204)
    expect((await append(url, 100, content.subarray(100), sum('sha256', content.subarray(100)))).status).toBe(204)
    expect((await stored(name)).equals(content)).toBe(true)
  })

  test('two requests never write at once', async () => {
    const { url, name } = await begin(8 * mebi)
    const content = randomBytes(8 * mebi)
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => append(url, 0, content)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.every((status) => [204, 403, 409, 423].includes(status))).toBe(true)
    expect((await stored(name)).equals(content)).toBe(true)
  })

  test.each([
    [
      'another version',
      412,
      (url: string) => tus('PATCH', url, { ...octets, 'upload-offset': '0', 'tus-resumable': '0.2' }),
    ],
    ['another type', 415, (url: string) => append(url, 0, Buffer.from('x'), { 'content-type': 'text/plain' })],
    ['an offset that is not where it stands', 409, (url: string) => append(url, 5, Buffer.from('x'))],
    ['no number for an offset', 400, (url: string) => append(url, Number.NaN, Buffer.from('x'))],
    ['more than its length', 413, (url: string) => append(url, 0, Buffer.from('0123456789a'))],
    ['another length', 400, (url: string) => append(url, 0, Buffer.from('x'), { 'upload-length': '11' })],
    ['one that is not there', 404, (url: string) => append(url.replace(/[^/]+$/, randomUUID()), 0, Buffer.from('x'))],
    ['no id at all', 404, (url: string) => append(url.replace(/[^/]+$/, 'x'), 0, Buffer.from('x'))],
  ])('%s is refused', async (_, status, request) => {
    const { url } = await begin(10)
    expect((await request(url)).status).toBe(status)
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  test.each([
    ['no length', 400, { 'upload-length': '' }],
    ['no number for a length', 400, { 'upload-length': '-1' }],
    ['more than the bucket takes', 413, { 'upload-length': String(41 * mebi) }],
    ['no bucket', 400, { 'upload-metadata': metadataOf({ objectName: 'x' }) }],
    ['a bucket that is not there', 404, { 'upload-metadata': metadataOf({ bucketName: 'no', objectName: 'x' }) }],
    ['a way up', 400, { 'upload-metadata': metadataOf({ bucketName: bucket, objectName: '../x' }) }],
    ['a null character', 400, { 'upload-metadata': metadataOf({ bucketName: bucket, objectName: 'a\0b' }) }],
    ['a name too long', 400, { 'upload-metadata': metadataOf({ bucketName: bucket, objectName: 'x'.repeat(1025) }) }],
    [
      'metadata that is no JSON',
      400,
      { 'upload-metadata': metadataOf({ bucketName: bucket, objectName: 'x', metadata: '{' }) },
    ],
    [
      'a type the bucket does not take',
      415,
      { 'upload-metadata': metadataOf({ bucketName: 'demo-captures', objectName: 'x', contentType: 'text/html' }) },
    ],
  ])('%s is refused at the beginning', async (_, status, headers) => {
    expect((await begin(10, 'x', headers)).answer.status).toBe(status)
  })

  test('other users can neither start, see nor change one', async () => {
    const { url } = await begin(10)
    const theirs = bearer(stranger)
    const nobody = { authorization: `Bearer ${backend.services.config.anonKey}` }
    for (const headers of [theirs, nobody]) {
      expect((await tus('HEAD', url, headers)).status).toBe(404)
      expect((await append(url, 0, Buffer.from('x'), headers)).status).toBe(404)
      expect((await tus('DELETE', url, headers)).status).toBe(404)
    }
    expect((await begin(10, 'x', nobody)).answer.status).toBe(403)
    expect((await begin(10, 'x', { authorization: 'Bearer nonsense' })).answer.status).toBe(403)
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('0')
  })

  test('a user who lost write access by the end gets no object', async () => {
    const { url, name } = await begin(10)
    await backend.services.database.runScript(
      `create policy "not now" on storage.objects as restrictive for insert to authenticated with check (name <> '${name}')`,
    )
    expect((await append(url, 0, Buffer.from('0123456789'))).status).toBe(403)
    expect((await author.client.storage.from(bucket).exists(name)).data).toBe(false)
    expect((await tus('HEAD', url)).status).toBe(404)
  })

  test('can be cancelled, and leaves nothing', async () => {
    const before = await fileKeys(backend.services)
    const { url } = await begin(20 * mebi)
    await append(url, 0, randomBytes(8 * mebi))
    expect((await tus('DELETE', url)).status).toBe(204)
    expect((await tus('HEAD', url)).status).toBe(404)
    await sweepStorage(backend.backendServices)
    expect((await fileKeys(backend.services)).filter((key) => !before.includes(key))).toEqual([])
  })

  test('an unfinished one expires after a day, and leaves nothing', async () => {
    const before = await fileKeys(backend.services)
    const { url } = await begin(20 * mebi)
    await append(url, 0, randomBytes(8 * mebi))
    // An earlier sweep keeps it.
    backend.passTime(3 * 60 * 60_000)
    author = { ...author, session: (await author.client.auth.refreshSession()).data.session! }
    await sweepStorage(backend.backendServices)
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe(String(8 * mebi))
    backend.passTime(22 * 60 * 60_000)
    author = { ...author, session: (await author.client.auth.refreshSession()).data.session! }
    expect((await tus('HEAD', url)).status).toBe(410)
    await sweepStorage(backend.backendServices)
    expect((await tus('HEAD', url)).status).toBe(404)
    expect(await fileKeys(backend.services)).toEqual(before)
  })
})
