import { useEffect, useLayoutEffect, useRef } from 'react'

import type { DemoLook } from '#domain/demo-look.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

import { click, stepReadingMs } from './motion.ts'

export interface AutoplayProps {
  readonly step: PlayerStep
  readonly look: DemoLook
  /** The current segment's bar: its animation is the timer. */
  readonly fill: HTMLElement | null
  readonly speed: number
  readonly onOver: () => void
  readonly onPause: () => void
}

/**
 * Plays each step for as long as reading it takes, then clicks. The progress bar's animation is the timer, so what
 * visitors see is the remaining time. Renders the pointer.
 */
export function Autoplay({ step, look, fill, speed, onOver, onPause }: AutoplayProps) {
  const pointer = useRef<SVGSVGElement>(null)
  const clock = useRef<Animation | null>(null)
  const latest = useRef({ onOver, onPause, speed })
  useLayoutEffect(() => {
    latest.current = { onOver, onPause, speed }
  })

  useEffect(() => {
    if (fill === null) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const animation = fill.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], {
      duration: stepReadingMs(step, look),
      easing: isStill ? 'steps(1)' : 'linear',
      fill: 'forwards',
    })
    animation.playbackRate = latest.current.speed
    clock.current = animation
    const handleFinish = () => {
      const clicked = pointer.current?.animate([{ scale: 1 }, { scale: click.scale }, { scale: 1 }], {
        duration: isStill ? 0 : click.ms,
      })
      const goOn = () => latest.current.onOver()
      if (clicked === undefined) goOn()
      else clicked.addEventListener('finish', goOn)
    }
    animation.addEventListener('finish', handleFinish)
    return () => {
      animation.removeEventListener('finish', handleFinish)
      animation.cancel()
    }
  }, [fill, step, look])
  useEffect(() => clock.current?.updatePlaybackRate(speed), [speed])
  useEffect(() => {
    const pauseHidden = () => document.hidden && latest.current.onPause()
    document.addEventListener('visibilitychange', pauseHidden)
    return () => document.removeEventListener('visibilitychange', pauseHidden)
  }, [])

  if (step.hotspot === null) return null
  return (
    <div className="us-hotspot-layer us-pointer-layer" aria-hidden="true">
      <div className="us-pointer-rail">
        <svg ref={pointer} className="us-pointer" viewBox="0 0 26 30" width="26" height="30">
          <path
            d="M3 2v20l5.5-5 3.8 8.5 4-1.8-3.7-8.2H20z"
            fill="#111"
            stroke="#fff"
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
      </div>
    </div>
  )
}
