import type { Point } from './click-place.ts'
import { editingSurfaceAround } from './editing-surface.ts'
import { activationTarget, isClickable, isTypedField } from './target-description.ts'

/** Corners in the frame's viewport. */
export interface TargetBox {
  readonly from: Point
  readonly to: Point
}

const leastPx = 6
/** Larger elements are regions of the page, not controls. */
const viewportShareMax = 0.3

/** The control's box if it is certain: visible, no larger than a control, and under the pointer. */
export function targetBoxOf(hit: Element, point: Point): TargetBox | null {
  // An option is smaller than its list, and may be shown apart from it.
  const element = hit.closest('option') ?? activationTarget(hit)
  const isField = isTypedField(element)
  if (!isField && (!isClickable(hit) || editingSurfaceAround(hit) !== null)) return null
  // A wrapped link has several boxes.
  const rect = [...element.getClientRects()].find((each) => contains(each, point))
  if (rect === undefined) return null
  const from = { x: Math.max(0, rect.left), y: Math.max(0, rect.top) }
  const to = { x: Math.min(window.innerWidth, rect.right), y: Math.min(window.innerHeight, rect.bottom) }
  const [width, height] = [to.x - from.x, to.y - from.y]
  if (width < leastPx || height < leastPx) return null
  return width * height > window.innerWidth * window.innerHeight * viewportShareMax ? null : { from, to }
}

function contains(rect: DOMRect, { x, y }: Point): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom
}
