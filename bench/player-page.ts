import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import type { Browser } from '@playwright/test'

import { makeDemo } from '#support/make-demo.ts'
import { startServer } from '#support/server-process.ts'

import { serveHandMadePages } from './support/hand-made-page.ts'
import { launchChromium } from './support/launch-chromium.ts'
import { connections, loadPage, type PageLoad } from './support/page-load.ts'
import { middleOf, report, spreadOf, type Finding } from './support/report.ts'
import { takeSampleScreens } from './support/sample-screens.ts'

/*
 * The public player page against a hand-made static page with the same image, interleaved in one browser and run.
 * `--runs 7` for more, `--short` for a quick look (2 runs).
 */

const { values: options } = parseArgs({ options: { runs: { type: 'string' }, short: { type: 'boolean' } } })
const runs = options.short === true ? 2 : Number(options.runs ?? 5)

const browser = await launchChromium()
const server = await startServer({ env: { LOG_LEVEL: 'error' } })
try {
  await measure(browser, server.url)
} finally {
  await browser.close()
  await server.stop()
}

async function measure(browser: Browser, serverUrl: string): Promise<void> {
  const screens = await takeSampleScreens(browser, 3)
  const { id, author } = await makeDemo(serverUrl, {
    name: 'Get paid with Ledgerly',
    description: 'How a small team sends, follows and collects its invoices.',
    steps: screens.map(({ png, title, clickPercent }) => ({
      png,
      width: 1440,
      height: 900,
      title,
      description: 'This is where the day starts: open invoices, what came in, and what is late.',
      click: clickPercent,
    })),
  })
  const { data: steps } = await author.from('demo_steps').select('id').eq('demo_id', id).order('order').throwOnError()
  await author
    .from('demo_steps')
    .update({ look: { zoom: { xPercent: 10, yPercent: 10, widthPercent: 50, heightPercent: 50 } } })
    .eq('id', String(steps[1]?.['id']))
    .throwOnError()
  const playUrl = `${serverUrl}/demo/${id}/play`
  // Warm-up: the server encodes the image for the very first visitor only.
  const { avif, restBytes } = await inlineImageOf(playUrl)
  const handMade = await serveHandMadePages(avif)
  const pages = { ours: playUrl, second: handMade.secondRequestUrl, inside: handMade.insideUrl }
  console.log(`Picture: ${avif.byteLength} bytes of AVIF, 1440 × 900. ${runs} runs of each, in turn.`)

  const findings: Finding[] = []
  const loads: PageLoad[] = []
  for (const connection of Object.keys(connections) as (keyof typeof connections)[]) {
    const measured = await inTurn(pages, (url) => loadPage(browser, { url, connection, cpuSlowdown: 1 }))
    loads.push(...measured.ours)
    const firstStep = (page: keyof typeof pages) => spreadOf(measured[page].map((load) => load.firstStepMs))
    const goal = connection === 'Fast 4G' ? 0.85 : 0.7
    findings.push({
      what: `time to the first step, ${connection}`,
      unit: 'ms',
      ours: firstStep('ours'),
      anchor: { what: 'hand-made page, picture as a second request', value: firstStep('second') },
      goal: `≤ ${goal} × the anchor`,
      passed: middleOf(firstStep('ours')) <= goal * middleOf(firstStep('second')),
    })
    console.log(`Hand-made page with the picture inside, ${connection}: ${middleOf(firstStep('inside')).toFixed(0)} ms`)
  }
  const slowed = await inTurn(pages, (url) => loadPage(browser, { url, connection: null, cpuSlowdown: 4 }))
  handMade.close()

  const most = (read: (load: PageLoad) => number, of = loads) => Math.max(...of.map(read))
  const blocking = (page: keyof typeof pages) => spreadOf(slowed[page].map((load) => load.blockingMs))
  const absolute = (what: string, unit: string, ours: number, limit: number): Finding => {
    return { what, unit, ours, anchor: null, goal: `≤ ${limit} ${unit}`, passed: ours <= limit }
  }
  findings.push(
    absolute('document without its picture, brotli', 'bytes', restBytes, 12_000),
    absolute(
      'requests before the first step',
      'requests',
      most((load) => load.requestsBefore),
      2,
    ),
    absolute(
      'layout shift',
      'CLS',
      most((load) => load.layoutShift),
      0,
    ),
    absolute('script until the first step can be clicked, brotli', 'bytes', entryBytes(), 20_000),
    absolute(
      'script on the page, transferred',
      'bytes',
      most((load) => load.scriptBytes),
      28_000,
    ),
    ...(await measureCamera(browser, playUrl)),
    {
      what: 'total blocking time, CPU slowed 4 ×',
      unit: 'ms',
      ours: blocking('ours'),
      anchor: null,
      goal: `≤ 10 ms (hand-made page: ${middleOf(blocking('second'))} ms)`,
      passed: middleOf(blocking('ours')) <= 10,
    },
    absolute('embed script, brotli', 'bytes', embedBytes(), 1_000),
  )
  report('player-page', findings)
}

/** Frame times while the camera, callout and marker move to an area and back, at a slow phone's speed. */
async function measureCamera(browser: Browser, playUrl: string): Promise<readonly Finding[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(playUrl, { waitUntil: 'networkidle' })
    const client = await context.newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const moves = 2 * runs
    const frames = await page.evaluate(recordMoves, moves)
    const rate = (1_000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0)
    const slowest = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.99)] ?? Number.NaN
    const what = `camera move and callout, CPU slowed 4 ×, ${moves} moves`
    return [
      { what, unit: 'frames/s', ours: rate, anchor: null, goal: '≥ 57 frames/s', passed: rate >= 57 },
      { what: `${what}: p99 frame`, unit: 'ms', ours: slowest, anchor: null, goal: '≤ 33 ms', passed: slowest <= 33.5 },
    ]
  } finally {
    await context.close()
  }
}

/** Runs in the page: the times between frames for the 700 ms after each move. */
async function recordMoves(moves: number): Promise<number[]> {
  const gaps: number[] = []
  for (let move = 0; move < moves; move += 1) {
    const key = move % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'
    dispatchEvent(new KeyboardEvent('keydown', { key }))
    await new Promise<void>((resolve) => {
      let last = performance.now()
      const end = last + 700
      const handleFrame = (now: number) => {
        gaps.push(now - last)
        last = now
        if (now < end) requestAnimationFrame(handleFrame)
        else resolve()
      }
      requestAnimationFrame((first) => {
        last = first
        requestAnimationFrame(handleFrame)
      })
    })
  }
  return gaps
}

/** The page's own script, without the parts it fetches later. */
function entryBytes(): number {
  const dist = new URL('../dist/', import.meta.url)
  const { script } = JSON.parse(readFileSync(new URL('player/manifest.json', dist), 'utf8')) as { script: string }
  return brotliCompressSync(readFileSync(new URL(`.${script}`, dist))).byteLength
}

async function inTurn<K extends string, T>(
  pages: Readonly<Record<K, string>>,
  load: (url: string) => Promise<T>,
): Promise<Readonly<Record<K, readonly T[]>>> {
  const results = Object.fromEntries(Object.keys(pages).map((page) => [page, [] as T[]])) as Record<K, T[]>
  for (let run = 0; run < runs; run += 1) {
    for (const page of Object.keys(pages) as K[]) results[page].push(await load(pages[page]))
  }
  return results
}

/** The image inlined in the page's document, and the document's size without it. */
async function inlineImageOf(playUrl: string): Promise<{ readonly avif: Buffer; readonly restBytes: number }> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const html = await (await fetch(playUrl, { headers: { accept: 'text/html,image/avif,image/webp' } })).text()
    const [dataUri, base64] = /data:image\/avif;base64,([\w+/=]+)/.exec(html) ?? []
    if (dataUri !== undefined && base64 !== undefined) {
      return {
        avif: Buffer.from(base64, 'base64'),
        restBytes: brotliCompressSync(html.replaceAll(dataUri, '')).byteLength,
      }
    }
  }
  throw new Error('The document never had its image inlined')
}

function embedBytes(): number {
  return brotliCompressSync(readFileSync(new URL('../dist/js/demo-player.js', import.meta.url))).byteLength
}
