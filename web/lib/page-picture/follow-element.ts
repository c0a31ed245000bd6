import type { Hotspot } from '#domain/demo.ts'
import type { PagePath } from '#domain/page-path.ts'
import type { PictureArea } from '#domain/step-look.ts'

import { boxOf, flatParent, frameOffset, isEmptyBox, type Box, type Offset } from './flat-tree.ts'

/* Moves a hotspot with its element when edits move the element. */

/** Size of the picture in CSS pixels of the page. */
interface PictureSize {
  readonly width: number
  readonly height: number
}

export interface ElementPlace {
  readonly path: PagePath
  readonly box: Box
}

/** The element under a hotspot. `paths` are those of the page as captured. */
export function elementUnder(
  page: Document,
  paths: ReadonlyMap<Node, PagePath>,
  { xPercent, yPercent }: Hotspot,
  { width, height }: PictureSize,
): ElementPlace | null {
  const point = { x: (xPercent / 100) * width, y: (yPercent / 100) * height }
  let { element, frame } = deepest(page, point, { x: 0, y: 0 })
  while (element !== null && !paths.has(element)) element = flatParent(element)
  const path = element === null ? undefined : paths.get(element)
  return element === null || path === undefined ? null : { path, box: boxOf(element.getBoundingClientRect(), frame) }
}

/** The element at a point of a page, in shadow roots and frames too. */
export function deepest(
  page: Document,
  point: Offset,
  frame: Offset,
): { readonly element: Element | null; readonly frame: Offset } {
  const at = (root: DocumentOrShadowRoot) => root.elementFromPoint(point.x - frame.x, point.y - frame.y)
  let element = at(page)
  for (let root = element?.shadowRoot ?? null; element !== null && root !== null; root = element.shadowRoot) {
    const inner: Element | null = at(root)
    if (inner === null || inner === element || inner.getRootNode() !== root) break
    element = inner
  }
  const document = element?.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null
  if (element === null || document === null) return { element, frame }
  const inner = frameOffset(element, frame)
  const found = deepest(document, point, inner)
  return found.element === null ? { element, frame } : found
}

/** The same place of an element that has moved from one box to another. */
export function followPoint(point: Hotspot, from: Box, to: Box, { width, height }: PictureSize): Hotspot {
  const along = (percent: number, size: number, low: number, high: number, newLow: number, newHigh: number) => {
    const share = high > low ? ((percent / 100) * size - low) / (high - low) : 0.5
    return Math.max(0, Math.min(100, ((newLow + share * (newHigh - newLow)) / size) * 100))
  }
  return {
    xPercent: roundPercent(along(point.xPercent, width, from.left, from.right, to.left, to.right)),
    yPercent: roundPercent(along(point.yPercent, height, from.top, from.bottom, to.top, to.bottom)),
  }
}

/** An area around an element, or near it, moves as its edges do. */
export function followArea(area: PictureArea, from: Box, to: Box, { width, height }: PictureSize): PictureArea {
  const left = area.xPercent + ((to.left - from.left) / width) * 100
  const top = area.yPercent + ((to.top - from.top) / height) * 100
  const right = area.xPercent + area.widthPercent + ((to.right - from.right) / width) * 100
  const bottom = area.yPercent + area.heightPercent + ((to.bottom - from.bottom) / height) * 100
  return { xPercent: left, yPercent: top, widthPercent: right - left, heightPercent: bottom - top }
}

export function hasMoved(from: Box, to: Box): boolean {
  const isFar = (a: number, b: number) => Math.abs(a - b) >= 0.5
  return (
    !isEmptyBox(to) &&
    (isFar(from.left, to.left) ||
      isFar(from.top, to.top) ||
      isFar(from.right, to.right) ||
      isFar(from.bottom, to.bottom))
  )
}

function roundPercent(percent: number): number {
  return Math.round(percent * 1_000) / 1_000
}
