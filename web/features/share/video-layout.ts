import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'
import {
  areaThroughCamera,
  titlePanelCamera,
  isSeen,
  stepCamera,
  throughCamera,
  wholePicture,
  type Camera,
} from '#player/camera.ts'
import { calloutRect, calloutSide, type PlacedSide, type Rect } from '#player/callout-place.ts'

import type { VideoPlan, VideoScene } from './video-plan.ts'
import type { VideoSize } from './video-size.ts'
import { listIndent, wrapDescription, wrapLine, type Measure, type WrappedLine } from './wrap-text.ts'

/* The layout of a scene, in CSS pixels of the frame. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface WordsBox {
  /** null: no tail. */
  readonly side: PlacedSide | null
  readonly rect: Rect
  readonly title: readonly string[]
  readonly text: readonly WrappedLine[]
  /** "3 of 8". */
  readonly count: string
}

export interface SceneLayout {
  readonly step: PlayerStep
  /** The picture's position. */
  readonly view: Rect
  readonly camera: Camera
  /** The hotspot, if the scene shows one inside the view. */
  readonly spot: Point | null
  /** The marked element, if the marker is a box. */
  readonly box: Rect | null
  readonly words: WordsBox | null
}

export interface TextMeasures {
  readonly title: Measure
  readonly text: Measure
}

export const lineHeights = { title: 24, text: 22.5, titleGap: 6, blockGap: 8 } as const
export const barHeight = 36
const edge = 24
/** The progress's height, above the picture. */
const head = 36
/** The name's height, below the picture. */
const foot = 44
const stackedWordsHeight = 210
const callout = { width: 344, padX: 20, padTop: 18, padBottom: 16, count: 34, linesMax: 8 } as const
/** With nothing to point at: wide and low, sized by its text, with the count on the right. */
export const caption = { widthMax: 760, padX: 22, padTop: 16, gap: 32, linesMax: 4 } as const
const stackedLinesMax = 3

export function layoutScenes(
  demo: PlayerDemo,
  plan: VideoPlan,
  size: VideoSize,
  measures: TextMeasures,
): readonly SceneLayout[] {
  return plan.scenes.flatMap((scene) => {
    const step = demo.steps[scene.index]
    return step === undefined ? [] : layoutScene(demo, scene, step, size, measures)
  })
}

function layoutScene(
  demo: PlayerDemo,
  scene: VideoScene,
  step: PlayerStep,
  size: VideoSize,
  measures: TextMeasures,
): SceneLayout {
  const view = viewOf(demo, step, size)
  if (scene.kind !== 'step') {
    const camera = size.isStacked ? wholePicture : titlePanelCamera
    return { step, view, camera, spot: null, box: null, words: null }
  }
  const hasCards = demo.cards.some(({ stepId }) => stepId === step.id)
  const camera = stepCamera(demo.look, step, hasCards, view.right - view.left) ?? wholePicture
  const seen = step.hotspot === null ? null : throughCamera(camera, step.hotspot)
  const isMarked = step.hotspot !== null && isSeen(camera, step.hotspot)
  const spot = isMarked && seen !== null ? inView(view, seen.xPercent, seen.yPercent) : null
  const box = step.look.box === null ? null : areaIn(view, camera, step.look.box)
  return {
    step,
    view,
    camera,
    spot,
    box: step.look.marker === 'box' && spot !== null ? box : null,
    words: wordsOf(demo, step, size, measures, { view, spot, mark: box }),
  }
}

/** The largest centred picture that fits. */
function viewOf(demo: PlayerDemo, { width, height }: PlayerStep, size: VideoSize): Rect {
  const bar = demo.look.frame === 'window' ? barHeight : 0
  const [frameWidth, frameHeight] = [size.width / size.scale, size.height / size.scale]
  const room = {
    left: edge,
    top: head + bar,
    right: frameWidth - edge,
    bottom: size.isStacked ? frameHeight - stackedWordsHeight - edge : frameHeight - foot,
  }
  const ratio = width !== null && height !== null && height > 0 ? width / height : 16 / 10
  const viewWidth = Math.min(room.right - room.left, (room.bottom - room.top) * ratio)
  const viewHeight = viewWidth / ratio
  const left = (frameWidth - viewWidth) / 2
  const top = room.top + (room.bottom - room.top - viewHeight) / 2
  return { left, top, right: left + viewWidth, bottom: top + viewHeight }
}

interface Marked {
  readonly view: Rect
  readonly spot: Point | null
  readonly mark: Rect | null
}

function wordsOf(
  demo: PlayerDemo,
  step: PlayerStep,
  size: VideoSize,
  measures: TextMeasures,
  { view, spot, mark }: Marked,
): WordsBox | null {
  if (step.title === null && step.description === null) return null
  const [frameWidth, frameHeight] = [size.width / size.scale, size.height / size.scale]
  const isCaption = !size.isStacked && spot === null
  const count = `${step.order} of ${demo.steps.length}`
  const countRoom = isCaption ? caption.gap + measures.text(count) : 0
  const { boxWidth, padX, linesMax } = size.isStacked
    ? { boxWidth: frameWidth, padX: edge, linesMax: stackedLinesMax }
    : isCaption
      ? { ...caption, boxWidth: Math.min(caption.widthMax, frameWidth - 2 * edge) }
      : { ...callout, boxWidth: callout.width }
  const textWidth = boxWidth - 2 * padX - countRoom
  const title = wrapLine(step.title ?? '', textWidth, measures.title).slice(0, 3)
  const text = wrapDescription(step.description ?? '', textWidth, linesMax, measures.text)
  const words = { title, text, count }
  if (size.isStacked) {
    const rect = { left: 0, top: frameHeight - stackedWordsHeight, right: frameWidth, bottom: frameHeight }
    return { ...words, side: null, rect }
  }
  const gaps = text.filter(({ isAfterGap }) => isAfterGap).length
  const between = title.length > 0 && text.length > 0 ? lineHeights.titleGap : 0
  const linesHeight =
    title.length * lineHeights.title + between + text.length * lineHeights.text + gaps * lineHeights.blockGap
  if (spot === null) {
    const widths = [
      ...title.map(measures.title),
      ...text.map((line) => measures.text(line.text) + (line.indent === 'none' ? 0 : listIndent)),
    ]
    const width = Math.min(boxWidth, Math.ceil(Math.max(0, ...widths) + countRoom) + 2 * padX)
    const height = linesHeight + 2 * caption.padTop
    const left = (view.left + view.right - width) / 2
    const top = Math.max(view.top, view.bottom - height - 20)
    return { ...words, side: null, rect: { left, top, right: left + width, bottom: top + height } }
  }
  const height = callout.padTop + linesHeight + callout.count + callout.padBottom
  const room = { left: 12, top: head, right: frameWidth - 12, bottom: frameHeight - 12 }
  const scene = {
    ...spot,
    mark: mark ?? { left: spot.x, top: spot.y, right: spot.x, bottom: spot.y },
    room,
    width: boxWidth,
    height,
  }
  const side = calloutSide(scene, step.look.calloutSide)
  return { ...words, side, rect: calloutRect(scene, side) }
}

function areaIn(view: Rect, camera: Camera, area: NonNullable<PlayerStep['look']['box']>): Rect {
  const seen = areaThroughCamera(camera, area)
  const from = inView(view, seen.xPercent, seen.yPercent)
  const to = inView(view, seen.xPercent + seen.widthPercent, seen.yPercent + seen.heightPercent)
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}

export function inView(view: Rect, xPercent: number, yPercent: number): Point {
  return {
    x: view.left + ((view.right - view.left) * xPercent) / 100,
    y: view.top + ((view.bottom - view.top) * yPercent) / 100,
  }
}
