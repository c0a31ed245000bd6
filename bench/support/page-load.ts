import type { Browser, CDPSession, Page } from '@playwright/test'

/** A connection profile of Chromium's developer tools. */
export const connections = {
  'Fast 4G': {
    latency: 165,
    downloadThroughput: (9 * 1024 * 1024 * 0.9) / 8,
    uploadThroughput: (1.5 * 1024 * 1024 * 0.9) / 8,
  },
  'Fast 3G': {
    latency: 562.5,
    downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
    uploadThroughput: (750 * 1024 * 0.9) / 8,
  },
} as const

export interface LoadOptions {
  readonly connection: keyof typeof connections | null
  readonly cpuSlowdown: number
  /** URL prefix of what is measured; the browser's own requests don't count. */
  readonly url: string
  /** The content to wait for: an image by default, or text. */
  readonly shows?: 'picture' | 'text'
  /** 1440 × 900 by default. */
  readonly viewport?: { readonly width: number; readonly height: number }
}

export interface PageLoad {
  /** From navigation to the frame that shows the step's image. */
  readonly firstStepMs: number
  /** From navigation to the largest paint of any kind. */
  readonly largestPaintMs: number
  /** Requests started before that frame. */
  readonly requestsBefore: number
  readonly layoutShift: number
  /** Transferred script of the whole page. */
  readonly scriptBytes: number
  readonly blockingMs: number
}

/** Loads a page once with an empty cache and the given throttling, and waits until it is idle. */
export async function loadPage(browser: Browser, options: LoadOptions): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: options.viewport ?? { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await slowDown(client, options)
    const requests = recordRequests(client)
    await page.addInitScript(observe)
    await page.goto(options.url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    const seen = await settledObservations(page, options.shows ?? 'picture')
    return {
      firstStepMs: seen.pictureMs,
      largestPaintMs: seen.largestMs,
      requestsBefore: seen.resourceStartsMs.filter((startMs) => startMs < seen.pictureMs).length + 1,
      layoutShift: seen.layoutShift,
      scriptBytes: requests.scriptBytes(),
      blockingMs: seen.longTasksMs.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
    }
  } finally {
    await context.close()
  }
}

async function slowDown(client: CDPSession, { connection, cpuSlowdown }: LoadOptions): Promise<void> {
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (connection !== null) {
    await client.send('Network.emulateNetworkConditions', { offline: false, ...connections[connection] })
  }
  if (cpuSlowdown > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

function recordRequests(client: CDPSession) {
  const scripts = new Set<string>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return { scriptBytes: () => bytes }
}

interface Observations {
  largestMs: number
  pictureMs: number
  layoutShift: number
  longTasksMs: number[]
  resourceStartsMs: number[]
}

/** Runs in the page first. */
function observe(): void {
  const seen: Observations = { largestMs: 0, pictureMs: 0, layoutShift: 0, longTasksMs: [], resourceStartsMs: [] }
  Object.assign(window, { seen })
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    seen.largestMs = entry.startTime
    const { element } = entry as PerformanceEntry & { element: Element | null }
    if (element?.tagName === 'IMG' && seen.pictureMs === 0) seen.pictureMs = entry.startTime
  })
  watch('layout-shift', (entry) => (seen.layoutShift += (entry as PerformanceEntry & { value: number }).value))
  watch('longtask', (entry) => seen.longTasksMs.push(entry.duration))
  // Inlined content doesn't count as a request.
  watch('resource', (entry) => entry.name.startsWith('http') && seen.resourceStartsMs.push(entry.startTime))
}

async function settledObservations(page: Page, shows: 'picture' | 'text'): Promise<Observations> {
  const read = () => page.evaluate(() => (window as unknown as { seen: Observations }).seen)
  const isPainted = (kind: string) =>
    (window as unknown as { seen: Observations }).seen[kind as 'pictureMs' | 'largestMs'] > 0
  await page.waitForFunction(isPainted, shows === 'picture' ? 'pictureMs' : 'largestMs', { timeout: 30_000 })
  return read()
}
