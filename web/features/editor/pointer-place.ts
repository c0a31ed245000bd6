import type { Hotspot } from '#domain/demo.ts'
import { clampPercent, percentOf } from '#domain/percent.ts'

/** The pointer's position in percent of the picture, clamped; two decimals are a tenth of a pixel. */
export function pointToHotspot(
  point: { readonly clientX: number; readonly clientY: number },
  picture: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Hotspot {
  return placeHotspot(
    percentOf(point.clientX - picture.left, picture.width),
    percentOf(point.clientY - picture.top, picture.height),
  )
}

export function placeHotspot(xPercent: number, yPercent: number): Hotspot {
  return { xPercent: roundPercent(xPercent), yPercent: roundPercent(yPercent) }
}

function roundPercent(percent: number): number {
  return Math.round(clampPercent(percent) * 100) / 100
}
