import { readColor, textColorOn } from '#domain/brand.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'
import type { Camera } from '#player/camera.ts'
import { cameraMotion, glideMotion, pictureMotion } from '#player/motion.ts'
import type { Rect } from '#player/callout-place.ts'

import { drawTitlePanel } from './video-title-panel.ts'
import { clipTo, fillRound, type Context2d } from './video-canvas.ts'
import { barHeight, type SceneLayout } from './video-layout.ts'
import { drawMarker, drawPointer } from './video-marker.ts'
import { momentAt, type VideoMoment } from './video-moment.ts'
import type { VideoPictures, VideoStage } from './video-stage.ts'
import { drawWords } from './video-words.ts'

/** The settled parts of a scene, drawn once. */
export interface SettledLayer {
  readonly context: OffscreenCanvasRenderingContext2D
  /** The scene that the layer holds. */
  scene: VideoMoment['scene'] | null
}

export function settledLayer({ size }: VideoStage): SettledLayer | null {
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { alpha: false })
  return context === null ? null : { context, scene: null }
}

/**
 * Draws the video frame at `ms`. `isStill` leaves out endless animations, for formats that store every change. With a
 * layer, shadows and scaled pictures are drawn once per scene.
 */
export function drawFrame(
  context: Context2d,
  stage: VideoStage,
  pictures: VideoPictures,
  ms: number,
  { isStill = false, layer = null }: { readonly isStill?: boolean; readonly layer?: SettledLayer | null } = {},
): void {
  const moment = momentAt(stage.plan, stage.layouts, ms)
  if (moment === null) return
  const { scene, layout, spot } = moment
  if (layer !== null && moment.elapsedMs >= settledMs) {
    if (layer.scene !== scene) drawResting(layer.context, stage, pictures, moment)
    layer.scene = scene
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(layer.context.canvas, 0, 0)
    context.setTransform(stage.size.scale, 0, 0, stage.size.scale, 0, 0)
  } else {
    drawResting(context, stage, pictures, moment)
  }
  drawProgress(context, stage, scene.index, moment.progress)
  if (scene.kind !== 'step' || spot === null) return
  context.save()
  clipTo(context, grown(layout.view, 24), 0)
  drawMarker(context, layout, spot, isStill ? null : moment.elapsedMs)
  context.restore()
  drawPointer(context, spot, moment.pointerScale)
}

const settledMs = Math.max(cameraMotion.ms, glideMotion.ms, pictureMotion.ms)

/** Everything except the progress, marker and pointer. */
function drawResting(context: Context2d, stage: VideoStage, pictures: VideoPictures, moment: VideoMoment): void {
  const { demo, size } = stage
  const { layout, last, scene } = moment
  const [width, height] = [size.width / size.scale, size.height / size.scale]
  context.setTransform(size.scale, 0, 0, size.scale, 0, 0)
  context.globalAlpha = 1
  drawGround(context, stage, pictures.background, width, height)
  drawName(context, stage, height)
  if (last !== null) drawPicture(context, demo, last, moment.camera, pictures, 1)
  drawPicture(context, demo, layout, moment.camera, pictures, moment.opacity)
  if (scene.kind !== 'step') drawTitlePanel(context, stage, scene.kind, layout.view)
  else if (moment.words !== null && layout.words !== null) {
    drawWords(context, stage, layout.words, moment.words, moment.spot)
  }
}

/** Whether light text is readable on the background. */
function isDarkGround({ background, backgroundColor }: DemoLook): boolean {
  if (background === 'stage' || background === 'image') return true
  const color = background === 'color' ? readColor(backgroundColor ?? '') : null
  return color !== null && textColorOn(color) === '#ffffff'
}

function drawGround(
  context: Context2d,
  { demo }: VideoStage,
  image: ImageBitmap | null,
  width: number,
  height: number,
): void {
  const { background, backgroundColor } = demo.look
  const color = background === 'color' ? readColor(backgroundColor ?? '') : null
  if (background === 'image' && image !== null) {
    const scale = Math.max(width / image.width, height / image.height)
    const [w, h] = [image.width * scale, image.height * scale]
    context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
    context.fillStyle = '#000a'
    context.fillRect(0, 0, width, height)
    return
  }
  if (background === 'stage' || background === 'image') {
    context.fillStyle = 'oklch(0.175 0.055 292)'
    context.fillRect(0, 0, width, height)
    glow(context, width, height, { x: 0.3, y: -0.2, radius: 0.9 }, 'oklch(0.45 0.17 292)')
    return
  }
  context.fillStyle = color ?? 'oklch(0.985 0.003 300)'
  context.fillRect(0, 0, width, height)
  if (background === 'plain') glow(context, width, height, { x: 0.5, y: -0.08, radius: 0.6 }, 'oklch(0.9 0.06 295)')
}

function glow(
  context: Context2d,
  width: number,
  height: number,
  at: { readonly x: number; readonly y: number; readonly radius: number },
  color: string,
): void {
  const [x, y] = [width * at.x, height * at.y]
  const light = context.createRadialGradient(x, y, 0, x, y, width * at.radius)
  light.addColorStop(0, color)
  light.addColorStop(1, 'transparent')
  context.fillStyle = light
  context.fillRect(0, 0, width, height)
}

function drawProgress(context: Context2d, stage: VideoStage, index: number, progress: number): void {
  const isDark = isDarkGround(stage.demo.look)
  const count = stage.demo.steps.length
  const width = stage.size.width / stage.size.scale - 48
  const gap = Math.min(4, width / count / 4)
  const one = (width - gap * (count - 1)) / count
  for (let step = 0; step < count; step += 1) {
    const left = 24 + step * (one + gap)
    context.fillStyle = isDark ? 'oklch(1 0 0 / 0.2)' : 'oklch(0.3 0.05 295 / 0.14)'
    fillRound(context, { left, top: 16, right: left + one, bottom: 20 }, 2)
    const share = step < index ? 1 : step === index ? progress : 0
    if (share <= 0) continue
    context.fillStyle = isDark ? 'oklch(0.97 0.005 300)' : 'oklch(0.53 0.22 292)'
    fillRound(context, { left, top: 16, right: left + one * share, bottom: 20 }, 2)
  }
}

function drawName(context: Context2d, stage: VideoStage, height: number): void {
  const isDark = isDarkGround(stage.demo.look)
  if (stage.size.isStacked) return
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillStyle = isDark ? 'oklch(0.97 0.005 300)' : 'oklch(0.22 0.02 300)'
  context.font = `600 13px ${stage.font}`
  const name = stage.demo.name.slice(0, 90)
  context.fillText(name, 24, height - 22)
  if (!stage.demo.brand.showsProductName) return
  const left = 24 + context.measureText(name).width + 12
  context.fillStyle = isDark ? 'oklch(0.78 0.02 300)' : 'oklch(0.5 0.02 300)'
  context.font = `400 13px ${stage.font}`
  context.fillText('Understudy', left, height - 22)
}

function drawPicture(
  context: Context2d,
  demo: PlayerDemo,
  { step, view }: SceneLayout,
  camera: Camera,
  { stepPicture }: VideoPictures,
  opacity: number,
): void {
  const picture = stepPicture(step.id)
  const hasBar = demo.look.frame === 'window'
  const whole = hasBar ? { ...view, top: view.top - barHeight } : view
  context.save()
  context.globalAlpha = opacity
  context.shadowColor = 'oklch(0.2 0.06 295 / 0.32)'
  context.shadowBlur = 60
  context.shadowOffsetY = 24
  context.fillStyle = hasBar ? 'oklch(1 0 0)' : 'oklch(0.92 0.005 300)'
  fillRound(context, whole, 12)
  context.shadowColor = 'transparent'
  clipTo(context, whole, 12)
  if (hasBar) drawBar(context, demo.look.frameAddress, whole)
  if (picture !== undefined) {
    clipTo(context, view, 0)
    const [width, height] = [(view.right - view.left) * camera.scale, (view.bottom - view.top) * camera.scale]
    const [x, y] = [view.left - (width * camera.xPercent) / 100, view.top - (height * camera.yPercent) / 100]
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, x, y, width, height)
  }
  context.restore()
}

function drawBar(context: Context2d, address: string, bar: Rect): void {
  const middle = bar.top + barHeight / 2
  context.fillStyle = 'oklch(0.89 0.008 300)'
  for (const dot of [0, 1, 2]) {
    context.beginPath()
    context.arc(bar.left + 19.5 + dot * 18, middle, 5.5, 0, 2 * Math.PI)
    context.fill()
  }
  if (address === '') return
  context.fillStyle = 'oklch(0.5 0.02 300)'
  context.font = '400 12px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(address.slice(0, 80), (bar.left + bar.right) / 2, middle)
}

function grown({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
