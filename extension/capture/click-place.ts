import type { Hotspot } from '#domain/demo.ts'
import { percentOf } from '#domain/percent.ts'

/** A point in CSS pixels of some frame's layout viewport, as mouse events have it. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Position of a frame's viewport in its parent, measured by the parent. */
export interface FramePlace {
  /** The frame element's border box in the parent's viewport, transforms included. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The same box before transforms: offsetWidth and offsetHeight. */
  readonly layoutWidth: number
  readonly layoutHeight: number
  /** Border and padding at the left and top, before transforms. */
  readonly insetLeft: number
  readonly insetTop: number
}

/** The window's viewport at the click; the visual viewport differs from it only under pinch zoom. */
export interface ViewportPlace {
  readonly width: number
  readonly height: number
  readonly offsetLeft: number
  readonly offsetTop: number
  readonly scale: number
}

/** The same point in the coordinates of the frame's parent; scaled frames included. */
export function toParentPoint(point: Point, frame: FramePlace): Point {
  const scaleX = frame.layoutWidth > 0 ? frame.width / frame.layoutWidth : 1
  const scaleY = frame.layoutHeight > 0 ? frame.height / frame.layoutHeight : 1
  return {
    x: frame.left + (frame.insetLeft + point.x) * scaleX,
    y: frame.top + (frame.insetTop + point.y) * scaleY,
  }
}

/**
 * The point in percent of the visible viewport, which is what a screenshot shows; independent of pixel ratio and zoom.
 * Null outside it.
 */
export function toHotspot(point: Point, viewport: ViewportPlace): Hotspot | null {
  const xPercent = percentOf((point.x - viewport.offsetLeft) * viewport.scale, viewport.width)
  const yPercent = percentOf((point.y - viewport.offsetTop) * viewport.scale, viewport.height)
  const isInside = xPercent >= 0 && xPercent <= 100 && yPercent >= 0 && yPercent <= 100
  return isInside ? { xPercent: round(xPercent), yPercent: round(yPercent) } : null
}

function round(percent: number): number {
  return Math.round(percent * 1_000) / 1_000
}
