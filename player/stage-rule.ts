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
  const frame = width !== null && height !== null ? `.us-frame{--us-width:${+width};--us-height:${+height}}` : ''
  const place = hotspot === null ? '' : `.us-hotspot-rail{--us-x:${+hotspot.xPercent};--us-y:${+hotspot.yPercent}}`
  return frame + place
}
