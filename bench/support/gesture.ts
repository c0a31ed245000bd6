import type { CDPSession, Page } from '@playwright/test'

/** What one gesture cost the page. */
export interface Gesture {
  /** From each input to the frame that shows it. */
  readonly inputToPaintMs: readonly number[]
  readonly frameMs: readonly number[]
  readonly scriptMsPerSecond: number
}

interface Watched {
  readonly inputToPaintMs: number[]
  readonly frameMs: number[]
  isOn: boolean
}

/** Performs a gesture and measures how soon the page paints the result of each `event`. */
export async function watchGesture(
  page: Page,
  client: CDPSession,
  event: 'pointermove' | 'wheel' | 'dragover',
  gesture: () => Promise<void>,
): Promise<Gesture> {
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(startWatching, event)
  const before = await scriptSeconds(client)
  const startedAt = performance.now()
  await gesture()
  const seconds = (performance.now() - startedAt) / 1000
  const script = (await scriptSeconds(client)) - before
  const watched = await page.evaluate(() => {
    const { watched: seen } = window as unknown as { watched: Watched }
    seen.isOn = false
    return seen
  })
  return { ...watched, scriptMsPerSecond: (script * 1000) / seconds }
}

async function scriptSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
}

/** Runs in the page. */
function startWatching(event: string): void {
  const watched: Watched = { inputToPaintMs: [], frameMs: [], isOn: true }
  Object.assign(window, { watched })
  const stop = new AbortController()
  window.addEventListener(
    event,
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        // A separate task runs after the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => watched.inputToPaintMs.push(performance.now() - timeStamp))
        port1.start()
        port2.postMessage(null)
      }),
    { capture: true, passive: true, signal: stop.signal },
  )
  let last = 0
  const frame = (at: number) => {
    if (last > 0) watched.frameMs.push(at - last)
    last = at
    if (watched.isOn) requestAnimationFrame(frame)
    else stop.abort()
  }
  requestAnimationFrame(frame)
}

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
