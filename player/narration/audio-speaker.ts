import { createWatchdog, type Listener, type Speaker } from './speaker.ts'

/**
 * Plays a recording. `audio` is the page's only element, because iOS allows playback only on an element that a gesture
 * has started.
 */
export function createAudioSpeaker(audio: HTMLAudioElement, url: string, listener: Listener): Speaker {
  let events: AbortController | null = null
  const lose = (why: 'failed' | 'refused') => {
    stop()
    listener.onLost(why)
  }
  const watchdog = createWatchdog(() => lose('failed'))

  function stop(): void {
    watchdog.stop()
    events?.abort()
    events = null
    audio.pause()
  }

  function listen(): void {
    events = new AbortController()
    const { signal } = events
    audio.addEventListener(
      'timeupdate',
      () => {
        watchdog.feed()
        listener.onTime(audio.currentTime * 1_000)
      },
      { signal },
    )
    audio.addEventListener('error', () => lose('failed'), { signal })
    audio.addEventListener(
      'ended',
      () => {
        stop()
        listener.onOver()
      },
      { signal },
    )
  }

  return {
    start: (fromMs, speed) => {
      if (events === null) listen()
      const address = new URL(url, location.href).href
      if (audio.src !== address) audio.src = address
      // Setting the source resets the speed.
      audio.defaultPlaybackRate = speed
      audio.playbackRate = speed
      audio.currentTime = fromMs / 1_000
      watchdog.feed()
      const current = events
      audio.play().catch((error: unknown) => {
        if (events === null || events !== current) return
        const name = error instanceof DOMException ? error.name : ''
        if (name !== 'AbortError') lose(name === 'NotAllowedError' ? 'refused' : 'failed')
      })
    },
    setSpeed: (speed) => {
      audio.playbackRate = speed
    },
    stop,
  }
}
