import { useLayoutEffect, type RefObject } from 'react'

import type { CalloutSide } from '#domain/step-look.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

import { areaThroughCamera, isSeen, throughCamera, wholePicture, type Camera } from './camera.ts'
import { calloutSide, type PlacedSide, type Rect } from './callout-place.ts'

interface Shown {
  readonly step: PlayerStep | undefined
  readonly camera: Camera | null
  readonly scene: RefObject<HTMLElement | null>
  readonly callout: RefObject<HTMLElement | null>
  /** The frame has a title bar, which the callout must not cover. */
  readonly isWindowed: boolean
  /** Until the page is hydrated, a tall picture shows its top. */
  readonly isHydrated: boolean
}

/**
 * The callout's side of the hotspot, estimated before there is a layout; null if the step has none in view. Once there
 * is a layout, the best side is set directly on the element, because rendering twice would cost a slow phone a frame.
 */
export function useCalloutSide({ step, camera, scene, callout, isWindowed, isHydrated }: Shown): PlacedSide | null {
  const { isTall, hotspot = null } = step ?? {}
  const isInView = hotspot !== null && (isTall ? isHydrated : isSeen(camera ?? wholePicture, hotspot))

  useLayoutEffect(() => {
    const [outer, inner] = [scene.current, callout.current]
    if (outer === null || inner === null || step === undefined || !isInView) return
    const place = () => {
      const top = isWindowed ? frameIn(outer, '.us-frame').top + barGap : 0
      const room = { left: -12, top, right: outer.clientWidth + 12, bottom: outer.clientHeight }
      const size = { width: inner.offsetWidth, height: inner.offsetHeight }
      const spot = marked(step, isTall ? null : camera, frameIn(outer, isTall ? '.us-camera' : '.us-frame'))
      const { side } = inner.dataset
      // Next to the cards only its buttons are left, without a side.
      if (side !== 'none')
        inner.dataset['side'] = calloutSide(
          { ...spot, room, ...size },
          isTall ? (side as PlacedSide) : step.look.calloutSide,
        )
      if (!isTall) return
      inner.style.setProperty('--us-hx', `${spot.x}px`)
      inner.style.setProperty('--us-hy', `${spot.y}px`)
      for (const [edge, at] of Object.entries(spot.mark)) inner.style.setProperty(`--us-mark-${edge}`, `${at}px`)
    }
    // Its first call comes with the frame's own layout, which doesn't have to be computed twice.
    const observer = new ResizeObserver(place)
    observer.observe(outer)
    observer.observe(inner)
    outer.addEventListener('scroll', place, true)
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', place, true)
      if (isTall) inner.removeAttribute('style')
    }
  }, [scene, callout, step, camera, isWindowed, isTall, isInView])

  if (step === undefined || !isInView) return null
  return isTall ? firstSide(step.look.calloutSide) : guessedSide(step, camera, isWindowed)
}

/** Between a window's bar and the callout; the same number as in callout-layout.css. */
const barGap = 8

/** Kept while the visitor scrolls, as long as it fits. */
function firstSide(wanted: CalloutSide): PlacedSide {
  return wanted === 'auto' ? 'right' : wanted
}

/** Before there is a layout, as on the server: for a window of 1440 × 900. */
function guessedSide(step: PlayerStep, camera: Camera | null, isWindowed: boolean): PlacedSide {
  const ratio = (step.width ?? 16) / (step.height ?? 10)
  const bar = isWindowed ? 36 : 0
  const height = Math.min(796 - bar, 1392 / ratio)
  const width = height * ratio
  const left = (1392 - width) / 2
  const top = bar + (796 - bar - height) / 2
  const lines = Math.ceil((step.title?.length ?? 0) / 30) + Math.ceil((step.description?.length ?? 0) / 42)
  const frame = { left, top, right: left + width, bottom: top + height }
  return calloutSide(
    {
      ...marked(step, camera, frame),
      room: { left: -12, top: isWindowed ? top + barGap : 0, right: 1404, bottom: 796 },
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

function frameIn(scene: HTMLElement, part: string): Rect {
  const outer = scene.getBoundingClientRect()
  const inner = scene.querySelector(part)?.getBoundingClientRect() ?? outer
  return {
    left: inner.left - outer.left,
    top: inner.top - outer.top,
    right: inner.right - outer.left,
    bottom: inner.bottom - outer.top,
  }
}
