import { useEffect, useMemo, useRef, useState } from 'react'

import { loadRecording } from '../../lib/narration-calls.ts'
import { showToast } from '../../ui/toast-store.ts'

export interface SoundPlayer {
  /** The id of the sound being played; null if none is. */
  readonly playing: string | null
  readonly play: (id: string, sound: () => Promise<Blob | null>, fromSeconds?: number) => Promise<void>
  readonly stop: () => void
  readonly seconds: () => number
}

/** Plays one sound at a time; stops when the component unmounts. */
export function useSoundPlayer(): SoundPlayer {
  const [playing, setPlaying] = useState<string | null>(null)
  const audio = useRef<HTMLAudioElement | null>(null)
  const player = useMemo(() => {
    const stop = () => {
      audio.current?.pause()
      if (audio.current !== null) URL.revokeObjectURL(audio.current.src)
      audio.current = null
      setPlaying(null)
    }
    const play = async (id: string, sound: () => Promise<Blob | null>, fromSeconds = 0) => {
      stop()
      // During the click, or some browsers refuse to play.
      const element = new Audio()
      audio.current = element
      setPlaying(id)
      const file = await sound()
      if (audio.current !== element) return
      try {
        if (file === null) throw new Error('The recording could not be fetched')
        element.src = URL.createObjectURL(file)
        element.currentTime = fromSeconds
        element.addEventListener('ended', stop, { once: true })
        await element.play()
      } catch {
        if (audio.current !== element) return
        stop()
        showToast({ text: 'The recording can’t be played right now.', tone: 'danger' })
      }
    }
    return { play, stop, seconds: () => audio.current?.currentTime ?? 0 }
  }, [])
  useEffect(() => player.stop, [player])
  return { playing, ...player }
}

/** Plays or stops a step's recording. */
export function toggleRecording({ playing, play, stop }: SoundPlayer, audioId: string): void {
  if (playing === audioId) stop()
  else void play(audioId, () => loadRecording(audioId))
}
