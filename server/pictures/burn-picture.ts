import sharp from 'sharp'

import { detectFormat, encodeImage, openImage, withImageMemory, type ImageFormat } from '#backend/storage/safe-image.ts'
import type { PictureEdits } from '#domain/picture-edits.ts'
import { limits } from '#domain/limits.ts'

import { flattenArea, pixelsWithin, type RawPicture } from './flatten-area.ts'

export interface BurntPicture {
  readonly content: Uint8Array<ArrayBuffer>
  readonly format: ImageFormat
  readonly width: number
  readonly height: number
}

/** A picture that can't be edited; the message is a sentence for the author. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem'
}

/**
 * Burns edits into a picture. The result is encoded from the changed pixels alone: no metadata, no thumbnail, and
 * nothing of what the areas hid or the crop cut off.
 */
export async function burnPicture(original: Uint8Array, edits: PictureEdits): Promise<BurntPicture> {
  const format = detectFormat(original)
  if (format === null) throw new PictureProblem('The picture is not a PNG, JPEG, WebP, AVIF or GIF image.')
  return withImageMemory('authors', original, () => burnAs(format, original, edits))
}

async function burnAs(format: ImageFormat, original: Uint8Array, edits: PictureEdits): Promise<BurntPicture> {
  const picture = await decode(original)
  requireLittleBlur(picture, edits)
  // Solid areas are drawn last and hide the others.
  const areas = edits.areas.toSorted((a, b) => Number(a.kind === 'solid') - Number(b.kind === 'solid'))
  for (const area of areas) await flattenArea(picture, area)
  const { left, top, right, bottom } = pixelsWithin(picture, edits.crop ?? whole)
  const size = { width: right - left, height: bottom - top }
  const { data, width, height, channels } = picture
  const image = sharp(data, { raw: { width, height, channels: channels === 4 ? 4 : 3 } }).extract({
    left,
    top,
    ...size,
  })
  const { buffer, byteOffset, byteLength } = await encodeImage(image, {
    upload: original,
    pixels: size.width * size.height,
  }).toBuffer()
  return { content: new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength)), format, ...size }
}

/** Throws when blurring would keep other authors waiting for minutes. */
function requireLittleBlur({ width, height }: RawPicture, { areas }: PictureEdits): void {
  const blurred = areas.filter(({ kind }) => kind !== 'solid')
  const share = blurred.reduce((sum, area) => sum + (area.widthPercent * area.heightPercent) / 10_000, 0)
  if (share * width * height <= blurredPixelsMax) return
  throw new PictureProblem('The areas are too large to blur. Use a solid color.')
}

/** Three screens of 4K. They take about ten seconds. */
const blurredPixelsMax = 25_000_000

const whole = { xPercent: 0, yPercent: 0, widthPercent: 100, heightPercent: 100 }

async function decode(content: Uint8Array): Promise<RawPicture> {
  try {
    const image = openImage(content)
    const { width, height } = await image.metadata()
    if (width * height > limits.imagePixelsMax) {
      throw new PictureProblem(`The picture has more than ${limits.imagePixelsMax / 1_000_000} million pixels.`)
    }
    const { data, info } = await image
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels }
  } catch (cause) {
    if (cause instanceof PictureProblem) throw cause
    throw new PictureProblem('The picture is broken and cannot be read.', { cause })
  }
}
