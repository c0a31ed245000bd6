import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Redaction } from '#domain/picture-edits.ts'

/** A decoded picture, changed in place. */
export interface RawPicture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  /** 3 or 4. */
  readonly channels: number
}

interface PixelArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Color = readonly [number, number, number]

/**
 * Overwrites an area irreversibly:
 *
 * - `solid` holds one colour.
 * - `blur` and `pixelate` hold a few colours, drawn as a soft or a blocky pattern. Each is the median of a square as
 *   large as the area's shorter side, in 32 levels: letters cover less than half of a square, so the median is the
 *   background colour. An average, as in an ordinary blur, would depend on the letters. The pattern over it is the same
 *   for every picture.
 */
export async function flattenArea(picture: RawPicture, redaction: Redaction): Promise<void> {
  const area = pixelsTouched(picture, redaction)
  const paint = redaction.kind === 'solid' ? solidPaint(redaction.color) : groundPaint(picture, area, redaction.kind)
  const { data, width, channels } = picture
  let isBusySince = performance.now()
  for (let y = area.top; y < area.bottom; y += 1) {
    let at = (y * width + area.left) * channels
    for (let x = area.left; x < area.right; x += 1) {
      paint(data, at, x - area.left, y - area.top)
      // Transparent pixels have colours too.
      if (channels === 4) data[at + 3] = 255
      at += channels
    }
    if (performance.now() - isBusySince > sliceMs) {
      await nextTurn()
      isBusySince = performance.now()
    }
  }
}

/** Other requests are answered in between. */
const sliceMs = 8

type PercentArea = Pick<Redaction, 'xPercent' | 'yPercent' | 'widthPercent' | 'heightPercent'>

/** Every pixel the area touches. */
function pixelsTouched(picture: Pick<RawPicture, 'width' | 'height'>, area: PercentArea): PixelArea {
  return toPixels(picture, area, { low: Math.floor, high: Math.ceil })
}

/** The pixels wholly inside the area. */
export function pixelsWithin(picture: Pick<RawPicture, 'width' | 'height'>, area: PercentArea): PixelArea {
  return toPixels(picture, area, { low: Math.ceil, high: Math.floor })
}

function toPixels(
  { width, height }: Pick<RawPicture, 'width' | 'height'>,
  area: PercentArea,
  round: { readonly low: (value: number) => number; readonly high: (value: number) => number },
): PixelArea {
  const low = (percent: number, size: number) => round.low(nearWhole((percent / 100) * size))
  const high = (percent: number, size: number) => round.high(nearWhole((percent / 100) * size))
  const left = Math.max(0, Math.min(width - 1, low(area.xPercent, width)))
  const top = Math.max(0, Math.min(height - 1, low(area.yPercent, height)))
  return {
    left,
    top,
    right: Math.min(width, Math.max(left + 1, high(area.xPercent + area.widthPercent, width))),
    bottom: Math.min(height, Math.max(top + 1, high(area.yPercent + area.heightPercent, height))),
  }
}

/** Percents are rounded to three decimals: an edge drawn between two pixels stays there. */
function nearWhole(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) < 0.05 ? whole : value
}

/** Writes one pixel, `x` and `y` counted from the area's corner. */
type Paint = (data: Uint8Array, at: number, x: number, y: number) => void

function solidPaint(color: string): Paint {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return (data, at) => {
    data[at] = red
    data[at + 1] = green
    data[at + 2] = blue
  }
}

function groundPaint(picture: RawPicture, area: PixelArea, kind: 'blur' | 'pixelate'): Paint {
  const width = area.right - area.left
  const height = area.bottom - area.top
  const ground = readGround(picture, area)
  const pattern = kind === 'blur' ? smudges(height) : blocks(width, height)
  const isDark = ground.colors.reduce((sum, color) => sum + luminance(color), 0) / ground.colors.length < 128
  const ink = isDark ? 255 : 0
  return (data, at, x, y) => {
    const strength = pattern(x, y)
    const [red, green, blue] = kind === 'blur' ? ground.soft(x, y) : ground.nearest(x, y)
    data[at] = red + (ink - red) * strength
    data[at + 1] = green + (ink - green) * strength
    data[at + 2] = blue + (ink - blue) * strength
  }
}

/** Soft lines like text out of focus; they depend only on the position in the area. */
function smudges(height: number): (x: number, y: number) => number {
  const pitch = Math.max(16, Math.min(44, height / Math.max(1, Math.round(height / 28))))
  return (x, y) => {
    const line = Math.floor(y / pitch)
    const across = 0.5 - 0.5 * Math.cos((2 * Math.PI * y) / pitch)
    const along = 0.62 + 0.38 * Math.sin(x / 23 + line * 1.7) * Math.sin(x / 9.1 + line * 2.9)
    return 0.3 * across ** 1.5 * Math.max(0, along)
  }
}

/** Blocks of different shades; they depend only on the position in the area. */
function blocks(width: number, height: number): (x: number, y: number) => number {
  const size = Math.max(6, Math.min(24, Math.min(width, height) / 4))
  return (x, y) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    return (((column * 7 + row * 13 + ((column * row) % 5) * 3) % 9) / 8) * 0.3
  }
}

interface Ground {
  readonly colors: readonly Color[]
  readonly nearest: (x: number, y: number) => Color
  /** Interpolated between the centres of the squares. */
  readonly soft: (x: number, y: number) => Color
}

/** Squares are at least this wide, and larger than the letters they hold. */
const squareMin = 48
const squaresMax = 8
/** Pixels sampled per square, in each direction. */
const samples = 13

function readGround(picture: RawPicture, area: PixelArea): Ground {
  const width = area.right - area.left
  const height = area.bottom - area.top
  const side = Math.max(squareMin, Math.min(width, height), Math.max(width, height) / squaresMax)
  const columns = Math.max(1, Math.round(width / side))
  const rows = Math.max(1, Math.round(height / side))
  const [cellWidth, cellHeight] = [width / columns, height / rows]
  const colors = Array.from({ length: columns * rows }, (_, index): Color => {
    const left = area.left + (index % columns) * cellWidth
    const top = area.top + Math.floor(index / columns) * cellHeight
    return medianColor(picture, { left, top, right: left + cellWidth, bottom: top + cellHeight })
  })
  const colorAt = (column: number, row: number): Color =>
    colors[Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))] ?? [0, 0, 0]
  return {
    colors,
    nearest: (x, y) => colorAt(Math.floor(x / cellWidth), Math.floor(y / cellHeight)),
    soft: (x, y) => {
      const [across, down] = [x / cellWidth - 0.5, y / cellHeight - 0.5]
      const [column, row] = [Math.floor(across), Math.floor(down)]
      const upper = mix(colorAt(column, row), colorAt(column + 1, row), across - column)
      const lower = mix(colorAt(column, row + 1), colorAt(column + 1, row + 1), across - column)
      return mix(upper, lower, down - row)
    },
  }
}

/** The median of every channel, in 32 levels. */
function medianColor({ data, width, height, channels }: RawPicture, cell: PixelArea): Color {
  const seen: readonly [number[], number[], number[]] = [[], [], []]
  for (let row = 0; row < samples; row += 1) {
    for (let column = 0; column < samples; column += 1) {
      const x = Math.min(width - 1, Math.floor(cell.left + ((column + 0.5) / samples) * (cell.right - cell.left)))
      const y = Math.min(height - 1, Math.floor(cell.top + ((row + 0.5) / samples) * (cell.bottom - cell.top)))
      const at = (y * width + x) * channels
      for (const channel of [0, 1, 2] as const) seen[channel].push(data[at + channel] ?? 0)
    }
  }
  const [red, green, blue] = seen.map((values) => toLevel(values.sort((a, b) => a - b)[values.length >> 1] ?? 0))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** 0 and 255 stay, so that a white background stays white. */
function toLevel(value: number): number {
  return Math.round((Math.round((value / 255) * 31) / 31) * 255)
}

function mix(a: Color, b: Color, share: number): Color {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
