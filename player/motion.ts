import type { DemoLook } from '#domain/demo-look.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

/* How a demo moves and how long autoplay shows a step. The stylesheets hold the same numbers (motion.test.ts). */

/** Control points of a CSS `cubic-bezier()`. */
type Curve = readonly [x1: number, y1: number, x2: number, y2: number]

export interface Motion {
  readonly ms: number
  readonly curve: Curve
}

export const cameraMotion: Motion = { ms: 520, curve: [0.3, 0.7, 0.1, 1] }
/** Moves of the hotspot, the pointer and the callout. */
export const glideMotion: Motion = { ms: 240, curve: [0.2, 0.8, 0.2, 1] }
/** `ease-out`. */
export const pictureMotion: Motion = { ms: 120, curve: [0, 0, 0.58, 1] }
/** The repeating pulse of the ring around the hotspot. */
export const pulse = { ms: 1_800, opacity: 0.9, scale: 1.65 } as const
/** The pointer's click at the end of a step. */
export const click = { ms: 120, scale: 0.8 } as const

/** Slow readers need a third of a second per word, plus time to look at the picture. */
export function stepReadingMs({ title, description }: PlayerStep, { secondsPerStep }: DemoLook): number {
  if (secondsPerStep !== null) return secondsPerStep * 1_000
  const words = `${title ?? ''} ${description ?? ''}`.split(/\s+/).filter((word) => word !== '').length
  return Math.min(20_000, 2_500 + words * 330)
}

/** A motion's progress after a time, from 0 to 1. */
export function progressOf({ ms, curve: [x1, y1, x2, y2] }: Motion, elapsedMs: number): number {
  const x = elapsedMs / ms
  if (x <= 0) return 0
  if (x >= 1) return 1
  let [from, to] = [0, 1]
  // Twenty bisections are more precise than a pixel.
  for (let step = 0; step < 20; step += 1) {
    const middle = (from + to) / 2
    if (bezier(x1, x2, middle) < x) from = middle
    else to = middle
  }
  return bezier(y1, y2, from)
}

function bezier(one: number, two: number, t: number): number {
  return 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t ** 2 * two + t ** 3
}
