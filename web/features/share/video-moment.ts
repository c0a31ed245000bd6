import { throughCamera, wholePicture, type Camera } from '#player/camera.ts'
import { cameraMotion, click, glideMotion, pictureMotion, progressOf } from '#player/motion.ts'
import type { Rect } from '#player/callout-place.ts'

import { inView, type Point, type SceneLayout } from './video-layout.ts'
import { sceneAt, type VideoPlan, type VideoScene } from './video-plan.ts'

/** The state of a video at one time. */
export interface VideoMoment {
  readonly scene: VideoScene
  readonly layout: SceneLayout
  /** The previous scene, while its picture fades. */
  readonly last: SceneLayout | null
  /** The picture's opacity over the previous one. */
  readonly opacity: number
  readonly camera: Camera
  readonly spot: Point | null
  readonly words: Rect | null
  /** The pointer's scale: it shrinks on a click. */
  readonly pointerScale: number
  /** Milliseconds since the scene began. */
  readonly elapsedMs: number
  /** The scene's progress from 0 to 1. */
  readonly progress: number
}

export function momentAt(plan: VideoPlan, layouts: readonly SceneLayout[], ms: number): VideoMoment | null {
  const found = sceneAt(plan, ms)
  const layout = found === null ? undefined : layouts[found.at]
  if (found === null || layout === undefined) return null
  const { scene, at } = found
  const before = layouts[at - 1]
  const elapsedMs = Math.max(0, ms - scene.startMs)
  const glide = progressOf(glideMotion, elapsedMs)
  const opacity = before === undefined ? 1 : progressOf(pictureMotion, elapsedMs)
  const isClick = scene.kind === 'step' && scene.endMs - ms < click.ms
  const clicked = isClick ? 1 - Math.abs((2 * (scene.endMs - ms)) / click.ms - 1) : 0
  return {
    scene,
    layout,
    last: before !== undefined && opacity < 1 ? before : null,
    opacity,
    camera: cameraBetween(before?.camera ?? layout.camera, layout.camera, progressOf(cameraMotion, elapsedMs)),
    spot: layout.spot === null ? null : between(cameFrom(before, layout) ?? layout.spot, layout.spot, glide),
    words: layout.words === null ? null : rectBetween(before?.words?.rect, layout.words.rect, glide),
    pointerScale: 1 - (1 - click.scale) * clicked,
    elapsedMs,
    progress: Math.min(1, elapsedMs / (scene.endMs - scene.startMs)),
  }
}

/** The previous hotspot, as seen by this scene's camera. */
function cameFrom(before: SceneLayout | undefined, { view, camera }: SceneLayout): Point | null {
  const hotspot = before === undefined || before.spot === null ? null : before.step.hotspot
  if (hotspot === null) return null
  const seen = throughCamera(camera, hotspot)
  return inView(view, seen.xPercent, seen.yPercent)
}

/** Interpolates like a browser between two `translate() scale()`. */
function cameraBetween(from: Camera, to: Camera, share: number): Camera {
  const scale = mix(from.scale, to.scale, share)
  if (scale === 1 && share === 1) return wholePicture
  return {
    scale,
    xPercent: mix(from.xPercent * from.scale, to.xPercent * to.scale, share) / scale,
    yPercent: mix(from.yPercent * from.scale, to.yPercent * to.scale, share) / scale,
  }
}

/** The callout's position during a move; its size changes at once. */
function rectBetween(from: Rect | undefined, to: Rect, share: number): Rect {
  if (from === undefined) return to
  const [x, y] = [(1 - share) * (from.left - to.left), (1 - share) * (from.top - to.top)]
  return { left: to.left + x, top: to.top + y, right: to.right + x, bottom: to.bottom + y }
}

function between(from: Point, to: Point, share: number): Point {
  return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) }
}

function mix(from: number, to: number, share: number): number {
  return from * (1 - share) + to * share
}
