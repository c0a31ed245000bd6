/*
 * Video has softer colours than screenshots. Where a frame equals the one that was shown at the last screenshot, the
 * screenshot's pixels replace the frame's.
 */

/** Pixels in RGBA. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Even, as video stores colours for two by two pixels. */
const blockPx = 16
/** How far brightness may differ between a screenshot and its frame: rounding, and edges of strong colours. */
const brightnessMax = 28

/** Replaces the blocks of `frame` that `before` shows too by those of the screenshot taken with `before`. */
export function mendPicture(frame: Pixels, before: Pixels, screenshot: Pixels): void {
  if (!isSameSize(frame, before) || !isSameSize(frame, screenshot)) return
  for (let top = 0; top < frame.height; top += blockPx) {
    for (let left = 0; left < frame.width; left += blockPx) {
      const rows = rowsOf(frame, left, top)
      if (
        rows.every(([from, to]) => isSame(frame.data, before.data, from, to) && isLike(before, screenshot, from, to))
      ) {
        for (const [from, to] of rows) frame.data.set(screenshot.data.subarray(from, to), from)
      }
    }
  }
}

/** Mean difference of the channels; reveals the stream's colour matrix. */
export function differenceOf(first: Pixels, second: Pixels): number {
  if (!isSameSize(first, second)) return Number.POSITIVE_INFINITY
  let sum = 0
  let count = 0
  // A prime, so that the samples cover every column.
  for (let index = 0; index < first.data.length; index += 4 * 61) {
    for (let channel = 0; channel < 3; channel += 1) sum += differenceAt(first.data, second.data, index + channel)
    count += 3
  }
  return sum / count
}

function isSameSize(first: Pixels, second: Pixels): boolean {
  return first.width === second.width && first.height === second.height
}

/** The block's rows, as ranges of indexes. */
function rowsOf({ width, height }: Pixels, left: number, top: number): readonly (readonly [number, number])[] {
  const right = Math.min(left + blockPx, width)
  return Array.from({ length: Math.min(blockPx, height - top) }, (_, row) => {
    const start = (top + row) * width
    return [(start + left) * 4, (start + right) * 4] as const
  })
}

function isSame(first: Uint8ClampedArray, second: Uint8ClampedArray, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (first[index] !== second[index]) return false
  return true
}

/** Whether the screenshot matches the frame from the same moment. */
function isLike(frame: Pixels, screenshot: Pixels, from: number, to: number): boolean {
  for (let index = from; index < to; index += 4) {
    if (Math.abs(brightnessAt(frame.data, index) - brightnessAt(screenshot.data, index)) > brightnessMax) return false
  }
  return true
}

function brightnessAt(data: Uint8ClampedArray, index: number): number {
  return 0.299 * (data[index] ?? 0) + 0.587 * (data[index + 1] ?? 0) + 0.114 * (data[index + 2] ?? 0)
}

function differenceAt(first: Uint8ClampedArray, second: Uint8ClampedArray, index: number): number {
  return Math.abs((first[index] ?? 0) - (second[index] ?? 0))
}
