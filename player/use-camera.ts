import { useEffect, useMemo, useState, type RefObject } from 'react'

import type { PlayerDemo, PlayerStep } from '#protocol/player-page.ts'

import { followsByItself, stepCamera, type Camera } from './camera.ts'

/** What the camera shows of a step: the author's zoom area, else the marked element if the picture is shown small. */
export function useCamera(
  demo: PlayerDemo,
  step: PlayerStep | undefined,
  scene: RefObject<HTMLElement | null>,
): Camera | null {
  const [frameWidth, setFrameWidth] = useState(0)
  const isFollowing = followsByItself(demo.look)
  useEffect(() => {
    const frame = scene.current?.querySelector('.us-frame')
    if (!isFollowing || !frame) return
    const observer = new ResizeObserver(([entry]) => setFrameWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [isFollowing, scene])

  const hasCards = demo.cards.some(({ stepId }) => stepId === step?.id)
  return useMemo(
    () => (step === undefined ? null : stepCamera(demo.look, step, hasCards, frameWidth)),
    [demo.look, step, hasCards, frameWidth],
  )
}
