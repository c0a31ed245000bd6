import sharp, { type Sharp } from 'sharp'

import { memoryBudget, type MemoryShare } from '#backend/memory-budget.ts'
import { pixelsMaxOf } from '#domain/limits.ts'

import { unusableImage } from './storage-errors.ts'

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'

export interface SafeImage {
  readonly content: Uint8Array
  readonly mimeType: string
}

/** Blocks every decoder except these five. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
// Two concurrent images keep two cores busy; a tile cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Re-encodes an upload in its own format, upright and without metadata or thumbnail, so that only image data is stored.
 * Keeps the first frame of an animation.
 */
export async function toSafeImage(upload: Uint8Array): Promise<SafeImage> {
  const format = detectFormat(upload)
  if (format === null) throw unusableImage('The file is not a PNG, JPEG, WebP, AVIF or GIF image')
  try {
    const image = openImage(upload)
    const { width, height } = await image.metadata()
    if (width * height > pixelsMaxOf(format)) throw tooManyPixels(format)
    const content = await withImageMemory('authors', upload, () =>
      encodeImage(image.autoOrient(), { upload, pixels: width * height }).toBuffer(),
    )
    return { content, mimeType: `image/${format}` }
  } catch (cause) {
    if (cause instanceof Error && /pixel limit/i.test(cause.message)) throw tooManyPixels(format)
    if (cause instanceof Error && cause.name === 'StorageError') throw cause
    throw unusableImage('The image is broken and cannot be read', cause)
  }
}

/** Whether it takes more than a second or two, and hundreds of megabytes, to re-encode: more than 4K. */
export async function isLargeImage(upload: Uint8Array): Promise<boolean> {
  if (detectFormat(upload) === null) return false
  try {
    const { width, height } = await openImage(upload).metadata()
    return width * height > largePixelsMin
  } catch {
    // Refused when it is decoded.
    return false
  }
}

const largePixelsMin = 10_000_000

/** Runs a job that decodes and encodes the image once the server has memory for it. */
export async function withImageMemory<T>(share: MemoryShare, content: Uint8Array, job: () => Promise<T>): Promise<T> {
  return memoryBudget.run(share, (await decodedBytes(content)) / 1_000_000, job)
}

/** Measured, of decoding and encoding together. */
async function decodedBytes(content: Uint8Array): Promise<number> {
  const format = detectFormat(content)
  try {
    const { width, height } = await openImage(content).metadata()
    const pixels = width * height
    if (format === 'avif') return pixels * 36
    return pixels * (isEncodedLosslessly(content, pixels) ? 29 : 8)
  } catch {
    // Refused when it is decoded.
    return 0
  }
}

/** Whether an image becomes lossless WebP, which takes 1.3 GB for 50 million pixels. Larger ones become lossy. */
function isEncodedLosslessly(content: Uint8Array, pixels: number): boolean {
  return detectFormat(content) === 'webp' && pixels <= largePixelsMin && isLosslessWebp(content)
}

/** Opens untrusted bytes with limits on pixels, frames and time. Overwrites a PNG's text chunks. */
export function openImage(content: Uint8Array): Sharp {
  const format = detectFormat(content)
  return sharp(format === 'png' ? withoutTexts(content) : content, {
    failOn: 'error',
    limitInputPixels: pixelsMaxOf(format),
    limitInputChannels: 5,
    pages: 1,
  }).timeout({ seconds: decodeTimeoutSeconds })
}

/** Detected from magic bytes, ignoring name and declared type. */
export function detectFormat(content: Uint8Array): ImageFormat | null {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 32)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8))) return 'avif'
  return null
}

const decodeTimeoutSeconds = 10

/** Moves a PNG's chunks over its text chunks, because decoders unpack each, and 7 kB may unpack to 7 MB. */
function withoutTexts(png: Uint8Array): Uint8Array {
  const kept = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  let end = pngStart
  let chunks = 0
  for (let at = pngStart; at + 8 <= kept.length;) {
    if ((chunks += 1) > pngChunksMax) throw unusableImage('The image has too many parts')
    const next = Math.min(kept.length, at + 12 + kept.readUInt32BE(at))
    if (!pngTexts.has(kept.toString('latin1', at + 4, at + 8))) {
      if (end < at) kept.copyWithin(end, at, next)
      end += next - at
    }
    at = next
  }
  return kept.subarray(0, end)
}

const pngStart = 8
const pngTexts = new Set(['tEXt', 'zTXt', 'iTXt'])
/** Encoders write parts of 8 kB or more. */
const pngChunksMax = 50_000

/** In the upload's format, as sharp as it was. */
export function encodeImage(
  image: Sharp,
  { upload, pixels }: { readonly upload: Uint8Array; readonly pixels: number },
): Sharp {
  switch (detectFormat(upload)) {
    case null:
      throw unusableImage('The file is not a PNG, JPEG, WebP, AVIF or GIF image')
    case 'png':
      return image.png({ compressionLevel: 6 })
    case 'jpeg':
      // Optimising would hold the whole image twice: 600 MB for 50 million pixels, for a tenth of the file.
      return image.jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false })
    case 'webp':
      return image.webp(
        isEncodedLosslessly(upload, pixels) ? { lossless: true, effort: 1 } : { quality: 92, effort: 2 },
      )
    case 'avif':
      return image.avif({ quality: 80, effort: 2, chromaSubsampling: '4:4:4' })
    case 'gif':
      return image.gif()
  }
}

function isLosslessWebp(content: Uint8Array): boolean {
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  let offset = 12
  while (offset + 8 <= data.length) {
    const chunk = data.toString('latin1', offset, offset + 4)
    if (chunk === 'VP8L') return true
    if (chunk === 'VP8 ') return false
    const size = data.readUInt32LE(offset + 4)
    offset += 8 + size + (size % 2)
  }
  return false
}

function tooManyPixels(format: ImageFormat) {
  return unusableImage(`The image has more than ${pixelsMaxOf(format) / 1_000_000} million pixels`)
}
