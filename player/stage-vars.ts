import type { Hotspot } from '#domain/demo.ts'
import type { PictureArea } from '#domain/step-look.ts'

import { areaThroughCamera, middleOf, throughCamera, wholePicture, type Camera } from './camera.ts'

export interface StageGeometry {
  /** Size of the picture in any unit; only the ratio counts. */
  readonly width: number | null
  readonly height: number | null
  readonly hotspot: Hotspot | null
  readonly box?: PictureArea | null | undefined
  /** null shows the whole picture. */
  readonly camera?: Camera | null | undefined
  /** The area the author drew, which phones follow automatically. */
  readonly zoom?: PictureArea | null | undefined
}

/** A stage's custom properties: unitless numbers, so that nothing else can get into a style sheet. */
export function stageVars(stage: StageGeometry): ReadonlyMap<string, number> {
  const vars = new Map<string, number>()
  const set = (name: string, value: unknown) => vars.set(`--us-${name}`, finite(value))
  const { width, height, hotspot, box = null, zoom = null } = stage
  const camera = stage.camera ?? wholePicture
  if (width !== null && height !== null) {
    set('width', width)
    set('height', height)
  }
  if (camera !== wholePicture) {
    set('zoom', camera.scale)
    set('left', camera.xPercent * camera.scale)
    set('top', camera.yPercent * camera.scale)
  }
  if (hotspot !== null) {
    const seen = throughCamera(camera, hotspot)
    set('x', seen.xPercent)
    set('y', seen.yPercent)
    set('raw-x', hotspot.xPercent)
    set('raw-y', hotspot.yPercent)
  }
  if (box !== null) {
    const seen = areaThroughCamera(camera, box)
    set('box-x', seen.xPercent)
    set('box-y', seen.yPercent)
    set('box-width', seen.widthPercent)
    set('box-height', seen.heightPercent)
    set('raw-box-x', box.xPercent)
    set('raw-box-y', box.yPercent)
    set('raw-box-width', box.widthPercent)
    set('raw-box-height', box.heightPercent)
  }
  // A phone shows less: the hotspot matters most.
  const focus = hotspot ?? (zoom === null ? null : middleOf(zoom))
  if (focus !== null) {
    set('focus-x', focus.xPercent)
    set('focus-y', focus.yPercent)
  }
  if (zoom !== null)
    set('phone-zoom', Math.min(1.35, Math.max(1.05, 95 / Math.max(zoom.widthPercent, zoom.heightPercent))))
  return vars
}

/** CSS that positions a server-rendered stage before script runs. Contains only numbers. */
export function stageRule(stage: StageGeometry): string {
  const vars = varsRule(stage)
  return vars === '' ? '' : `.us-stage{${vars}}`
}

/** The custom properties as declarations. Contains only numbers. */
export function varsRule(stage: StageGeometry): string {
  return [...stageVars(stage)].map(([name, value]) => `${name}:${value}`).join(';')
}

/** Typed as numbers, but other tools may have written the rows, and this goes into a style sheet. */
function finite(value: unknown): number {
  const number = Number(value)
  return Number.isFinite(number) ? Math.round(number * 1_000) / 1_000 : 0
}
