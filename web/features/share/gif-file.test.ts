import sharp from 'sharp'
import { expect, test } from 'vitest'

import { GifFile } from './gif-file.ts'

const [width, height] = [64, 40]

function picture(colorAt: (x: number, y: number) => readonly [number, number, number]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at += 1)
    pixels.set([...colorAt(at % width, Math.floor(at / width)), 255], 4 * at)
  return pixels
}

async function decoded(gif: GifFile, page: number): Promise<Buffer> {
  const bytes = Buffer.from(await gif.end().arrayBuffer())
  return sharp(bytes, { page }).removeAlpha().raw().toBuffer()
}

test('keeps few colours exactly in every frame', async () => {
  const first = picture((x) => (x < 32 ? [250, 248, 244] : [12, 60, 200]))
  const second = picture((x, y) =>
    x > 10 && x < 20 && y > 10 && y < 20 ? [220, 40, 30] : x < 32 ? [250, 248, 244] : [12, 60, 200],
  )
  const make = () => {
    const gif = new GifFile(width, height)
    gif.useColorsOf(second)
    gif.add(first, 10)
    gif.add(second, 10)
    return gif
  }
  for (const [page, pixels] of [first, second].entries()) {
    const shown = await decoded(make(), page)
    const wanted = Buffer.from(pixels.filter((_, at) => at % 4 !== 3))
    expect(shown.equals(wanted)).toBe(true)
  }
})

test('extends the last frame if nothing changed', async () => {
  const gif = new GifFile(width, height)
  const still = picture(() => [10, 20, 30])
  for (let frame = 0; frame < 5; frame += 1) gif.add(still, 10)
  const other = picture(() => [200, 20, 30])
  gif.useColorsOf(other)
  gif.add(other, 10)
  const { pages, delay, loop } = await sharp(Buffer.from(await gif.end().arrayBuffer()), { pages: -1 }).metadata()
  expect({ pages, delay, loop }).toEqual({ pages: 2, delay: [500, 100], loop: 0 })
})

test('approximates noise with more colours and codes than a GIF can have', async () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % 256
  }
  const noisy = picture(() => [random(), random(), random()])
  const gif = new GifFile(width, height)
  gif.add(noisy, 10)
  const shown = await decoded(gif, 0)
  const wanted = noisy.filter((_, at) => at % 4 !== 3)
  const error = shown.reduce((sum, value, at) => sum + Math.abs(value - (wanted[at] ?? 0)), 0) / shown.length
  expect(error).toBeLessThan(20)
})
