import type { Listener, Speaker } from './speaker.ts'

/** Times captions without audio. */
export function createSilentSpeaker(totalMs: number, listener: Listener): Speaker {
  let clock: ReturnType<typeof setInterval> | undefined
  let ms = 0
  let speed = 1
  const stop = () => clearInterval(clock)
  return {
    start: (fromMs, wantedSpeed) => {
      stop()
      ms = fromMs
      speed = wantedSpeed
      let last = performance.now()
      clock = setInterval(() => {
        const now = performance.now()
        ms += (now - last) * speed
        last = now
        if (ms < totalMs) return listener.onTime(ms)
        stop()
        listener.onOver()
      }, 100)
    },
    setSpeed: (wantedSpeed) => {
      speed = wantedSpeed
    },
    stop,
  }
}
