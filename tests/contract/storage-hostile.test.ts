import { randomBytes, randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Backend } from '#support/backend.ts'
import { startStorageBackend } from '#support/storage-backend.ts'

/* Files that try to run on our origin, and names that try to escape, in a bucket that accepts everything. */

let backend: Backend
let service: SupabaseClient['storage']
let png: Buffer
const bucket = 'anything'
const script = '<script>alert(1)</script>'

beforeAll(async () => {
  backend = await startStorageBackend()
  service = backend.serviceClient().storage
  await service.createBucket(bucket, { public: true })
  png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
})

afterAll(() => backend.close())

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const hostile: readonly (readonly [string, string, string | Buffer])[] = [
  ['a page', 'text/html', `<!doctype html>${script}`],
  ['a page in odd letters', 'Text/HTML;charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  ['XHTML', 'application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  ['a drawing', 'image/svg+xml', svg],
  ['a drawing with a charset', 'image/svg+xml; charset=utf-8', svg],
  ['XML with a style sheet', 'application/xml', '<?xml-stylesheet href="data:text/xsl,…"?><a/>'],
  ['XML as text', 'text/xml', '<a/>'],
  ['a feed', 'application/rss+xml', '<rss/>'],
  ['script', 'text/javascript', 'alert(1)'],
  ['script by another name', 'application/ecmascript', 'alert(1)'],
  ['a style sheet', 'text/css', 'body{background:url(//evil.example)}'],
  ['a PDF with script', 'application/pdf', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'],
  ['Flash', 'application/x-shockwave-flash', 'CWS'],
  ['an archive of a page', 'multipart/related', 'MIME-Version: 1.0'],
  ['a page in mail', 'message/rfc822', 'Content-Type: text/html'],
  ['a manifest', 'application/manifest+json', '{}'],
  ['WebAssembly', 'application/wasm', Buffer.from('\0asm')],
  ['no type at all', 'nonsense', script],
  ['bytes', 'application/octet-stream', script],
  ['many types', 'text/plain, text/html', script],
]

test.each(hostile)('%s is stored, and never runs on our origin', async (_, contentType, content) => {
  const path = `${randomUUID()}/x`
  const body = new Uint8Array(Buffer.from(content))
  expect((await service.from(bucket).upload(path, body, { contentType })).error).toBeNull()
  const signed = await service.from(bucket).createSignedUrl(path, 60)
  for (const address of [`/storage/v1/object/public/${bucket}/${path}`, signed.data?.signedUrl ?? '']) {
    const answer = await backend.app.request(address, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(200)
    expectHarmless(answer)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(content))
  }
  const drawn = await backend.app.request(`/storage/v1/render/image/public/${bucket}/${path}`)
  expect(drawn.status).toBe(400)
})

test.each(['text/plain', 'application/json', 'video/mp4', 'audio/mpeg', 'text/csv'])(
  '%s is shown as what it says it is, whatever is in it',
  async (contentType) => {
    const path = randomUUID()
    await service.from(bucket).upload(path, script, { contentType })
    const answer = await backend.app.request(`/storage/v1/object/public/${bucket}/${path}`)
    expectHarmless(answer)
    expect(answer.headers.get('content-type')).toBe(contentType)
    expect(answer.headers.get('content-disposition')).toBeNull()
  },
)

describe('a declared image', () => {
  const polyglots: readonly (readonly [string, () => Promise<Buffer>])[] = [
    ['a page behind it', () => Promise.resolve(Buffer.concat([png, Buffer.from(script)]))],
    ['a PDF behind it', () => Promise.resolve(Buffer.concat([png, Buffer.from(`%PDF-1.7 ${script}`)]))],
    ['an archive behind it', () => Promise.resolve(Buffer.concat([png, Buffer.from(`PK\u0003\u0004${script}`)]))],
    [
      'a page in its comment',
      () =>
        sharp(png)
          .jpeg()
          .withExif({ IFD0: { ImageDescription: script } })
          .toBuffer(),
    ],
    [
      'a page in its text',
      () => sharp(png).withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).toBuffer(),
    ],
    ['a page in front of its end', async () => Buffer.concat([await sharp(png).gif().toBuffer(), Buffer.from(script)])],
    ['a page in an unknown chunk', () => Promise.resolve(withChunk(png, 'teSt', Buffer.from(script)))],
  ]

  test.each(polyglots)('is served only as an image: %s', async (_, make) => {
    const path = `${randomUUID()}.png`
    expect((await service.from(bucket).upload(path, await make(), { contentType: 'image/png' })).error).toBeNull()
    const answer = await backend.app.request(`/storage/v1/object/public/${bucket}/${path}`)
    expectHarmless(answer)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe(`image/${(await sharp(bytes).metadata()).format}`)
    for (const hidden of ['alert(1)', '%PDF', 'PK\u0003\u0004']) expect(bytes.includes(hidden)).toBe(false)
  })

  test.each([
    ['image/png', svg],
    ['image/gif', 'GIF89a/*'],
    ['image/jpeg', randomBytes(100)],
    ['image/tiff', 'II*\0'],
    ['image/x-icon', '\0\0\u0001\0'],
    ['image/bmp', 'BM'],
    ['image/svg+xml-not', svg],
    ['image/*', svg],
  ])('and is none is refused (%s)', async (contentType, content) => {
    const body = new Uint8Array(Buffer.from(content))
    const { error } = await service.from(bucket).upload(randomUUID(), body, { contentType })
    expect(error).toMatchObject({ statusCode: '415' })
  })
})

describe('a type', () => {
  test.each(['text/html\r\nset-cookie: a=b', 'text/pl\u00e4in', 'x'.repeat(300)])(
    'like %j never becomes a header',
    async (type) => {
      const body = `--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\nx\r\n--b\r\ncontent-disposition: form-data; name="contentType"\r\n\r\n${type}\r\n--b--\r\n`
      const answer = await post(`/storage/v1/object/${bucket}/${randomUUID()}`, body, 'multipart/form-data; boundary=b')
      expect([200, 400]).toContain(answer.status)
      expect(answer.headers.get('set-cookie')).toBeNull()
    },
  )

  test('of a copy makes no image of an SVG', async () => {
    const path = randomUUID()
    await service.from(bucket).upload(path, svg, { contentType: 'image/svg+xml' })
    const metadata = { mimetype: 'image/png' }
    const { error } = await service.from(bucket).copy(path, `${path}-2`, { copyMetadata: false, metadata })
    expect(error).toMatchObject({ message: 'The object is not an image' })
  })

  test('of a copy may not be executable', async () => {
    const path = randomUUID()
    await service.from(bucket).upload(path, script, { contentType: 'text/plain' })
    const metadata = { mimetype: 'text/html' }
    await service.from(bucket).copy(path, `${path}-2`, { copyMetadata: false, metadata })
    const answer = await backend.app.request(`/storage/v1/object/public/${bucket}/${path}-2`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })
})

describe('a name', () => {
  const ways = [
    '%2e%2e%2fx',
    'a%2f..%2f..%2fx',
    'a%00b',
    'a%0d%0ab',
    '..%5cx',
    'a%2f%2fb',
    '%c0%ae%c0%ae%2fx',
    '%ed%a0%80',
    'a%2f.',
  ]
  const places = [
    'object/{}',
    'object/public/{}',
    'object/authenticated/{}',
    'object/info/{}',
    'object/sign/{}?token=x',
    'render/image/public/{}',
    'render/image/authenticated/{}',
    'render/image/sign/{}?token=x',
    'object/upload/sign/{}',
  ]

  test.each(ways.flatMap((way) => places.map((place) => [way, place] as const)))(
    '%s leads nowhere at %s',
    async (way, place) => {
      const address = `/storage/v1/${place.replace('{}', `${bucket}/${way}`)}`
      const method = place.includes('upload') ? 'POST' : 'GET'
      const answer = await backend.app.request(address, { method, headers: key() })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidKey' }])
    },
  )

  test('of 1,024 bytes is accepted, and one more is refused, in any script', async () => {
    const upload = (name: string) => service.from(bucket).upload(name, 'x', { contentType: 'text/plain' })
    expect((await upload(`${'a'.repeat(511)}/${'b'.repeat(512)}`)).error).toBeNull()
    expect((await upload(`${'ü'.repeat(511)}bb`)).error).toBeNull()
    expect((await upload('c'.repeat(1025))).error).toMatchObject({ statusCode: '400' })
    expect((await upload(`${'ü'.repeat(512)}b`)).error).toMatchObject({ statusCode: '400' })
  })

  test.each(['..', '.', '%2e%2e', 'no%00thing'])('of a bucket like %s leads nowhere', async (name) => {
    const answer = await backend.app.request(`/storage/v1/bucket/${name}/empty`, { method: 'POST', headers: key() })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })
})

function expectHarmless(answer: Response): void {
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; sandbox`,
  })
}

function key(): Record<string, string> {
  return { authorization: `Bearer ${backend.services.config.serviceRoleKey}` }
}

function post(address: string, body: string, contentType: string): Promise<Response> {
  const headers = { ...key(), 'content-type': contentType }
  return Promise.resolve(backend.app.request(address, { method: 'POST', headers, body }))
}

/** The image with an extra chunk right behind its header; without a valid checksum decoders skip it. */
function withChunk(image: Buffer, type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.byteLength)
  chunk.writeUInt32BE(content.byteLength, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  return Buffer.concat([image.subarray(0, 33), chunk, image.subarray(33)])
}

test('names of half a million combining marks are refused at once', async () => {
  const name = `a${'\u0315\u0300'.repeat(250_000)}`
  const { error } = await backend.anonClient().storage.from(bucket).move(name, 'b')
  expect(error).toMatchObject({ statusCode: '400', message: expect.stringMatching(/^Invalid key/) })
})
