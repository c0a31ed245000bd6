/** Timers and the clock, injected so that tests decide what time it is. */
export interface Clock {
  readonly now: () => number
  /** Returns how to cancel it. */
  readonly after: (delayMs: number, run: () => void) => () => void
}

export interface QuotaQueueOptions {
  readonly perWindow: number
  readonly windowMs: number
  readonly clock: Clock
}

type Urgency = 'click' | 'ahead'

interface Job {
  readonly urgency: Urgency
  readonly start: (window: Window) => void
}

/** Like Chrome: a window starts with the first call after the previous window. */
interface Window {
  readonly startedAt: number
  used: number
}

export interface QuotaQueue {
  /** Whether a job would start at once and leave a slot for the next. */
  readonly hasSlotToSpare: () => boolean
  /**
   * Runs `job` within the quota, clicks first, each kind in order. Nothing is dropped. A job with nothing to do returns
   * its slot.
   */
  readonly run: <T>(urgency: Urgency, job: (giveBack: () => void) => Promise<T>) => Promise<T>
}

/** Limits each window of `windowMs` to `perWindow` starts. */
export function createQuotaQueue(options: QuotaQueueOptions): QuotaQueue {
  const { clock } = options
  const waiting: Job[] = []
  let current: Window = { startedAt: Number.NEGATIVE_INFINITY, used: 0 }
  let cancelWakeUp: (() => void) | null = null

  function pump(): void {
    cancelWakeUp?.()
    cancelWakeUp = null
    for (;;) {
      const job = waiting.find(({ urgency }) => urgency === 'click') ?? waiting[0]
      if (job === undefined) return
      const waitMs = waitForSlot()
      if (waitMs > 0) {
        cancelWakeUp = clock.after(waitMs, pump)
        return
      }
      waiting.splice(waiting.indexOf(job), 1)
      if (hasEnded(current)) current = { startedAt: clock.now(), used: 0 }
      current.used += 1
      job.start(current)
    }
  }

  function hasEnded(window: Window): boolean {
    return clock.now() - window.startedAt >= options.windowMs
  }

  function waitForSlot(): number {
    if (hasEnded(current) || current.used < options.perWindow) return 0
    return current.startedAt + options.windowMs - clock.now()
  }

  function giveBack(window: Window): void {
    window.used -= 1
    pump()
  }

  return {
    hasSlotToSpare: () => waiting.length === 0 && (hasEnded(current) || current.used < options.perWindow - 1),
    run: (urgency, job) =>
      new Promise((resolve, reject) => {
        waiting.push({
          urgency,
          start: (window) => void job(() => giveBack(window)).then(resolve, reject),
        })
        pump()
      }),
  }
}
