import { filler } from '#domain/filler.ts'

import { rangeOver } from '../capture/shared-range.ts'

/** The part of a page that is on the screen, in CSS pixels of its viewport. */
export interface Clip {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

export function isOutside(box: Box, clip: Clip): boolean {
  return box.right <= clip.left || box.left >= clip.right || box.bottom <= clip.top || box.top >= clip.bottom
}

export function isInside(box: Box, clip: Clip): boolean {
  return box.left >= clip.left && box.right <= clip.right && box.top >= clip.top && box.bottom <= clip.bottom
}

export function intersect(clip: Clip, box: Box): Clip {
  return {
    left: Math.max(clip.left, box.left),
    top: Math.max(clip.top, box.top),
    right: Math.min(clip.right, box.right),
    bottom: Math.min(clip.bottom, box.bottom),
  }
}

/**
 * Elements that contain something on the screen, even if they are off-screen themselves: a fixed header stays visible
 * after its page has scrolled away. Found by sampling a few points, most of them near the edges.
 */
export function seenHolders(page: Document, { right, bottom }: Clip): ReadonlySet<Element> {
  const holders = new Set<Element>()
  const rows = [12, 36, 72, ...[0.2, 0.4, 0.6, 0.8].map((part) => part * bottom), bottom - 36, bottom - 12]
  for (const y of rows) {
    for (const part of [0.03, 0.2, 0.4, 0.6, 0.8, 0.97]) {
      let element = page.elementFromPoint(part * right, y)
      for (; element !== null && !holders.has(element); element = element.parentElement) holders.add(element)
    }
  }
  return holders
}

/** Longer texts are checked line by line. */
const longText = 400

/** Replaces the off-screen part of a text with filler of about the same width, so that the layout stays. */
export function seenText(text: Text, clip: Clip): string {
  const { data } = text
  if (data.trim() === '') return data
  const box = rangeOver(text).getBoundingClientRect()
  if (box.width === 0 && box.height === 0) return filler(data)
  if (isInside(box, clip)) return data
  if (isOutside(box, clip)) return filler(data)
  if (data.length < longText) return data
  const from = firstWhere(data.length, (at) => lineAt(text, at).bottom > clip.top)
  const to = firstWhere(data.length, (at) => lineAt(text, at).top >= clip.bottom)
  return filler(data.slice(0, from)) + data.slice(from, to) + filler(data.slice(to))
}

function lineAt(text: Text, at: number): DOMRect {
  return rangeOver(text, at, Math.min(at + 1, text.data.length)).getBoundingClientRect()
}

/** Binary search for the first position that passes; lines are in order. */
function firstWhere(length: number, passes: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}
