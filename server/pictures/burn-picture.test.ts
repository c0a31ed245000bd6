import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'

import { noPictureEdits, redactionKinds, type PictureEdits, type Redaction } from '#domain/picture-edits.ts'

import { burnPicture, PictureProblem } from './burn-picture.ts'

const size = { width: 400, height: 300 }
const area = { xPercent: 25, yPercent: 20, widthPercent: 50, heightPercent: 10 }

const redaction = (kind: Redaction['kind']): Redaction => ({ id: 'a', kind, color: '#102030', ...area })
const edits = (kind: Redaction['kind']): PictureEdits => ({ areas: [redaction(kind)], crop: null })

/** A white picture with a row of letters in the area, as wide and dense as bold text. */
function withText(seed: number): Sharp {
  const data = new Uint8Array(size.width * size.height * 3).fill(255)
  let state = seed
  for (let glyph = 0; glyph < 20; glyph += 1) {
    for (let stroke = 0; stroke < 4; stroke += 1) {
      state = (state * 48_271) % 2_147_483_647
      const left = 102 + glyph * 9 + (state % 6)
      for (let y = 66; y < 84; y += 1) {
        for (let x = left; x < left + 2; x += 1) {
          data.set([state % 90, (state >> 8) % 90, (state >> 16) % 90], (y * size.width + x) * 3)
        }
      }
    }
  }
  return sharp(data, { raw: { ...size, channels: 3 } })
}

const encoders = {
  png: (image: Sharp) => image.png().toBuffer(),
  jpeg: (image: Sharp) => image.jpeg({ quality: 90 }).toBuffer(),
  webp: (image: Sharp) => image.webp({ lossless: true }).toBuffer(),
  avif: (image: Sharp) => image.avif({ lossless: true, effort: 0 }).toBuffer(),
  gif: (image: Sharp) => image.gif().toBuffer(),
} as const

describe.each(redactionKinds)('%s', (kind) => {
  test.each(['png', 'webp'] as const)('leaves a %s the same whatever text was there', async (format) => {
    const [one, other] = await Promise.all([7, 4_711].map((seed) => encoders[format](withText(seed))))
    expect(one).not.toEqual(other)
    const burnt = await Promise.all([one!, other!].map(async (original) => burnPicture(original, edits(kind))))
    expect(Buffer.from(burnt[0]!.content).equals(burnt[1]!.content)).toBe(true)
  })

  test.each(Object.keys(encoders) as (keyof typeof encoders)[])(
    'changes a %s inside the area alone',
    async (format) => {
      const original = await encoders[format](withText(7))
      const burnt = await burnPicture(original, edits(kind))
      expect(burnt).toMatchObject({ format, ...size })
      const [before, after] = await Promise.all([pixels(original), pixels(burnt.content)])
      expect(difference(before, after, { left: 100, top: 60, right: 300, bottom: 90 })).toBeGreaterThan(10)
      expect(difference(before, after, { left: 0, top: 100, right: 400, bottom: 300 })).toBeLessThan(1)
    },
  )
})

test('two pictures that differ only where a crop cuts are the same afterwards', async () => {
  const crop = { xPercent: 0, yPercent: 40, widthPercent: 60, heightPercent: 60 }
  const [one, other] = await Promise.all(
    [7, 4_711].map(async (seed) => burnPicture(await encoders.png(withText(seed)), { areas: [], crop })),
  )
  expect(one).toMatchObject({ width: 240, height: 180 })
  expect(Buffer.from(one!.content).equals(other!.content)).toBe(true)
})

test('a solid area hides what a blur beside it would show, in either order', async () => {
  const both = [redaction('solid'), { ...redaction('blur'), id: 'b' }]
  const original = await encoders.png(withText(7))
  const burnt = await Promise.all(
    [both, both.toReversed()].map((areas) => burnPicture(original, { areas, crop: null })),
  )
  expect(Buffer.from(burnt[0]!.content).equals(burnt[1]!.content)).toBe(true)
  const [red, green, blue] = await pixelAt(burnt[0]!.content, 200, 75)
  expect([red, green, blue]).toEqual([0x10, 0x20, 0x30])
})

test('metadata of the original is gone', async () => {
  const words = { ImageDescription: 'exif-secret', Copyright: 'copyright-secret' }
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="xmp-secret"/></rdf:RDF></x:xmpmeta>'
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const original = await encoders[format](withText(7).withExif({ IFD0: words }).withXmp(xmp).withIccProfile('p3'))
    const { exif: before, icc: profile } = await sharp(original).metadata()
    expect([before?.includes('exif-secret'), profile === undefined]).toEqual([true, false])
    const { content } = await burnPicture(original, edits('solid'))
    expect(Buffer.from(content).includes('secret')).toBe(false)
    const { exif, xmp: left, icc } = await sharp(content).metadata()
    expect([exif, left, icc]).toEqual([undefined, undefined, undefined])
  }
})

test('colours under transparent pixels of the area are gone', async () => {
  const hidden = sharp({ create: { ...size, channels: 4, background: { r: 200, g: 40, b: 90, alpha: 0 } } })
  const { content } = await burnPicture(await hidden.png().toBuffer(), edits('solid'))
  expect(await pixelAt(content, 200, 75)).toEqual([0x10, 0x20, 0x30, 255])
})

test.each<readonly [string, (image: Sharp) => Sharp]>([
  ['grey', (image) => image.greyscale().toColourspace('b-w')],
  ['16-bit', (image) => image.toColourspace('rgb16')],
])('a %s picture is redacted like others', async (_, change) => {
  const original = await change(withText(7)).png().toBuffer()
  const { content } = await burnPicture(original, edits('solid'))
  expect((await pixelAt(content, 200, 75)).slice(0, 3)).toEqual([0x10, 0x20, 0x30])
  expect((await pixelAt(content, 10, 10)).slice(0, 3)).toEqual([255, 255, 255])
})

test('fifty areas up to the last pixel leave nothing', async () => {
  const areas = Array.from({ length: 50 }, (_, index): Redaction => ({
    id: String(index),
    kind: 'solid',
    color: '#000000',
    xPercent: index * 2,
    yPercent: 0,
    widthPercent: 2,
    heightPercent: 100,
  }))
  const { content } = await burnPicture(await encoders.png(withText(7)), { areas, crop: null })
  expect((await pixels(content)).every((value) => value === 0)).toBe(true)
})

test('a picture that cannot be read is refused with a sentence', async () => {
  const png = await encoders.png(withText(7))
  await expect(burnPicture(png.subarray(0, 200), noPictureEdits)).rejects.toThrow(PictureProblem)
  await expect(burnPicture(new TextEncoder().encode('<svg/>'), noPictureEdits)).rejects.toThrow(/not a PNG/)
})

async function pixels(content: Uint8Array): Promise<Uint8Array> {
  return sharp(content).removeAlpha().toColourspace('srgb').raw().toBuffer()
}

async function pixelAt(content: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(content).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Mean difference of the channels inside a box. */
function difference(a: Uint8Array, b: Uint8Array, { left, top, right, bottom }: Box): number {
  let sum = 0
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * size.width + left) * 3; at < (y * size.width + right) * 3; at += 1) {
      sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
    }
  }
  return sum / ((right - left) * (bottom - top) * 3)
}

test('refuses a blur that would take too long', async () => {
  const picture = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const all = { xPercent: 0, yPercent: 0, widthPercent: 100, heightPercent: 100 }
  const blurred = { areas: [{ ...redaction('blur'), ...all }], crop: null }
  await expect(burnPicture(picture, blurred)).rejects.toThrow('too large to blur')
})
