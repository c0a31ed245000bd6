/** One way to speak a step: a recording, the browser's voice, or captions only. */
export interface Speaker {
  /** Speaks the step from this position, in milliseconds at normal speed; also seeks while speaking. */
  readonly start: (fromMs: number, speed: number) => void
  readonly setSpeed: (speed: number) => void
  /** Stops at once and reports nothing afterwards. */
  readonly stop: () => void
}

/** What a speaker reports. */
export interface Listener {
  readonly onTime: (ms: number) => void
  readonly onOver: () => void
  /** `refused`: the browser blocks sound until the visitor asks for it. */
  readonly onLost: (why: 'failed' | 'refused') => void
}

/** Longer silence counts as a failure. */
const silenceMsMax = 1_800

/** Calls back unless it is reset in time. */
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
