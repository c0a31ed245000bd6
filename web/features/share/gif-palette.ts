/* Reduces pictures to 255 colours; the last index is reserved for "unchanged". */

export const transparent = 255
const colorsMax = 255

/** Three bytes per colour. */
export interface Palette {
  readonly colors: Uint8Array<ArrayBuffer>
  readonly count: number
  /** For each 15-bit colour, the nearest palette index plus one; 0 if not looked up yet. */
  readonly known: Uint16Array
}

interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** The mean and number of pixels with the same 15-bit colour. */
interface Bin extends Color {
  readonly key: number
  readonly weight: number
}

type Channel = 'red' | 'green' | 'blue'

/** Median cut over 15-bit colours, weighted by frequency. */
export function makePalette(pixels: Uint8ClampedArray): Palette {
  const sums = new Float64Array(32_768 * 4)
  for (let at = 0; at < pixels.length; at += 4) {
    const bin = 4 * key(pixels, at)
    for (let channel = 0; channel < 3; channel += 1)
      sums[bin + channel] = (sums[bin + channel] ?? 0) + (pixels[at + channel] ?? 0)
    sums[bin + 3] = (sums[bin + 3] ?? 0) + 1
  }
  const bins: Bin[] = []
  for (let bin = 0; bin < sums.length; bin += 4) {
    const weight = sums[bin + 3] ?? 0
    if (weight === 0) continue
    bins.push({
      key: bin / 4,
      red: (sums[bin] ?? 0) / weight,
      green: (sums[bin + 1] ?? 0) / weight,
      blue: (sums[bin + 2] ?? 0) / weight,
      weight,
    })
  }
  const boxes = [bins]
  while (boxes.length < colorsMax) {
    const worst = widest(boxes)
    if (worst === null) break
    boxes.splice(worst.at, 1, ...halves(boxes[worst.at] ?? [], worst.channel))
  }
  const colors = new Uint8Array(256 * 3)
  for (const [index, box] of boxes.entries()) {
    const weight = box.reduce((sum, each) => sum + each.weight, 0)
    for (const [offset, channel] of channels.entries()) {
      colors[3 * index + offset] = Math.round(box.reduce((sum, each) => sum + each[channel] * each.weight, 0) / weight)
    }
  }
  const palette = { colors, count: boxes.length, known: new Uint16Array(32_768) }
  for (const bin of bins) remember(palette, bin.key, bin)
  return palette
}

/** The palette index for a pixel. Pixels that differ by less than 8 in each channel share one. */
export function nearest(palette: Palette, pixels: Uint8ClampedArray, at: number): number {
  const wanted = key(pixels, at)
  const known = palette.known[wanted] ?? 0
  if (known > 0) return known - 1
  const middle = (shift: number) => ((wanted >> shift) & 31) * 8 + 4
  return remember(palette, wanted, { red: middle(10), green: middle(5), blue: middle(0) })
}

function remember({ colors, count, known }: Palette, wanted: number, { red, green, blue }: Color): number {
  let best = 0
  let least = Infinity
  for (let index = 0; index < count; index += 1) {
    const distance =
      2 * (red - (colors[3 * index] ?? 0)) ** 2 +
      4 * (green - (colors[3 * index + 1] ?? 0)) ** 2 +
      (blue - (colors[3 * index + 2] ?? 0)) ** 2
    if (distance >= least) continue
    least = distance
    best = index
  }
  known[wanted] = best + 1
  return best
}

const channels: readonly Channel[] = ['red', 'green', 'blue']

/** The box and channel with the largest spread, weighted by pixels. */
function widest(boxes: readonly (readonly Bin[])[]): { readonly at: number; readonly channel: Channel } | null {
  let found: { readonly at: number; readonly channel: Channel } | null = null
  let most = 0
  for (const [at, box] of boxes.entries()) {
    if (box.length < 2) continue
    const weight = box.reduce((sum, each) => sum + each.weight, 0)
    for (const channel of channels) {
      let [low, high] = [255, 0]
      for (const each of box) {
        low = Math.min(low, each[channel])
        high = Math.max(high, each[channel])
      }
      const spread = (high - low) * Math.sqrt(weight)
      if (spread <= most) continue
      most = spread
      found = { at, channel }
    }
  }
  return found
}

function halves(box: readonly Bin[], channel: Channel): readonly [Bin[], Bin[]] {
  const sorted = box.toSorted((a, b) => a[channel] - b[channel])
  const half = sorted.reduce((sum, each) => sum + each.weight, 0) / 2
  let sum = 0
  let cut = 0
  while (cut < sorted.length - 1 && (cut === 0 || sum < half)) {
    sum += sorted[cut]?.weight ?? 0
    cut += 1
  }
  return [sorted.slice(0, cut), sorted.slice(cut)]
}

function key(pixels: Uint8ClampedArray, at: number): number {
  return (((pixels[at] ?? 0) >> 3) << 10) | (((pixels[at + 1] ?? 0) >> 3) << 5) | ((pixels[at + 2] ?? 0) >> 3)
}
