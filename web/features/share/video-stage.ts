import { readColor, textColorOn } from '#domain/brand.ts'
import type { DemoFont } from '#domain/demo-look.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import type { Context2d } from './video-canvas.ts'
import { layoutScenes, type SceneLayout } from './video-layout.ts'
import { planVideo, type VideoPlan } from './video-plan.ts'
import type { VideoSize } from './video-size.ts'

/** A demo's video, ready to draw. */
export interface VideoStage {
  readonly demo: PlayerDemo
  readonly plan: VideoPlan
  readonly layouts: readonly SceneLayout[]
  readonly size: VideoSize
  readonly font: string
  readonly accent: string
  readonly onAccent: string
}

/** The decoded pictures of visible steps by id, and of the background if there is one. */
export interface VideoPictures {
  readonly stepPicture: (stepId: string) => ImageBitmap | undefined
  readonly background: ImageBitmap | null
}

const fonts: Readonly<Record<DemoFont, string>> = {
  inter: '"Inter Variable", system-ui, sans-serif',
  system: 'system-ui, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
}

/** Lays out every scene. The context is only used to measure text. */
export function stageVideo(demo: PlayerDemo, speed: number, size: VideoSize, context: Context2d): VideoStage {
  const font = fonts[demo.look.font ?? demo.brand.font ?? 'inter']
  const plan = planVideo(demo, speed)
  const measured = (style: string) => (text: string) => {
    context.font = style
    return context.measureText(text).width
  }
  const measures = { title: measured(`600 18px ${font}`), text: measured(`400 15px ${font}`) }
  const accent = readColor(demo.look.color ?? demo.brand.color ?? '')
  return {
    demo,
    plan,
    layouts: layoutScenes(demo, plan, size, measures),
    size,
    font,
    accent: accent ?? 'oklch(0.78 0.13 292)',
    onAccent: accent === null ? 'oklch(0.18 0.05 292)' : textColorOn(accent),
  }
}
