import type { Rect } from '#player/callout-place.ts'

/** Corner radii in pixels; four are clockwise from the top left. */
type Radius = number | number[]

export type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function fillRound(context: Context2d, rect: Rect, radius: Radius): void {
  roundPath(context, rect, radius)
  context.fill()
}

export function roundPath(context: Context2d, { left, top, right, bottom }: Rect, radius: Radius): void {
  context.beginPath()
  context.roundRect(left, top, right - left, bottom - top, radius)
}

export function clipTo(context: Context2d, rect: Rect, radius: Radius): void {
  roundPath(context, rect, radius)
  context.clip()
}
