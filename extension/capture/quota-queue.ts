/** Timers and the clock, injected so that tests decide what time it is. */
export interface Clock {
  readonly now: () => number
  /** Returns how to cancel it. */
  readonly after: (delayMs: number, run: () => void) => () => void
}

export interface QuotaQueueOptions {
  readonly perWindow: number
  readonly windowMs: number
  /** A job that can wait leaves the window's last slot alone for this long, in case a click needs it. */
  readonly lastSlotPatienceMs: number
  readonly clock: Clock
}

type Urgency = 'click' | 'ahead'

interface Job {
  readonly urgency: Urgency
  readonly askedAt: number
  readonly start: (slot: Slot) => void
}

interface Slot {
  readonly startedAt: number
}

export interface QuotaQueue {
  /**
   * Runs `job` when the quota allows it, clicks first and each kind in order. Nothing is ever dropped. A job that
   * finds nothing to do gives its slot back.
   */
  readonly run: <T>(urgency: Urgency, job: (giveBack: () => void) => Promise<T>) => Promise<T>
}

/** Keeps any span of `windowMs` down to `perWindow` starts. */
export function createQuotaQueue(options: QuotaQueueOptions): QuotaQueue {
  const { clock } = options
  const waiting: Job[] = []
  let slots: Slot[] = []
  let cancelWakeUp: (() => void) | null = null

  function pump(): void {
    cancelWakeUp?.()
    cancelWakeUp = null
    for (;;) {
      const job = waiting.find(({ urgency }) => urgency === 'click') ?? waiting[0]
      if (job === undefined) return
      const waitMs = waitFor(job)
      if (waitMs > 0) {
        cancelWakeUp = clock.after(waitMs, pump)
        return
      }
      waiting.splice(waiting.indexOf(job), 1)
      const slot = { startedAt: clock.now() }
      slots.push(slot)
      job.start(slot)
    }
  }

  function waitFor(job: Job): number {
    const now = clock.now()
    slots = slots.filter(({ startedAt }) => now - startedAt < options.windowMs)
    const free = options.perWindow - slots.length
    const untilSlot = (slots[0]?.startedAt ?? now) + options.windowMs - now
    if (free <= 0) return untilSlot
    const isLastSlot = free === 1 && options.perWindow > 1
    if (job.urgency === 'click' || !isLastSlot) return 0
    return Math.min(untilSlot, Math.max(0, job.askedAt + options.lastSlotPatienceMs - now))
  }

  function giveBack(slot: Slot): void {
    slots = slots.filter((other) => other !== slot)
    pump()
  }

  return {
    run: (urgency, job) =>
      new Promise((resolve, reject) => {
        waiting.push({
          urgency,
          askedAt: clock.now(),
          start: (slot) => void job(() => giveBack(slot)).then(resolve, reject),
        })
        pump()
      }),
  }
}
