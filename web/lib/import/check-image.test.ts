import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { limits } from '#domain/limits.ts'

import { checkImage, imageProblemText } from './check-image.ts'
import { readImageHeader } from './image-header.ts'

const picture = () => sharp({ create: { width: 321, height: 123, channels: 3, background: '#357' } })

describe('an image header', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'reads the size of a %s before decoding',
    async (format) => {
      const bytes = new Uint8Array(await picture().toFormat(format).toBuffer())
      expect(readImageHeader(bytes)).toEqual({ format, size: { width: 321, height: 123 } })
    },
  )

  test('reads the size of a lossless WebP', async () => {
    const bytes = new Uint8Array(await picture().webp({ lossless: true }).toBuffer())
    expect(readImageHeader(bytes)?.size).toEqual({ width: 321, height: 123 })
  })

  test('finds no header in text or SVG', () => {
    expect(readImageHeader(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(null)
    expect(readImageHeader(new Uint8Array())).toBe(null)
  })
})

describe('a file', () => {
  const decode = async () => ({ width: 321, height: 123 })
  const neverDecode = () => Promise.reject(new Error('must not be decoded'))

  test('that is fine becomes an image', async () => {
    const file = new Blob([new Uint8Array(await picture().png().toBuffer())])
    expect(await checkImage(file, decode)).toMatchObject({ ok: true, value: { width: 321, height: 123 } })
  })

  test('that decodes to too many pixels is refused without decoding it', async () => {
    const bytes = new Uint8Array(await picture().png().toBuffer())
    new DataView(bytes.buffer).setUint32(16, limits.imagePixelsMax)
    expect(await checkImage(new Blob([bytes]), neverDecode)).toEqual({ ok: false, problem: 'too-many-pixels' })
  })

  test('that is a large AVIF is refused with advice, because the server would need a gigabyte for it', async () => {
    const large = sharp({ create: { width: 4_100, height: 4_000, channels: 3, background: '#357' } })
    const bytes = new Uint8Array(await large.avif({ effort: 0 }).toBuffer())
    expect(await checkImage(new Blob([bytes]), neverDecode)).toEqual({ ok: false, problem: 'too-large-for-avif' })
    expect(imageProblemText('page.avif', 'too-large-for-avif')).toContain('Save it as PNG or WebP.')
  })

  test('that is too large is refused without decoding it', async () => {
    const png = new Uint8Array(await picture().png().toBuffer())
    const file = new Blob([png, new Uint8Array(limits.imageBytesMax)])
    expect(await checkImage(file, neverDecode)).toEqual({ ok: false, problem: 'too-large' })
  })

  test('that does not decode is broken', async () => {
    const png = new Uint8Array(await picture().png().toBuffer())
    expect(await checkImage(new Blob([png.slice(0, 40)]), neverDecode)).toEqual({ ok: false, problem: 'broken' })
  })
})
