import { useLayoutEffect, type RefObject } from 'react'

import type { PlayerStep } from '#protocol/player-page.ts'

import { areaThroughCamera, throughCamera, wholePicture, type Camera } from './camera.ts'
import {
  calloutRect,
  calloutSide,
  coveredCards,
  type CalloutScene,
  type PlacedSide,
  type Rect,
} from './callout-place.ts'

interface Shown {
  readonly step: PlayerStep | undefined
  readonly camera: Camera | null
  readonly scene: RefObject<HTMLElement | null>
  readonly callout: RefObject<HTMLElement | null>
  /** Whether the step's cards are on the picture. */
  readonly hasCards: boolean
}

/**
 * The callout's side of the hotspot, estimated before there is a layout; null if the step has none in view. Once there
 * is a layout, the best side is set directly on the element, because rendering twice would cost a slow phone a frame.
 */
export function useCalloutSide({ step, camera, scene, callout, hasCards }: Shown): PlacedSide | null {
  const hotspot = step?.hotspot ?? null
  const isInView = hotspot !== null && isInside(throughCamera(camera ?? wholePicture, hotspot))

  useLayoutEffect(() => {
    const [outer, inner] = [scene.current, callout.current]
    if (outer === null || inner === null || step === undefined || !isInView) return
    const place = () => {
      const room = { left: -12, top: 0, right: outer.clientWidth + 12, bottom: outer.clientHeight }
      const frame = frameIn(outer)
      const size = { width: inner.offsetWidth, height: inner.offsetHeight }
      const cards = hasCards ? cardsIn(outer) : []
      inner.dataset['side'] = placeIn({ ...marked(step, camera, frame), room, ...size, cards }, frame, step)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [scene, callout, step, camera, isInView, hasCards])

  return step === undefined || !isInView ? null : guessedSide(step, camera)
}

/** The best side; at the bottom of the picture if that leaves more of the cards free. */
function placeIn(scene: CalloutScene, frame: Rect, { look }: PlayerStep): PlacedSide | 'none' {
  const side = calloutSide(scene, look.calloutSide)
  const covered = coveredCards(scene, calloutRect(scene, side))
  if (covered === 0) return side
  const left = (frame.left + frame.right - scene.width) / 2
  const bottom = frame.bottom - bottomGap
  const rect = { left, top: bottom - scene.height, right: left + scene.width, bottom }
  const { x, y } = scene
  const coversRing = x > left - 24 && x < rect.right + 24 && y > rect.top - 24 && y < bottom + 24
  return coversRing || coveredCards(scene, rect) >= covered ? side : 'none'
}

/** As in callout.css. */
const bottomGap = 20

/** Before there is a layout, as on the server: for a window of 1440 × 900. */
function guessedSide(step: PlayerStep, camera: Camera | null): PlacedSide {
  const ratio = (step.width ?? 16) / (step.height ?? 10)
  const height = Math.min(796, 1392 / ratio)
  const width = height * ratio
  const left = (1392 - width) / 2
  const top = (796 - height) / 2
  const lines = Math.ceil((step.title?.length ?? 0) / 30) + Math.ceil((step.description?.length ?? 0) / 42)
  const frame = { left, top, right: left + width, bottom: top + height }
  return calloutSide(
    {
      ...marked(step, camera, frame),
      room: { left: -12, top: 0, right: 1404, bottom: 796 },
      width: 344,
      height: 90 + 23 * lines,
    },
    step.look.calloutSide,
  )
}

function marked({ hotspot, look }: PlayerStep, camera: Camera | null, frame: Rect) {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top]
  const seen = throughCamera(camera ?? wholePicture, hotspot ?? { xPercent: 50, yPercent: 50 })
  const x = frame.left + (width * seen.xPercent) / 100
  const y = frame.top + (height * seen.yPercent) / 100
  if (look.box === null) return { x, y, mark: { left: x, top: y, right: x, bottom: y } }
  const box = areaThroughCamera(camera ?? wholePicture, look.box)
  const left = frame.left + (width * box.xPercent) / 100
  const top = frame.top + (height * box.yPercent) / 100
  const mark = {
    left,
    top,
    right: left + (width * box.widthPercent) / 100,
    bottom: top + (height * box.heightPercent) / 100,
  }
  return { x, y, mark }
}

function frameIn(scene: HTMLElement): Rect {
  return within(scene, scene.querySelector('.us-frame') ?? scene)
}

function cardsIn(scene: HTMLElement): readonly Rect[] {
  return Array.from(scene.querySelectorAll('.us-card-place'), (card) => within(scene, card))
}

function within(scene: HTMLElement, element: Element): Rect {
  const [outer, inner] = [scene.getBoundingClientRect(), element.getBoundingClientRect()]
  return {
    left: inner.left - outer.left,
    top: inner.top - outer.top,
    right: inner.right - outer.left,
    bottom: inner.bottom - outer.top,
  }
}

function isInside({ xPercent, yPercent }: { readonly xPercent: number; readonly yPercent: number }): boolean {
  return xPercent >= 0 && xPercent <= 100 && yPercent >= 0 && yPercent <= 100
}
