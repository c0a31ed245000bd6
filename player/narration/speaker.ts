/** One way to say a step: a recording, the browser's voice, or captions alone. */
export interface Speaker {
  /** Says the step from here, in milliseconds at speed 1; also jumps while it speaks. */
  readonly start: (fromMs: number, speed: number) => void
  readonly setSpeed: (speed: number) => void
  /** Silent at once, and reports nothing any more. */
  readonly stop: () => void
}

/** What a speaker reports. */
export interface Listener {
  readonly onTime: (ms: number) => void
  readonly onOver: () => void
  /** `refused`: the browser allows no sound before the visitor asks for it. */
  readonly onLost: (why: 'failed' | 'refused') => void
}

/** Longer silence means that a way has failed. */
const silenceMsMax = 1_800

/** Calls back unless it is fed in time. */
export function createWatchdog(onLate: () => void): {
  readonly feed: (ms?: number) => void
  readonly stop: () => void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    feed: (ms = silenceMsMax) => {
      stop()
      timer = setTimeout(onLate, ms)
    },
    stop,
  }
}
