import { parseArgs } from 'node:util'

import type { Browser, CDPSession, Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'

import { stepImageUrl, type HydrationData } from '#protocol/player-page.ts'
import { makeDemo } from '#support/make-demo.ts'
import { savePages } from '#support/save-pages.ts'
import { startServer } from '#support/server-process.ts'

import { launchChromium } from './support/launch-chromium.ts'
import { loadPage } from './support/page-load.ts'
import { middleOf, report, spreadOf, type Finding } from './support/report.ts'
import { takeSampleScreens } from './support/sample-screens.ts'

/*
 * A demo with captured pages against its copy that shows pictures only, in turn in one browser: loading, step changes
 * on a slow processor, and memory from the first step to the last. `--steps 20 --runs 2` for a quick look.
 */

const { values: options } = parseArgs({ options: { steps: { type: 'string' }, runs: { type: 'string' } } })
const stepCount = Number(options.steps ?? 100)
const runs = Number(options.runs ?? 5)
/** Step changes of each kind per run, after two that load code needed only by later steps. */
const changes = Math.min(12, Math.floor((stepCount - 3) / 2))
/** How long a visitor looks at a step; its page must have loaded by then. */
const restMs = 300
/** For a visitor who skips ahead while the page is still loading. */
const skipMs = 60
const screenSizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

const kinds = ['pages', 'pictures'] as const

const browser = await launchChromium()
const server = await startServer({ env: { LOG_LEVEL: 'error' } })
try {
  const urls = await makeDemos(browser, server.url)
  report('player-pages', [
    ...(await measureLoads(browser, urls)),
    ...(await measureChanges(browser, urls)),
    ...(await measureMemory(browser, urls)),
  ])
} finally {
  await browser.close()
  await server.stop()
}

interface Urls {
  readonly pages: string
  readonly pictures: string
}

async function makeDemos(browser: Browser, serverUrl: string): Promise<Urls> {
  const screens = await takeSampleScreens(browser, stepCount)
  const size = { width: 1440, height: 900 }
  const steps = screens.map(({ png, title, clickPercent }) => ({ png, ...size, title, click: clickPercent }))
  const { id, author } = await makeDemo(serverUrl, { name: 'Captured pages', steps })
  const html = screens.map((screen) => screen.html)
  await savePages(serverUrl, author, id, html)
  const urls = { pages: playUrl(serverUrl, id), pictures: playUrl(serverUrl, await copyWithoutPages(author, id)) }
  await encodePictures(urls.pages)
  return urls
}

function playUrl(serverUrl: string, id: string): string {
  return `${serverUrl}/demo/${id}/play`
}

async function copyWithoutPages(author: SupabaseClient, id: string): Promise<string> {
  const { data } = await author.rpc('duplicate_demo', { p_demo_id: id }).throwOnError()
  const copyId = String(data)
  await author
    .from('demo_steps')
    .update({ look: { showAs: 'picture' } })
    .eq('demo_id', copyId)
    .throwOnError()
  await author.from('demos').update({ status: 'active' }).eq('id', copyId).throwOnError()
  return copyId
}

/** Warm-up: the server scales a picture for its first visitor, which takes longer than a step is shown. */
async function encodePictures(url: string): Promise<void> {
  const headers = { accept: 'text/html,image/avif,image/webp' }
  const html = await (await fetch(url, { headers })).text()
  const json = /id="player-data">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  const { demo, imageWidth } = JSON.parse(json) as HydrationData
  for (const step of demo.steps) {
    const answer = await fetch(new URL(stepImageUrl(step, imageWidth), url), { headers })
    if (!answer.ok) throw new Error(`A picture was not scaled: ${answer.status}`)
    await answer.arrayBuffer()
  }
}

async function measureLoads(browser: Browser, urls: Urls): Promise<readonly Finding[]> {
  const loads = { pages: [] as number[], pictures: [] as number[] }
  let largestElsewhere = 0
  for (let run = 0; run < runs; run += 1) {
    for (const viewport of screenSizes) {
      for (const kind of kinds) {
        const load = await loadPage(browser, { url: urls[kind], connection: 'Fast 4G', cpuSlowdown: 4, viewport })
        loads[kind].push(load.largestPaintMs)
        if (kind === 'pages' && load.largestPaintMs !== load.firstStepMs) largestElsewhere += 1
      }
    }
  }
  const count = 2 * runs
  return [
    compared('largest paint, Fast 4G, CPU slowed 4 ×', loads, 1.05),
    absolute(`loads of ${count} whose largest paint isn’t the picture`, 'loads', largestElsewhere, 0),
    absolute('layout shift since a page’s frame is there', 'CLS', await largestShift(browser, urls.pages), 0),
  ]
}

/** Over the first steps, on both screens. */
async function largestShift(browser: Browser, url: string): Promise<number> {
  const shifts: number[] = []
  for (const viewport of screenSizes) {
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    await page.addInitScript(watchShift)
    await page.goto(url)
    for (let step = 0; step < Math.min(5, stepCount - 1); step += 1) {
      await page.evaluate(waitForPage)
      await goThrough(page, 1, restMs)
    }
    shifts.push(await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0)))
    await context.close()
  }
  return Math.max(...shifts)
}

/** Runs in the page first: sums the layout shifts while a captured page is loading or shown. */
function watchShift(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    if (document.querySelector('.us-camera iframe') === null) return
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    document.documentElement.dataset['shift'] = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
}

async function measureChanges(browser: Browser, urls: Urls): Promise<readonly Finding[]> {
  const rested = { pages: [] as number[], pictures: [] as number[] }
  const skipped = { pages: [] as number[], pictures: [] as number[] }
  const appeared: number[] = []
  for (let run = 0; run < runs; run += 1) {
    for (const kind of kinds) {
      await visit(browser, urls[kind], async (page, client) => {
        await goThrough(page, 2, restMs)
        await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        for (let change = 0; change < changes; change += 1) {
          rested[kind].push(await page.evaluate(changeStep, 0))
          if (kind === 'pages') appeared.push(await page.evaluate(waitForPage))
          await page.waitForTimeout(restMs)
        }
        skipped[kind].push(...(await goThrough(page, changes, skipMs)))
      })
    }
  }
  console.log(`A page has appeared ${middleOf(spreadOf(appeared)).toFixed(0)} ms after its picture, CPU slowed 4 ×.`)
  return [
    compared('step change, key to painted picture, CPU slowed 4 ×', rested, 1.15),
    compared(`the same, a key every ${skipMs} ms after the last picture`, skipped, 1.15),
  ]
}

async function measureMemory(browser: Browser, urls: Urls): Promise<readonly Finding[]> {
  const samples = await visit(browser, urls.pages, async (page, client) => {
    await client.send('Performance.enable')
    const tenth = Math.max(1, Math.floor(stepCount / 10))
    const taken: Memory[] = []
    for (let part = 0; part < 10; part += 1) {
      await goThrough(page, part === 9 ? tenth - 1 : tenth, restMs)
      await page.evaluate(waitForPage)
      taken.push(await readMemory(client))
    }
    return taken
  })
  const [, before, ...later] = samples
  const after = later.at(-1)
  if (before === undefined || after === undefined) throw new Error('There were no steps to go through.')
  const flat = (what: string, unit: string, read: (memory: Memory) => number): Finding => {
    console.log(
      `${what} after each tenth of the steps, ${unit}: ${samples.map((each) => read(each).toFixed(1)).join(' ')}`,
    )
    return {
      what: `${what}, after ${stepCount} steps`,
      unit,
      ours: read(after),
      anchor: { what: `after ${stepCount / 5} steps`, value: read(before) },
      goal: '≤ 1.1 × the anchor',
      passed: read(after) <= 1.1 * read(before),
    }
  }
  return [
    flat('script memory with pages', 'MB', (memory) => memory.heapMb),
    flat('nodes with pages', 'nodes', (memory) => memory.nodes),
    flat('frames with pages', 'frames', (memory) => memory.frames),
  ]
}

interface Memory {
  readonly heapMb: number
  readonly nodes: number
  readonly frames: number
}

async function readMemory(client: CDPSession): Promise<Memory> {
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  const read = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { heapMb: read('JSHeapUsedSize') / 1024 / 1024, nodes: read('Nodes'), frames: read('Frames') }
}

async function visit<T>(
  browser: Browser,
  url: string,
  work: (page: Page, client: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    return await work(page, client)
  } finally {
    await context.close()
  }
}

async function goThrough(page: Page, count: number, lookMs: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let change = 0; change < count; change += 1) times.push(await page.evaluate(changeStep, lookMs))
  return times
}

/** Runs in the page: milliseconds from a key to the painted picture of the next step; then waits on that step. */
async function changeStep(lookMs: number): Promise<number> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const shown = () => document.querySelector<HTMLImageElement>('.us-frame-ready .us-image:not(.us-image-last)')
  const before = shown()?.src
  // Real key presses come at any time within a frame.
  await wait(Math.random() * 16)
  const start = performance.now()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const image = shown()
    if (image !== null && image.src !== before && image.complete) break
    if (performance.now() - start > 20_000) throw new Error(`The step after ${location.search} never came.`)
  }
  // A separate task runs after the frame is painted.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(null)
  })
  const time = performance.now() - start
  await wait(lookMs)
  return time
}

/** Runs in the page: milliseconds until the step's page is visible. */
async function waitForPage(): Promise<number> {
  const isVisible = () => document.querySelector<HTMLElement>('.us-camera iframe')?.style.opacity === '1'
  const start = performance.now()
  while (!isVisible()) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (performance.now() - start > 20_000) throw new Error(`The page of ${location.search} never appeared.`)
  }
  return performance.now() - start
}

function compared(
  what: string,
  times: Readonly<Record<(typeof kinds)[number], readonly number[]>>,
  most: number,
): Finding {
  const [ours, anchor] = [spreadOf(times.pages), spreadOf(times.pictures)]
  return {
    what,
    unit: 'ms',
    ours,
    anchor: { what: 'pictures only', value: anchor },
    goal: `≤ ${most} × the anchor`,
    passed: middleOf(ours) <= most * middleOf(anchor),
  }
}

function absolute(what: string, unit: string, ours: number, limit: number): Finding {
  return { what, unit, ours, anchor: null, goal: `≤ ${limit} ${unit}`, passed: ours <= limit }
}
