import { parseArgs } from 'node:util'

import type { Browser, CDPSession, Page } from '@playwright/test'

import { makeDemo } from '#support/make-demo.ts'
import { startServer } from '#support/server-process.ts'

import { launchChromium } from './support/launch-chromium.ts'
import { loadPage } from './support/page-load.ts'
import { middleOf, report, spreadOf, type Finding } from './support/report.ts'
import { takeSampleScreens } from './support/sample-screens.ts'
import { saveSnapshots } from './support/save-snapshots.ts'

/*
 * A demo of 100 captured pages against the same demo of pictures alone, in turn in one browser: the first picture, step
 * changes on a slow processor, and memory from the first step to the last. `--steps 20` for a quick look.
 */

const { values: options } = parseArgs({ options: { steps: { type: 'string' }, runs: { type: 'string' } } })
const stepCount = Number(options.steps ?? 100)
const runs = Number(options.runs ?? 5)
const changes = 12

const browser = await launchChromium()
const server = await startServer({ env: { LOG_LEVEL: 'error' } })
try {
  report('player-snapshots', await measure(browser, server.url))
} finally {
  await browser.close()
  await server.stop()
}

async function measure(browser: Browser, serverUrl: string): Promise<readonly Finding[]> {
  const screens = await takeSampleScreens(browser, stepCount)
  const steps = screens.map(({ png, title, clickPercent }) => ({
    png,
    width: 1440,
    height: 900,
    title,
    click: clickPercent,
  }))
  const [pages, pictures] = [
    await makeDemo(serverUrl, { name: 'Captured pages', steps }),
    await makeDemo(serverUrl, { name: 'Pictures', steps }),
  ]
  await saveSnapshots(
    serverUrl,
    pages.author,
    pages.id,
    screens.map(({ html }) => html),
  )
  const urls = {
    pages: `${serverUrl}/demo/${pages.id}/play`,
    pictures: `${serverUrl}/demo/${pictures.id}/play`,
  }
  // The server scales each picture for its first visitor.
  for (const url of Object.values(urls)) await visit(browser, url, (page) => goThrough(page, stepCount - 1, 250))
  const loads = { pages: [] as number[], pictures: [] as number[] }
  const changed = { pages: [] as number[], pictures: [] as number[] }
  let shift = 0
  for (let run = 0; run < runs; run += 1) {
    for (const kind of ['pages', 'pictures'] as const) {
      const load = await loadPage(browser, { url: urls[kind], connection: null, cpuSlowdown: 4 })
      loads[kind].push(load.firstStepMs)
      shift = Math.max(shift, load.layoutShift)
      if (load.largestPaintMs !== load.firstStepMs) throw new Error('The largest paint is not the picture.')
      changed[kind].push(...(await visit(browser, urls[kind], changeTimes)))
    }
  }
  const memory = await visit(browser, urls.pages, readMemory)
  console.log(`Memory after each tenth of the steps, MB: ${memory.megabytes.map((each) => each.toFixed(1)).join(' ')}`)
  console.log(`Documents: ${memory.documents.join(' ')}`)
  const growth = (memory.megabytes.at(-1) ?? 0) / (memory.megabytes[1] ?? Number.NaN)
  const compared = (what: string, ours: readonly number[], theirs: readonly number[], most: number): Finding => {
    const [a, b] = [spreadOf(ours), spreadOf(theirs)]
    const anchor = { what: 'pictures alone', value: b }
    return {
      what,
      unit: 'ms',
      ours: a,
      anchor,
      goal: `≤ ${most} × the anchor`,
      passed: middleOf(a) <= most * middleOf(b),
    }
  }
  return [
    compared('largest paint, which is the picture, CPU slowed 4 ×', loads.pages, loads.pictures, 1.1),
    compared('step change to its picture, CPU slowed 4 ×', changed.pages, changed.pictures, 1.15),
    { what: 'layout shift with pages', unit: 'CLS', ours: shift, anchor: null, goal: '0', passed: shift === 0 },
    {
      what: `memory after ${stepCount} steps with pages, to that after ${stepCount / 5}`,
      unit: '×',
      ours: growth,
      anchor: null,
      goal: '≤ 1.1',
      passed: growth <= 1.1,
    },
    {
      what: 'documents alive at most',
      unit: 'documents',
      ours: Math.max(...memory.documents),
      anchor: null,
      goal: '≤ 4',
      passed: Math.max(...memory.documents) <= 4,
    },
  ]
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

async function goThrough(page: Page, count: number, lookMs: number): Promise<void> {
  for (let change = 0; change < count; change += 1) await page.evaluate(changeStep, lookMs)
}

/** After the first change, which loads what only later steps need. */
async function changeTimes(page: Page, client: CDPSession): Promise<readonly number[]> {
  await goThrough(page, 2, 600)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (let change = 0; change < changes; change += 1) times.push(await page.evaluate(changeStep, 600))
  return times
}

/** Runs in the page: milliseconds from the key to the frame that shows the next step's picture; then a look at it. */
async function changeStep(lookMs: number): Promise<number> {
  const shown = () => document.querySelector<HTMLImageElement>('.us-image:not(.us-image-last)')
  const before = shown()?.src
  const start = performance.now()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  let time = Number.NaN
  while (Number.isNaN(time)) {
    await frame()
    if (performance.now() - start > 20_000) throw new Error('The next step never came.')
    const image = shown()
    if (image !== null && image.src !== before && image.complete) time = performance.now() - start
  }
  // The page arrives meanwhile.
  await new Promise((resolve) => setTimeout(resolve, lookMs))
  return time
}

async function readMemory(page: Page, client: CDPSession) {
  await client.send('Performance.enable')
  const megabytes: number[] = []
  const documents: number[] = []
  const tenth = Math.max(1, Math.floor(stepCount / 10))
  for (let part = 0; part < 10; part += 1) {
    await goThrough(page, part === 9 ? tenth - 1 : tenth, 250)
    await client.send('HeapProfiler.collectGarbage')
    const { metrics } = await client.send('Performance.getMetrics')
    const read = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
    megabytes.push(read('JSHeapUsedSize') / 1024 / 1024)
    documents.push(read('Documents'))
  }
  return { megabytes, documents }
}
