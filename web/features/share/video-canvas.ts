import type { Rect } from '#player/callout-place.ts'

export type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function fillRound(context: Context2d, rect: Rect, radius: number): void {
  roundPath(context, rect, radius)
  context.fill()
}

export function roundPath(context: Context2d, { left, top, right, bottom }: Rect, radius: number): void {
  context.beginPath()
  context.roundRect(left, top, right - left, bottom - top, radius)
}

export function clipTo(context: Context2d, rect: Rect, radius: number): void {
  roundPath(context, rect, radius)
  context.clip()
}
