import type { Hotspot } from '#domain/demo.ts'

interface StageGeometry {
  readonly width: number | null
  readonly height: number | null
  readonly hotspot: Hotspot | null
}

/**
 * The CSS a server-rendered page needs in its nonce'd style element so that the stage has its shape and the hotspot
 * its place before script runs. Holds numbers only, whatever the row holds.
 */
export function stageRule({ width, height, hotspot }: StageGeometry): string {
  const frame =
    width !== null && height !== null ? `.us-frame{--us-width:${numberOf(width)};--us-height:${numberOf(height)}}` : ''
  const place =
    hotspot === null
      ? ''
      : `.us-hotspot-rail{--us-x:${numberOf(hotspot.xPercent)};--us-y:${numberOf(hotspot.yPercent)}}`
  return frame + place
}

/** Typed as a number, but rows of other tools may differ, and this goes into a stylesheet. */
function numberOf(value: unknown): number {
  return Number(value)
}
