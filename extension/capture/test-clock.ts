import type { Clock } from './quota-queue.ts'

/** A test clock that moves only when advanced. */
export function createTestClock(): Clock & { readonly advance: (ms: number) => void } {
  let now = 0
  let timers: { readonly at: number; readonly run: () => void }[] = []

  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers = timers.filter((other) => other !== next)
        now = next.at
        next.run()
      }
      now = end
    },
  }
}
