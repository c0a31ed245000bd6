import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'

import type { AutoplayProps } from './autoplay.tsx'
import type { NarrationProps } from './narration/narration.tsx'
import { postToHost } from './post-player-event.ts'

const autoplaySpeeds = [1, 1.5, 2] as const

/** Silent autoplay or the narration, once loaded. */
interface AutoplayParts {
  readonly Autoplay?: ComponentType<AutoplayProps>
  readonly Narration?: ComponentType<NarrationProps>
}

export interface AutoplayState {
  readonly isPlaying: boolean
  readonly speed: number
  readonly parts: AutoplayParts
  /** The only element that plays recordings, and whether narration started with sound; null before it starts. */
  readonly sound: { readonly audio: HTMLAudioElement; readonly isOn: boolean } | null
  readonly play: () => void
  /** With sound only in a click or key press, or browsers block it. */
  readonly listen: () => void
  readonly pause: () => void
  readonly changeSpeed: () => void
  readonly fill: HTMLElement | null
  readonly setFill: (element: HTMLElement | null) => void
  readonly setHasSound: (hasSound: boolean) => void
}

/** Autoplay's controls. Its code is fetched on first use. */
export function useAutoplay(isNarrated: boolean): AutoplayState {
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasSound, setHasSound] = useState(false)
  const [sound, setSound] = useState<AutoplayState['sound']>(null)
  const [speed, setSpeed] = useState<number>(autoplaySpeeds[0])
  const [parts, setParts] = useState<AutoplayParts>({})
  const [fill, setFill] = useState<HTMLElement | null>(null)
  const lastPosted = useRef('false false')
  useEffect(() => {
    const news = `${isPlaying} ${isPlaying && hasSound}`
    if (news !== lastPosted.current) postToHost({ type: 'playing', isPlaying, hasSound: isPlaying && hasSound })
    lastPosted.current = news
  }, [isPlaying, hasSound])

  const begin = useCallback(
    (isOn: boolean) => {
      setIsPlaying(true)
      if (isNarrated)
        setSound((known) => ({ audio: known?.audio ?? unlockSound(), isOn: isOn || known?.isOn === true }))
      // If loading fails, the visitor changes the steps as before.
      const giveUp = () => setIsPlaying(false)
      // Two calls, because the minifier would turn `isNarrated ? import(a) : import(b)` into one and drop a's styles.
      if (isNarrated) import('./narration/narration.tsx').then(({ Narration }) => setParts({ Narration }), giveUp)
      else import('./autoplay.tsx').then(({ Autoplay }) => setParts({ Autoplay }), giveUp)
    },
    [isNarrated],
  )
  const play = useCallback(() => begin(false), [begin])
  const listen = useCallback(() => begin(true), [begin])
  const pause = useCallback(() => setIsPlaying(false), [])
  const changeSpeed = useCallback(
    () => setSpeed((now) => autoplaySpeeds[autoplaySpeeds.findIndex((each) => each === now) + 1] ?? autoplaySpeeds[0]),
    [],
  )
  return { isPlaying, speed, parts, sound, play, listen, pause, changeSpeed, fill, setFill, setHasSound }
}

/** iOS lets an element play later if a gesture has loaded it, and voices speak if one has spoken in a gesture. */
function unlockSound(): HTMLAudioElement {
  const audio = new Audio()
  audio.load()
  if ('speechSynthesis' in globalThis) speechSynthesis.speak(new SpeechSynthesisUtterance(''))
  return audio
}
