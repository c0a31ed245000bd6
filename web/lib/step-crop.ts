import type { Step } from '#domain/demo.ts'

/** A picture in a window, in percent of the window. */
export interface StepCrop {
  readonly width: number
  readonly left: number
  readonly top: number
  /** Where the hotspot is; null without one. */
  readonly mark: { readonly left: number; readonly top: number } | null
}

/** Width to height of the window. */
export const cropRatio = 8 / 5

/** How far a close-up enlarges a picture, so that small pictures can be read. */
const closeUp = 1.5

/** Moves a step's picture to its hotspot, and enlarges it there. Without a hotspot, the whole width. */
export function stepCrop(
  { width, height, hotspot }: Pick<Step, 'width' | 'height' | 'hotspot'>,
  enlarged = closeUp,
): StepCrop {
  const ratio = (width ?? 16) / (height ?? 10)
  const zoom = Math.max(hotspot === null || ratio < 1 ? 1 : enlarged, ratio / cropRatio)
  // In window widths and heights.
  const tall = (zoom * cropRatio) / ratio
  const at = hotspot ?? { xPercent: 0, yPercent: 0 }
  const left = clamp(0.5 - (zoom * at.xPercent) / 100, 1 - zoom)
  const top = clamp(0.5 - (tall * at.yPercent) / 100, 1 - tall)
  return {
    width: zoom * 100,
    left: left * 100,
    top: top * 100,
    mark: hotspot === null ? null : { left: left * 100 + zoom * at.xPercent, top: top * 100 + tall * at.yPercent },
  }
}

/** Between the picture's far edge and its near one. */
function clamp(wish: number, least: number): number {
  return Math.min(0, Math.max(least, wish))
}
