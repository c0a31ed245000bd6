import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'

import type { AutoplayProps } from './autoplay.tsx'
import { tellHost } from './post-player-event.ts'

const autoplaySpeeds = [1, 1.5, 2] as const

export interface AutoplayState {
  readonly isPlaying: boolean
  readonly speed: number
  /** The part that plays; null until it has loaded. */
  readonly Autoplay: ComponentType<AutoplayProps> | null
  readonly play: () => void
  readonly pause: () => void
  readonly changeSpeed: () => void
  readonly fill: HTMLElement | null
  readonly setFill: (element: HTMLElement | null) => void
}

/** Autoplay's controls. Its code is fetched on first use. */
export function useAutoplay(): AutoplayState {
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(autoplaySpeeds[0])
  const [part, setPart] = useState<{ readonly Autoplay: ComponentType<AutoplayProps> } | null>(null)
  const [fill, setFill] = useState<HTMLElement | null>(null)
  const wasPlaying = useRef(false)
  useEffect(() => {
    if (isPlaying !== wasPlaying.current) tellHost({ type: 'playing', isPlaying })
    wasPlaying.current = isPlaying
  }, [isPlaying])

  const play = useCallback(() => {
    setIsPlaying(true)
    // Without it, the visitor turns the steps as before.
    import('./autoplay.tsx').then(setPart, () => setIsPlaying(false))
  }, [])
  const pause = useCallback(() => setIsPlaying(false), [])
  const changeSpeed = useCallback(
    () => setSpeed((now) => autoplaySpeeds[autoplaySpeeds.findIndex((each) => each === now) + 1] ?? autoplaySpeeds[0]),
    [],
  )
  return { isPlaying, speed, Autoplay: part?.Autoplay ?? null, play, pause, changeSpeed, fill, setFill }
}
