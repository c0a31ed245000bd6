/** A fake clock that advances only when told to. Each session of a proof has its own. */
export interface FakeClock {
  readonly now: () => number
  readonly setTimeout: (act: (...given: never[]) => void, delayMs: number, ...given: unknown[]) => number
  readonly setInterval: (act: () => void, everyMs: number) => number
  readonly clear: (timer: number) => void
  /** Advances the clock; resolves when everything due, and its immediate consequences, has happened. */
  readonly pass: (ms: number) => Promise<void>
  /** Something asynchronous outside this clock, which must not run ahead of it. */
  readonly waitFor: <Value>(work: Promise<Value>) => Promise<Value>
}

interface Timer {
  at: number
  readonly everyMs: number | null
  readonly act: () => void
}

export function createFakeClock(startMs: number): FakeClock {
  let nowMs = startMs
  let last = 0
  const timers = new Map<number, Timer>()
  const outside = new Set<Promise<unknown>>()

  const add = (timer: Timer): number => {
    last += 1
    timers.set(last, timer)
    return last
  }
  async function settle(): Promise<void> {
    do {
      await Promise.allSettled(outside)
      await new Promise((resolve) => setImmediate(resolve))
    } while (outside.size > 0)
  }
  /** The next timer that is due; of several at once, the one set first. */
  function nextUntil(endMs: number): [number, Timer] | undefined {
    let next: [number, Timer] | undefined
    for (const entry of timers)
      if (entry[1].at <= endMs && (next === undefined || entry[1].at < next[1].at)) next = entry
    return next
  }

  return {
    now: () => nowMs,
    setTimeout: (act, delayMs, ...given) =>
      add({ at: nowMs + delayMs, everyMs: null, act: () => act(...(given as never[])) }),
    setInterval: (act, everyMs) => add({ at: nowMs + everyMs, everyMs, act }),
    clear: (timer) => void timers.delete(timer),
    pass: async (ms) => {
      const endMs = nowMs + ms
      await settle()
      for (let next = nextUntil(endMs); next !== undefined; next = nextUntil(endMs)) {
        const [id, timer] = next
        nowMs = timer.at
        if (timer.everyMs === null) timers.delete(id)
        else timer.at += timer.everyMs
        timer.act()
        await settle()
      }
      nowMs = endMs
    },
    waitFor: (work) => {
      outside.add(work)
      const forget = () => outside.delete(work)
      work.then(forget, forget)
      return work
    },
  }
}
