import { useEffect, useMemo, useState, type RefObject } from 'react'

import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'

import { cameraAt, cameraOn, middleOf, readableScale, type Camera } from './camera.ts'

/** What the camera shows of a step: the author's zoom area, else the marked element if the picture is shown small. */
export function useCamera(
  demo: PlayerDemo,
  step: PlayerStep | undefined,
  scene: RefObject<HTMLElement | null>,
): Camera | null {
  const [frameWidth, setFrameWidth] = useState(0)
  const followsByItself = demo.look.hasCamera && demo.look.layout !== 'classic'
  useEffect(() => {
    const frame = scene.current?.querySelector('.us-frame')
    if (!followsByItself || !frame) return
    const observer = new ResizeObserver(([entry]) => setFrameWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [followsByItself, scene])

  const hasCards = demo.cards.some(({ stepId }) => stepId === step?.id)
  return useMemo(() => {
    if (step === undefined) return null
    const { zoom, box } = step.look
    if (zoom !== null) return cameraOn(zoom)
    if (!followsByItself || hasCards || step.hotspot === null) return null
    const scale = readableScale(frameWidth, step.width)
    return scale === 1 ? null : cameraAt(box === null ? step.hotspot : middleOf(box), scale)
  }, [step, followsByItself, hasCards, frameWidth])
}

/** Beside a cover or an ending: the left part of the picture, to the right of the panel. */
export const curtainCamera: Camera = { scale: 1.1, xPercent: -33.4, yPercent: 0 }
