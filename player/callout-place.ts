import type { CalloutSide } from '#domain/step-look.ts'

export type PlacedSide = Exclude<CalloutSide, 'auto'>

/** A rectangle in pixels of the scene. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface CalloutScene {
  /** The area available to the callout. */
  readonly room: Rect
  /** The hotspot. */
  readonly x: number
  readonly y: number
  /** The marked element, or the hotspot itself. */
  readonly mark: Rect
  readonly width: number
  readonly height: number
}

/** Distance from the hotspot to the callout. */
const hotspotGap = 46
/** Distance from the marked element to the callout. */
const markGap = 16
/** The ring, including its outline. */
const ringRadius = 24
/** Where the tail meets the callout, from its upper or left edge. */
const tailAt = 41
/** Keeps the tail away from the rounded corners. */
const tailInset = 22

/**
 * The side of the hotspot where the callout covers nothing marked: the author's if it fits, then right, left, below,
 * above. If none fits, it may cover the marked element, but never the ring.
 */
export function calloutSide(scene: CalloutScene, wanted: CalloutSide): PlacedSide {
  const order: readonly PlacedSide[] = ['right', 'left', 'below', 'above']
  const sides = wanted === 'auto' ? order : [wanted, ...order.filter((side) => side !== wanted)]
  const { x, y } = scene
  const ring = { left: x, top: y, right: x, bottom: y }
  return (
    sides.find((side) => fits(scene, side)) ??
    sides.find((side) => fits({ ...scene, mark: ring }, side)) ??
    sides.toSorted((a, b) => hidden(scene, a) - hidden(scene, b))[0] ??
    'right'
  )
}

/** The position where player/callout.css puts the callout. */
export function calloutRect(scene: CalloutScene, side: PlacedSide): Rect {
  const { x, y, mark, width, height, room } = scene
  const [left, top] = {
    right: [Math.max(x + hotspotGap, mark.right + markGap), y - tailAt],
    left: [Math.min(x - hotspotGap, mark.left - markGap) - width, y - tailAt],
    below: [x - tailAt - tailInset, Math.max(y + hotspotGap, mark.bottom + markGap)],
    above: [x - tailAt - tailInset, Math.min(y - hotspotGap, mark.top - markGap) - height],
  }[side] as [number, number]
  const inLeft = Math.max(room.left, Math.min(left, room.right - width))
  const inTop = Math.max(room.top, Math.min(top, room.bottom - height))
  return { left: inLeft, top: inTop, right: inLeft + width, bottom: inTop + height }
}

function fits(scene: CalloutScene, side: PlacedSide): boolean {
  const { x, y, room } = scene
  const rect = calloutRect(scene, side)
  if (rect.bottom > room.bottom + 1 || rect.right > room.right + 1 || hidden(scene, side) > 0) return false
  const isBeside = side === 'right' || side === 'left'
  const tail = isBeside ? y - rect.top : x - rect.left
  const along = isBeside ? rect.bottom - rect.top : rect.right - rect.left
  return tail >= tailInset && tail <= along - tailInset
}

/** How much of the marked area the callout would cover, in square pixels; the ring weighs most. */
function hidden(scene: CalloutScene, side: PlacedSide): number {
  const { x, y, mark } = scene
  const rect = calloutRect(scene, side)
  const ring = { left: x - ringRadius, top: y - ringRadius, right: x + ringRadius, bottom: y + ringRadius }
  return overlap(rect, mark) + 100 * overlap(rect, ring)
}

/** The overlap of two areas, in square pixels. */
export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
