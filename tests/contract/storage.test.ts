import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { StorageApiError } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend, SignedUp } from '#support/backend.ts'
import { fileKeys, startStorageBackend } from '#support/storage-backend.ts'

let backend: Backend
let author: SignedUp
let workspaceId: string
let png: Uint8Array

const bucket = 'demo-captures'

beforeAll(async () => {
  backend = await startStorageBackend()
  author = await backend.signUp()
  workspaceId = await workspaceOf(author)
  png = await picture('png')
})

afterAll(() => backend.close())

async function workspaceOf(account: SignedUp): Promise<string> {
  const [found] = await backend.services.database.transaction('system', [
    { text: 'select workspace_id from public.workspace_members where user_id = $1::uuid', values: [account.user.id] },
  ])
  return String(found?.rows[0]?.['workspace_id'])
}

async function picture(format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', width = 64): Promise<Uint8Array> {
  const image = sharp({ create: { width, height: 40, channels: 3, background: '#5b3df5' } })
  return new Uint8Array(
    await image
      .toFormat(format)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer(),
  )
}

function newPath(ending = 'png'): string {
  return `${workspaceId}/${randomUUID()}/${randomUUID()}.${ending}`
}

/** The public bytes of an object, as a stranger gets them. */
function readPublic(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return Promise.resolve(backend.app.request(`/storage/v1/object/public/${bucket}/${path}`, { headers }))
}

describe('upload', () => {
  test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('stores a %s image without metadata', async (format) => {
    const path = newPath(format)
    const { data, error } = await author.client.storage
      .from(bucket)
      .upload(path, await picture(format), { contentType: `image/${format}`, cacheControl: '86400' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path, fullPath: `${bucket}/${path}` })

    const answer = await readPublic(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    expect(answer.headers.get('cache-control')).toBe('max-age=86400')
    const stored = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(stored).metadata()).toMatchObject({ width: 64, height: 40 })
    expect(stored.includes('secret place')).toBe(false)
  })

  test('accepts a form with a Blob, as browsers send it', async () => {
    const path = newPath()
    const { error } = await author.client.storage
      .from(bucket)
      .upload(path, new Blob([new Uint8Array(png)], { type: 'image/png' }), { metadata: { from: 'a test' } })
    expect(error).toBeNull()
    const info = await author.client.storage.from(bucket).info(path)
    expect(info.data).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      metadata: { from: 'a test' },
    })
  })

  test('refuses a taken path, unless it may overwrite', async () => {
    const path = newPath()
    const files = author.client.storage.from(bucket)
    await files.upload(path, png, { contentType: 'image/png' })
    const again = await files.upload(path, png, { contentType: 'image/png' })
    expect(again.error).toBeInstanceOf(StorageApiError)
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })

    const before = (await fileKeys(backend.services)).length
    const wider = await picture('png', 80)
    expect((await files.upload(path, wider, { contentType: 'image/png', upsert: true })).error).toBeNull()
    expect((await files.update(path, wider, { contentType: 'image/png' })).error).toBeNull()
    const stored = Buffer.from(await (await readPublic(path)).arrayBuffer())
    expect(await sharp(stored).metadata()).toMatchObject({ width: 80 })
    expect(await fileKeys(backend.services)).toHaveLength(before)
  })

  test('refuses another workspace’s folder', async () => {
    const stranger = await backend.signUp()
    const before = (await fileKeys(backend.services)).length
    for (const path of [newPath(), 'sample/1.png', 'nowhere.png']) {
      const { error } = await stranger.client.storage.from(bucket).upload(path, png, { contentType: 'image/png' })
      expect(error).toMatchObject({ statusCode: '403', message: 'new row violates row-level security policy' })
    }
    expect(await fileKeys(backend.services)).toHaveLength(before)
  })

  test('lets no other user replace or remove an object', async () => {
    const path = newPath()
    await author.client.storage.from(bucket).upload(path, png, { contentType: 'image/png' })
    const stranger = await backend.signUp()
    const replaced = await stranger.client.storage
      .from(bucket)
      .upload(path, png, { contentType: 'image/png', upsert: true })
    expect(replaced.error).toMatchObject({ statusCode: '403' })
    expect((await stranger.client.storage.from(bucket).remove([path])).data).toEqual([])
    expect((await readPublic(path)).status).toBe(200)
  })

  test('refuses anonymous callers and expired sessions', async () => {
    const anonymous = await backend
      .anonClient()
      .storage.from(bucket)
      .upload(newPath(), png, { contentType: 'image/png' })
    expect(anonymous.error).toMatchObject({ statusCode: '403' })
    const answer = await backend.app.request(`/storage/v1/object/${bucket}/${newPath()}`, {
      method: 'POST',
      headers: { authorization: 'Bearer nonsense', 'content-type': 'image/png' },
      body: new Uint8Array(png),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { statusCode: '403', error: 'Unauthorized' }])
  })

  test('refuses a missing bucket', async () => {
    const { error } = await author.client.storage.from('nowhere').upload(newPath(), png, { contentType: 'image/png' })
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })

  test('refuses 40 MB, declared or not', async () => {
    const path = newPath()
    const { error } = await author.client.storage
      .from(bucket)
      .upload(path, new Uint8Array(40 * 1024 * 1024), { contentType: 'image/png' })
    expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' })

    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1024 * 1024
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const answer = await backend.app.request(`/storage/v1/object/${bucket}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.session.access_token}`, 'content-type': 'image/png' },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(await answer.json()).toMatchObject({ statusCode: '413' })
    expect(sent).toBeLessThan(30 * 1024 * 1024)
    expect((await readPublic(path)).status).toBe(400)
  })
})

describe('hostile uploads', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const html = '<!doctype html><script>alert(1)</script>'

  const cases: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array, string])[] = [
    ['a picture cut short', async () => (await noise()).subarray(0, 5_000), 'The image is broken and cannot be read'],
    ['a PNG signature and nothing else', () => png.subarray(0, 8), 'The image is broken and cannot be read'],
    ['SVG named PNG', () => Buffer.from(svg), 'The file is not a PNG, JPEG, WebP, AVIF or GIF image'],
    ['HTML named PNG', () => Buffer.from(html), 'The file is not a PNG, JPEG, WebP, AVIF or GIF image'],
    ['a PDF named PNG', () => Buffer.from('%PDF-1.7\n'), 'The file is not a PNG, JPEG, WebP, AVIF or GIF image'],
    ['nothing', () => new Uint8Array(0), 'The file is not a PNG, JPEG, WebP, AVIF or GIF image'],
    [
      'noise behind a JPEG signature',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(5_000)]),
      'The image is broken and cannot be read',
    ],
    ['a small file of 900 million pixels', () => bomb(), 'The image has more than 50 million pixels'],
    ['a small AVIF that needs a gigabyte', () => largeAvif(), 'The image has more than 16 million pixels'],
  ]

  test.each(cases)('%s is refused at once and not stored', async (_, make, message) => {
    const content = await make()
    const before = (await fileKeys(backend.services)).length
    const path = newPath()
    const begun = performance.now()
    const { error } = await author.client.storage.from(bucket).upload(path, content, { contentType: 'image/png' })
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(error).toBeInstanceOf(StorageApiError)
    expect(error).toMatchObject({ statusCode: '415', message })
    expect(await fileKeys(backend.services)).toHaveLength(before)
  })

  test.each(['image/svg+xml', 'text/html', 'application/octet-stream'])('type %s is refused', async (contentType) => {
    const { error } = await author.client.storage.from(bucket).upload(newPath('svg'), Buffer.from(svg), { contentType })
    expect(error).toMatchObject({ statusCode: '415', message: `mime type ${contentType} is not supported` })
  })

  test('data hidden behind an image is not stored with it', async () => {
    const path = newPath()
    const polyglot = Buffer.concat([png, Buffer.from(html)])
    expect(
      (await author.client.storage.from(bucket).upload(path, polyglot, { contentType: 'image/png' })).error,
    ).toBeNull()
    const stored = Buffer.from(await (await readPublic(path)).arrayBuffer())
    expect(stored.includes('alert(1)')).toBe(false)
  })

  test.each([
    ['a way up', '%2e%2e%2f%2e%2e%2fsecret.png'],
    ['a way up in the middle', 'x%2f..%2f..%2fsecret.png'],
    ['a null character', 'a%00.png'],
    ['a control character', 'a%0a.png'],
    ['a backslash', '..%5csecret.png'],
    ['an empty part', 'a%2f%2fb.png'],
    ['half a character', 'a%e2%82.png'],
  ])('a path with %s is refused', async (_, tail) => {
    const answer = await backend.app.request(`/storage/v1/object/${bucket}/${workspaceId}/${tail}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.session.access_token}`, 'content-type': 'image/png' },
      body: new Uint8Array(png),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'InvalidKey', statusCode: '400' }])
  })

  test('two spellings of a name are one object', async () => {
    const folder = `${workspaceId}/${randomUUID()}`
    const files = author.client.storage.from(bucket)
    await files.upload(`${folder}/caf\u0065\u0301.png`, png, { contentType: 'image/png' })
    expect((await readPublic(encodeURI(`${folder}/caf\u00e9.png`))).status).toBe(200)
  })

  async function noise(): Promise<Uint8Array> {
    return sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
      .png()
      .toBuffer()
  }

  async function largeAvif(): Promise<Uint8Array> {
    return sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: 'red' } })
      .avif({ effort: 0 })
      .toBuffer()
  }

  /** A header that claims 30,000 by 30,000 pixels; matching data would compress a thousandfold. */
  function bomb(): Uint8Array {
    const content = Buffer.from(png)
    content.writeUInt32BE(30_000, 16)
    content.writeUInt32BE(30_000, 20)
    content.writeUInt32BE(crc32(content.subarray(12, 29)), 29)
    return content
  }
})

describe('reading', () => {
  let path: string
  let stored: Buffer

  beforeAll(async () => {
    path = newPath()
    await author.client.storage.from(bucket).upload(path, png, { contentType: 'image/png' })
    stored = Buffer.from(await (await readPublic(path)).arrayBuffer())
  })

  test('sends the headers a browser needs', async () => {
    const { headers } = await readPublic(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(stored.byteLength),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'none',
      'access-control-allow-origin': '*',
      'content-security-policy': `default-src 'none'; sandbox`,
    })
    expect(headers.get('last-modified')).toMatch(/GMT$/)
  })

  test('answers 304 when nothing changed', async () => {
    const eTag = (await readPublic(path)).headers.get('etag') ?? ''
    expect(eTag).toBe(`"${createHash('sha256').update(stored).digest('hex').slice(0, 32)}"`)
    expect((await readPublic(path, { 'if-none-match': eTag })).status).toBe(304)
    expect((await readPublic(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('serves ranges', async () => {
    const part = await readPublic(path, { range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${stored.byteLength}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(stored.subarray(10, 20))
    const end = await readPublic(path, { range: 'bytes=-5' })
    expect(Buffer.from(await end.arrayBuffer())).toEqual(stored.subarray(-5))
    const beyond = await readPublic(path, { range: 'bytes=999999-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${stored.byteLength}`])
  })

  test('offers it as a download under another name', async () => {
    const { data } = author.client.storage.from(bucket).getPublicUrl(path, { download: 'Schritt eins – ü.png' })
    const answer = await backend.app.fetch(new Request(data.publicUrl))
    expect(answer.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''Schritt%20eins%20%E2%80%93%20%C3%BC.png`,
    )
  })

  test('the author reads it with a session too, another author does not', async () => {
    const mine = await author.client.storage.from(bucket).download(path)
    expect(Buffer.from((await mine.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(stored)
    expect((await author.client.storage.from(bucket).exists(path)).data).toBe(true)
    const stranger = await backend.signUp()
    expect((await stranger.client.storage.from(bucket).download(path)).error).toBeInstanceOf(StorageApiError)
  })

  test('a missing object is not found, in the storage service’s words', async () => {
    const answer = await readPublic(newPath())
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' },
    ])
    const elsewhere = await backend.app.request('/storage/v1/object/public/nowhere/a.png')
    expect(await elsewhere.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
  })
})

describe('list and remove', () => {
  test('lists one level of the caller’s folder', async () => {
    const folder = `${workspaceId}/${randomUUID()}`
    const files = author.client.storage.from(bucket)
    for (const name of ['b.png', 'a.png', 'deeper/c.png']) {
      await files.upload(`${folder}/${name}`, png, { contentType: 'image/png' })
    }
    const { data } = await files.list(folder)
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['deeper', true],
      ['a.png', false],
      ['b.png', false],
    ])
    expect(data?.[1]?.metadata).toMatchObject({ mimetype: 'image/png', cacheControl: 'max-age=3600' })
    expect((await files.list(folder, { search: 'B', limit: 1 })).data?.map(({ name }) => name)).toEqual(['b.png'])
    const stranger = await backend.signUp()
    expect((await stranger.client.storage.from(bucket).list(folder)).data).toEqual([])
    expect((await backend.anonClient().storage.from(bucket).list('')).data).toEqual([])
  })

  test('removes rows and files', async () => {
    const files = author.client.storage.from(bucket)
    const paths = [newPath(), newPath()]
    const before = (await fileKeys(backend.services)).length
    for (const path of paths) await files.upload(path, png, { contentType: 'image/png' })
    const { data } = await files.remove([...paths, newPath()])
    expect(data?.map(({ name }) => name).sort()).toEqual([...paths].sort())
    expect(await fileKeys(backend.services)).toHaveLength(before)
    expect((await readPublic(paths[0] ?? '')).status).toBe(400)
  })

  test('removes one by its path', async () => {
    const path = newPath()
    await author.client.storage.from(bucket).upload(path, png, { contentType: 'image/png' })
    const remove = () =>
      backend.app.request(`/storage/v1/object/${bucket}/${path}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${author.session.access_token}` },
      })
    expect(await (await remove()).json()).toEqual({ message: 'Successfully deleted' })
    expect(await (await remove()).json()).toMatchObject({ statusCode: '404' })
  })
})

describe('rendered images', () => {
  let path: string

  beforeAll(async () => {
    path = newPath()
    const wide = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await author.client.storage.from(bucket).upload(path, wide, { contentType: 'image/png', cacheControl: '31536000' })
  })

  function render(query: string, accept = 'image/avif,image/webp,*/*'): Promise<Response> {
    const address = `/storage/v1/render/image/public/${bucket}/${path}?${query}`
    return Promise.resolve(backend.app.request(address, { headers: { accept } }))
  }

  test.each([
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/png'],
  ])('for Accept %s it is %s', async (accept, type) => {
    const answer = await render('width=400', accept)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('vary')).toContain('accept')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 400, height: 225 })
  })

  test('are the same on every request, and never larger than the original', async () => {
    const [one, two] = [await render('width=300'), await render('width=300')]
    expect(Buffer.from(await one.arrayBuffer())).toEqual(Buffer.from(await two.arrayBuffer()))
    const large = await render('width=4000&format=webp')
    expect(await sharp(await large.arrayBuffer()).metadata()).toMatchObject({ width: 1600, format: 'webp' })
  })

  test.each(['width=0', 'width=5000', 'width=x', 'quality=5', 'format=svg', 'resize=explode'])(
    'refuses %s',
    async (query) => {
      const answer = await render(query)
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
    },
  )
})

/** In the form PNG chunks carry it. */
function crc32(content: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of content) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
