import { join, type Piece } from './file-bytes.ts'
import { makePalette, nearest, transparent, type Palette } from './gif-palette.ts'

/**
 * Writes an endlessly looping GIF. Each frame stores only what changed since the last one; if nothing changed, the last
 * one is extended.
 */
export class GifFile {
  readonly #parts: Piece[] = []
  readonly #width: number
  readonly #height: number
  #palette: Palette | null = null
  /** The packed colours currently on screen. */
  readonly #shown: Uint32Array
  #isFirst = true
  #waiting: { readonly image: Piece; delay: number } | null = null

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#shown = new Uint32Array(width * height)
    this.#parts.push(
      bytes('GIF89a', width & 255, width >> 8, height & 255, height >> 8, 0x70, 0, 0),
      bytes(0x21, 0xff, 11, 'NETSCAPE2.0', 3, 1, 0, 0, 0),
    )
  }

  /** Chooses the palette for the next frames from this picture. */
  useColorsOf(pixels: Uint8ClampedArray): void {
    this.#palette = makePalette(pixels)
  }

  /** Adds a whole picture in RGBA, shown for this many hundredths of a second. */
  add(pixels: Uint8ClampedArray, delay: number): void {
    const palette = this.#palette ?? makePalette(pixels)
    this.#palette = palette
    const indexes = this.#changed(pixels, palette)
    if (indexes === null) {
      if (this.#waiting !== null) this.#waiting.delay += delay
      return
    }
    this.#flush()
    this.#waiting = { image: indexes, delay }
  }

  end(): Blob {
    this.#flush()
    return new Blob([...this.#parts, bytes(0x3b)], { type: 'image/gif' })
  }

  /** The frame's image block; null if nothing changed. */
  #changed(pixels: Uint8ClampedArray, palette: Palette): Piece | null {
    const [width, height] = [this.#width, this.#height]
    const wanted = new Uint8Array(width * height)
    let [left, top, right, bottom] = [width, height, -1, -1]
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x
        const index = nearest(palette, pixels, 4 * at)
        const color = packed(palette, index)
        if (!this.#isFirst && this.#shown[at] === color) {
          wanted[at] = transparent
          continue
        }
        this.#shown[at] = color
        wanted[at] = index
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = y
      }
    }
    this.#isFirst = false
    if (right < left) return null
    const area = { left, top, width: right - left + 1, height: bottom - top + 1 }
    const indexes = new Uint8Array(area.width * area.height)
    for (let y = 0; y < area.height; y += 1) {
      const from = (top + y) * width + left
      indexes.set(wanted.subarray(from, from + area.width), y * area.width)
    }
    return join(
      bytes(0x2c, ...word(area.left), ...word(area.top), ...word(area.width), ...word(area.height), 0x87),
      palette.colors,
      bytes(8),
      ...blocks(compress(indexes)),
      bytes(0),
    )
  }

  #flush(): void {
    if (this.#waiting === null) return
    const { image, delay } = this.#waiting
    this.#waiting = null
    // Keep the previous picture; the last colour is transparent.
    this.#parts.push(bytes(0x21, 0xf9, 4, 0x05, ...word(delay), transparent, 0), image)
  }
}

/** GIF's variable-length LZW, from 8-bit indexes. */
function compress(indexes: Piece): Piece {
  const [clear, end] = [256, 257]
  let out = new Uint8Array(Math.max(64, indexes.length >> 1))
  let length = 0
  let [buffer, bits] = [0, 0]
  let [size, next] = [9, 258]
  // The code of each pair of prefix and index.
  let codes = new Map<number, number>()
  const write = (code: number) => {
    buffer |= code << bits
    bits += size
    while (bits >= 8) {
      if (length === out.length) {
        const larger = new Uint8Array(out.length * 2)
        larger.set(out)
        out = larger
      }
      out[length] = buffer & 255
      length += 1
      buffer >>>= 8
      bits -= 8
    }
  }
  write(clear)
  let prefix = indexes[0] ?? 0
  for (let at = 1; at < indexes.length; at += 1) {
    const sign = indexes[at] ?? 0
    const pair = (prefix << 8) | sign
    const known = codes.get(pair)
    if (known !== undefined) {
      prefix = known
      continue
    }
    write(prefix)
    if (next < 4_096) {
      codes.set(pair, next)
      // The decoder is one code behind.
      if (next === 1 << size && size < 12) size += 1
      next += 1
    } else {
      write(clear)
      codes = new Map()
      ;[size, next] = [9, 258]
    }
    prefix = sign
  }
  write(prefix)
  write(end)
  // Flush the last byte.
  size = 8
  if (bits > 0) write(0)
  return out.subarray(0, length)
}

/** In sub-blocks of at most 255 bytes, each after its length. */
function blocks(data: Piece): readonly Piece[] {
  const found: Piece[] = []
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255)
    found.push(bytes(block.length), block)
  }
  return found
}

function packed({ colors }: Palette, index: number): number {
  return ((colors[3 * index] ?? 0) << 16) | ((colors[3 * index + 1] ?? 0) << 8) | (colors[3 * index + 2] ?? 0)
}

function word(value: number): readonly [number, number] {
  return [value & 255, (value >> 8) & 255]
}

function bytes(...parts: readonly (number | string)[]): Piece {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part, (sign) => sign.charCodeAt(0)))),
  )
}
