import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { openImage, toSafeImage } from './safe-image.ts'

/** A picture with these chunks after its header. */
async function pngWith(chunks: readonly Buffer[]): Promise<Buffer> {
  const png = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)])
}

function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(content.length)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

test('a PNG is read without unpacking its texts', async () => {
  const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100_000, 'a'))])
  const texts = [chunkOf('zTXt', bomb), chunkOf('tEXt', Buffer.from('Software\0Paint')), chunkOf('zTXt', bomb)]
  const png = await pngWith(texts)
  expect((await sharp(png).metadata()).comments).toHaveLength(3)
  const metadata = await openImage(png).metadata()
  expect(metadata.comments).toBeUndefined()
  expect([metadata.width, metadata.height]).toEqual([9, 7])
  expect((await sharp((await toSafeImage(await pngWith(texts))).content).stats()).dominant.b).toBeGreaterThan(100)
})

test('a PNG of very many parts is refused', async () => {
  const parts = Array.from({ length: 50_001 }, () => chunkOf('abCd', Buffer.alloc(0)))
  await expect(toSafeImage(await pngWith(parts))).rejects.toThrow('too many parts')
})

test('a lossless WebP with too many pixels to encode again in little memory becomes lossy', async () => {
  const webpOf = async (height: number): Promise<string> => {
    const large = sharp({ create: { width: 5_000, height, channels: 3, background: '#369' } })
    const { content } = await toSafeImage(await large.webp({ lossless: true, effort: 0 }).toBuffer())
    return Buffer.from(content.subarray(12, 16)).toString('latin1')
  }
  expect([await webpOf(100), await webpOf(2_100)]).toEqual(['VP8L', 'VP8 '])
})
