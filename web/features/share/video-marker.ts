import { pictureMotion, progressOf, pulse } from '#player/motion.ts'
import type { Rect } from '#player/callout-place.ts'

import { roundPath, type Context2d } from './video-canvas.ts'
import type { Point, SceneLayout } from './video-layout.ts'

const red = 'oklch(0.63 0.24 25)'
const ringRadius = 20.5

/** Draws the ring or box like player/step-stage.css; static without a time. */
export function drawMarker(context: Context2d, layout: SceneLayout, spot: Point, elapsedMs: number | null): void {
  if (layout.step.look.marker === 'none') return
  const path = layout.box === null ? ringPath(spot) : boxPath(layout.box)
  if (elapsedMs !== null) {
    const share = progressOf({ ms: pulse.ms, curve: pictureMotion.curve }, elapsedMs % pulse.ms)
    const scale = 1 + ((layout.box === null ? pulse.scale : 1.04) - 1) * share
    context.save()
    context.globalAlpha = pulse.opacity * (1 - share)
    path(context, scale)
    stroke(context, red, 3)
    context.restore()
  }
  path(context, 1)
  stroke(context, '#fff', 6)
  path(context, 1)
  stroke(context, red, 3)
}

/** The pointer of autoplay. */
export function drawPointer(context: Context2d, spot: Point, scale: number): void {
  context.save()
  context.translate(spot.x + 9, spot.y + 8)
  context.scale(scale, scale)
  context.translate(-3, -2)
  context.beginPath()
  for (const [x, y] of pointer) context.lineTo(x, y)
  context.closePath()
  context.lineJoin = 'round'
  context.shadowColor = 'oklch(0.1 0.05 295 / 0.4)'
  context.shadowBlur = 5
  context.shadowOffsetY = 3
  context.fillStyle = '#111'
  context.fill()
  context.shadowColor = 'transparent'
  stroke(context, '#fff', 2)
  context.restore()
}

const pointer = [
  [3, 2],
  [3, 22],
  [8.5, 17],
  [12.3, 25.5],
  [16.3, 23.7],
  [12.6, 15.5],
  [20, 15.5],
] as const

function ringPath({ x, y }: Point) {
  return (context: Context2d, scale: number) => {
    context.beginPath()
    context.arc(x, y, ringRadius * scale, 0, 2 * Math.PI)
  }
}

function boxPath({ left, top, right, bottom }: Rect) {
  return (context: Context2d, scale: number) => {
    const [x, y] = [((right - left) * (scale - 1)) / 2 + 4, ((bottom - top) * (scale - 1)) / 2 + 4]
    roundPath(context, { left: left - x, top: top - y, right: right + x, bottom: bottom + y }, 10)
  }
}

function stroke(context: Context2d, color: string, width: number): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
}
