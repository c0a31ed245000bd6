import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

import { startHostSite, type HostSite } from '#support/host-page.ts'
import { startTrackingListener } from '#support/tracking-listener.ts'
import { launchChromium } from './support/launch-chromium.ts'
import { loadPage } from './support/page-load.ts'
import { takeSampleScreens } from './support/sample-screens.ts'
import { middleOf, report, spreadOf, type Finding, type Spread } from './support/report.ts'

/*
 * What the tracker and the embed script cost a host page: bytes, and main-thread script with the CPU slowed four times,
 * against minimal hand-made ones. The same page without scripts is subtracted. The demo is far below the fold, so the
 * player isn't measured. Also: the page's largest paint, an image, on Fast 4G with each script and with none.
 */

const runs = 15
/** Applies to the largest paint, which one frame of jitter moves by more than a percent. */
const paintRuns = 15
const clicks = 300
const ownerId = '11111111-2222-4333-8444-555555555555'
const dist = join(import.meta.dirname, '../dist/js')

const browser = await launchChromium()
const listener = await startTrackingListener({ ownerId, leo: { auto_engage: false, engage_timeout: 0 } })
const host = await startHostSite()
try {
  report('tracker-page', await findings(browser, host))
} finally {
  await Promise.all([host.close(), listener.close()])
  await browser.close()
}

async function findings(browser: Browser, host: HostSite): Promise<readonly Finding[]> {
  const { origin } = listener
  const costs = await measureInTurn(browser, host, {
    none: '',
    tracker: `<script async src="${origin}/js/tracker.js" data-owner="${ownerId}"></script>`,
    handMadeTracker: `<script>${handMadeTracker(origin)}</script>`,
    embed: `<div style="margin-top:6000px" data-demo-id="x"></div><script async src="${origin}/js/demo-player.js"></script>`,
    handMadeEmbed: `<div style="margin-top:6000px" data-demo-id="x"></div><script>${handMadeEmbed()}</script>`,
  })
  const load = (name: Variant) => spreadOf(costs[name].map((cost, run) => cost.loadMs - (costs.none[run]?.loadMs ?? 0)))
  const each = (name: Variant) =>
    spreadOf(costs[name].map((cost, run) => (cost.clicksMs - (costs.none[run]?.clicksMs ?? 0)) / clicks))
  return [
    bytes('/js/tracker.js', 'tracker.js', 1_400),
    bytes('/js/demo-player.js', 'demo-player.js', 1_000),
    cost('script the tracker adds to a page, CPU 4×', load('tracker'), load('handMadeTracker'), 25),
    cost(`script for each of ${clicks} events, CPU 4×`, each('tracker'), each('handMadeTracker'), 1),
    cost('script the embed loader adds to a page, CPU 4×', load('embed'), load('handMadeEmbed'), 8),
    ...(await largestPaints(browser, host)),
  ]
}

/** A page whose largest paint is an image, with our scripts as authors add them and without. */
async function largestPaints(browser: Browser, host: HostSite): Promise<readonly Finding[]> {
  const { origin } = listener
  const [screen] = await takeSampleScreens(browser, 1)
  if (screen === undefined) throw new Error('There is no picture')
  const picture = host.servePicture('/shop.png', screen.png)
  const page = (path: string, tags: string) =>
    host.serve(
      path,
      `<main><h1>Prices</h1><img src="${picture}" width="1200" height="750" alt="The shop"></main>${tags}`,
    )
  const pages = {
    none: page('/paint', ''),
    tracker: page('/paint-tracker', `<script async src="${origin}/js/tracker.js" data-owner="${ownerId}"></script>`),
    embed: page(
      '/paint-embed',
      `<div style="margin-top:6000px" data-demo-id="x"></div><script async src="${origin}/js/demo-player.js"></script>`,
    ),
  }
  const painted: Record<keyof typeof pages, number[]> = { none: [], tracker: [], embed: [] }
  for (let run = 0; run < paintRuns; run += 1) {
    for (const [name, url] of Object.entries(pages) as [keyof typeof pages, string][]) {
      painted[name].push((await loadPage(browser, { url, connection: 'Fast 4G', cpuSlowdown: 1 })).largestPaintMs)
    }
    logProgress(`largest paint, run ${run + 1} of ${paintRuns}`)
  }
  const without = spreadOf(painted.none)
  return (['tracker', 'embed'] as const).map((name) => {
    const ours = spreadOf(painted[name])
    return {
      what: `largest paint of a page with the ${name}, Fast 4G`,
      unit: 'ms',
      ours,
      anchor: { what: 'the same page without', value: without },
      goal: '≤ 1.01 ×',
      passed: middleOf(ours) <= 1.01 * middleOf(without),
    }
  })
}

function bytes(path: string, file: string, most: number): Finding {
  const size = brotliCompressSync(readFileSync(join(dist, file))).byteLength
  return { what: `${path}, brotli`, unit: 'B', ours: size, anchor: null, goal: `≤ ${most} B`, passed: size <= most }
}

function cost(what: string, ours: Spread, anchor: Spread, mostMs: number): Finding {
  return {
    what,
    unit: 'ms',
    ours,
    anchor: { what: 'hand-made', value: anchor },
    goal: `≤ ${mostMs} ms`,
    passed: ours.median <= mostMs,
  }
}

type Variant = 'none' | 'tracker' | 'handMadeTracker' | 'embed' | 'handMadeEmbed'

interface Cost {
  readonly loadMs: number
  readonly clicksMs: number
}

async function measureInTurn(
  browser: Browser,
  host: HostSite,
  variants: Readonly<Record<Variant, string>>,
): Promise<Readonly<Record<Variant, readonly Cost[]>>> {
  const costs: Record<Variant, Cost[]> = { none: [], tracker: [], handMadeTracker: [], embed: [], handMadeEmbed: [] }
  for (let run = 0; run < runs; run += 1) {
    const opened: OpenPage[] = []
    for (const [name, tags] of Object.entries(variants) as [Variant, string][]) {
      const url = host.serve(`/${name}`, `<main><h1>Prices</h1><button>Buy</button></main>${tags}`)
      opened.push(await openAndClick(browser, url, name))
    }
    // Wait past the queue's next send. The pages wait in parallel, because each thread has its own clock.
    await new Promise((resolve) => setTimeout(resolve, 5_500))
    for (const { name, client, context, loadMs } of opened) {
      costs[name].push({ loadMs, clicksMs: (await scriptMs(client)) - loadMs })
      await context.close()
    }
    logProgress(`script, run ${run + 1} of ${runs}`)
  }
  return costs
}

interface OpenPage {
  readonly name: Variant
  readonly context: BrowserContext
  readonly client: CDPSession
  readonly loadMs: number
}

async function openAndClick(browser: Browser, url: string, name: Variant): Promise<OpenPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  // The thread's own time, independent of other load on the machine.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'networkidle' })
  const loadMs = await scriptMs(client)
  await page.evaluate((count) => {
    const button = document.querySelector('button')
    for (let click = 0; click < count; click += 1) button?.click()
  }, clicks)
  return { name, context, client, loadMs }
}

/** Progress output, because a run takes minutes. */
function logProgress(what: string): void {
  process.stderr.write(`  ${what}\n`)
}

/** Script and compilation time on the page's main thread so far. */
async function scriptMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return 1_000 * (of('ScriptDuration') + of('V8CompileDuration'))
}

/** The specification's minimum: a queue of events posted every five seconds. */
function handMadeTracker(origin: string): string {
  return `(() => {
    const queue = []
    const session = crypto.getRandomValues(new Uint32Array(4)).join('')
    const add = (event_type, more) =>
      queue.push({ event_type, session_id: session, page_url: location.href, timestamp: new Date().toISOString(), ...more })
    add('page_view')
    addEventListener('click', ({ target, clientX, clientY }) =>
      add('click', { click_x: clientX, click_y: clientY, element_clicked: target.localName }), true)
    setInterval(() => queue[0] && fetch('${origin}/rest/v1/user_tracking_events', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(queue.splice(0)),
    }), 5000)
  })()`
}

/** The minimum of an embed: a lazily loaded frame. */
function handMadeEmbed(): string {
  return `for (const host of document.querySelectorAll('[data-demo-id]')) {
  const frame = document.createElement('iframe')
  frame.loading = 'lazy'
  frame.src = '/demo/' + host.dataset.demoId + '/play'
  frame.style.cssText = 'width:100%;aspect-ratio:16/10;border:0'
  host.append(frame)
}`
}
