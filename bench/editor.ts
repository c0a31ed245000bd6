import { parseArgs } from 'node:util'

import type { Browser, CDPSession, Page } from '@playwright/test'

import { makeDemo } from '#support/make-demo.ts'
import { createImage } from '#support/create-image.ts'
import { startServer } from '#support/server-process.ts'

import { quantileOf, watchGesture, type Gesture } from './support/gesture.ts'
import { serveHandMadeEditor } from './support/hand-made-editor.ts'
import { launchChromium } from './support/launch-chromium.ts'
import { middleOf, report, spreadOf, type Finding } from './support/report.ts'

/*
 * The editor against a hand-made page that does the same (bench/support/hand-made-editor.ts), interleaved in one
 * browser: dragging a card, zooming, reordering among 200 steps, opening a long and a short demo. `--runs 7` for more,
 * `--short` for a quick look (2 runs).
 */

const { values: options } = parseArgs({ options: { runs: { type: 'string' }, short: { type: 'boolean' } } })
const runs = options.short === true ? 2 : Number(options.runs ?? 5)
const longCount = 200
const shortCount = 10
const moves = 90
const frameMs = 16
/** Requests that saved the order, one entry per run. */
const savings: number[] = []

const browser = await launchChromium()
const server = await startServer({ env: { LOG_LEVEL: 'error' } })
const { buffer: picture } = await createImage(1)
const handMade = await serveHandMadeEditor(picture, longCount)
try {
  await measure(browser)
} finally {
  handMade.close()
  await browser.close()
  await server.stop()
}

interface Subject {
  readonly url: string
  readonly session: string | null
  readonly card: string
}

async function measure(browser: Browser): Promise<void> {
  const long = await makeLongDemo(longCount)
  const short = await makeLongDemo(shortCount)
  const editorUrl = (id: string) => `${server.url}/dashboard/demos/${id}/edit`
  const ours: Subject = { url: editorUrl(long.id), session: long.session, card: '[aria-label^="Move the "]' }
  const anchor: Subject = { url: handMade.url, session: null, card: '#card b' }
  await timeToCanvas(browser, ours)

  const dragging = (cpuSlowdown: number) => inTurn(browser, ours, anchor, cpuSlowdown, 'pointermove', dragCard)
  const reordering = (cpuSlowdown: number) => inTurn(browser, ours, anchor, cpuSlowdown, 'dragover', reorder)
  const findings: Finding[] = [
    latency('drag a card', await dragging(1), 1.2),
    ...smoothness('drag a card', await dragging(4)),
    latency('zoom by wheel', await inTurn(browser, ours, anchor, 1, 'wheel', zoomByWheel), 1.2),
    // Last, because it moves the step that has the card.
    latency(`reorder among ${longCount} thumbnails`, await reordering(1), 1.3),
    ...reorderSmoothness(await reordering(4)),
    savingRequests(),
  ]
  findings.push(await opening(browser, ours, { ...ours, url: editorUrl(short.id), session: short.session }))
  report('editor', findings)
}

async function makeLongDemo(count: number): Promise<{ readonly id: string; readonly session: string }> {
  const step = { png: picture, width: 1280, height: 800 }
  const { id, author } = await makeDemo(server.url, { name: `${count} steps`, steps: [step] })
  const { data: made } = await author.from('demo_steps').select('id,screenshot_url').eq('demo_id', id).throwOnError()
  const [first] = made as readonly { readonly id: string; readonly screenshot_url: string }[]
  if (first === undefined) throw new Error('The demo has no step')
  const more = Array.from({ length: count - 1 }, (_, index) => ({
    demo_id: id,
    order: index + 2,
    title: `Step ${index + 2}`,
    screenshot_url: first.screenshot_url,
    width: step.width,
    height: step.height,
  }))
  await author.from('demo_steps').insert(more).throwOnError()
  const place = { x_percent: 20, y_percent: 20, width_percent: 25, height_percent: 20 }
  await author
    .from('step_cards')
    .insert({ step_id: first.id, type: 'cue', title: 'Click here', ...place })
    .throwOnError()
  const { data } = await author.auth.getSession()
  return { id, session: JSON.stringify(data.session) }
}

interface Pair {
  readonly ours: Gesture[]
  readonly anchor: Gesture[]
}

type Act = (page: Page, subject: Subject) => Promise<void>

async function inTurn(
  browser: Browser,
  ours: Subject,
  anchor: Subject,
  cpuSlowdown: number,
  event: Parameters<typeof watchGesture>[2],
  act: Act,
): Promise<Pair> {
  const pair: Pair = { ours: [], anchor: [] }
  for (let run = 0; run < runs; run += 1) {
    for (const [subject, into] of [
      [ours, pair.ours],
      [anchor, pair.anchor],
    ] as const) {
      await withPage(browser, subject, async (page, client) => {
        if (cpuSlowdown > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
        into.push(await watchGesture(page, client, event, () => act(page, subject)))
      })
    }
  }
  return pair
}

async function withPage<T>(
  browser: Browser,
  { url, session }: Subject,
  work: (page: Page, client: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (session !== null) {
      await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        'understudy-session',
        session,
      ] as const)
    }
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('[data-testid="canvas"] img').first().waitFor()
    await page.waitForLoadState('networkidle')
    return await work(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

async function dragCard(page: Page, { card }: Subject): Promise<void> {
  const box = await page.locator(card).first().boundingBox()
  if (box === null) throw new Error('There is no card to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let move = 1; move <= moves; move += 1) {
    await page.mouse.move(x + 100 * Math.sin(move / 10), y + 60 * Math.sin(move / 7))
    await page.waitForTimeout(frameMs)
  }
  await page.mouse.up()
}

async function zoomByWheel(page: Page): Promise<void> {
  const box = await page.getByTestId('canvas').boundingBox()
  if (box === null) throw new Error('There is no canvas')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.keyboard.down('Control')
  for (let turn = 0; turn < moves / 3; turn += 1) {
    await page.mouse.wheel(0, Math.floor(turn / 3) % 2 === 0 ? -100 : 100)
    await page.waitForTimeout(2 * frameMs)
  }
  await page.keyboard.up('Control')
}

async function reorder(page: Page, { session }: Subject): Promise<void> {
  let requests = 0
  page.on('request', (request) => (requests += request.url().endsWith('/rpc/reorder_demo_steps') ? 1 : 0))
  const thumbnails = page.locator('ol li')
  const [from, to] = [await thumbnails.nth(0).boundingBox(), await thumbnails.nth(5).boundingBox()]
  if (from === null || to === null) throw new Error('There are no thumbnails')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  for (let move = 1; move <= moves; move += 1) {
    const share = Math.abs(Math.sin(move / 15))
    await page.mouse.move(
      from.x + from.width / 2 + share * (to.x - from.x),
      from.y + from.height / 2 + share * (to.y - from.y),
    )
    await page.waitForTimeout(frameMs)
  }
  await page.mouse.move(to.x + to.width * 0.8, to.y + to.height / 2)
  await page.mouse.up()
  if (session === null) return
  await page.waitForRequest('**/rpc/reorder_demo_steps', { timeout: 5_000 }).catch(() => undefined)
  await page.waitForTimeout(500)
  savings.push(requests)
}

function latency(what: string, { ours, anchor }: Pair, factor: number): Finding {
  const p95 = (gestures: readonly Gesture[]) => spreadOf(gestures.map((each) => quantileOf(each.inputToPaintMs, 0.95)))
  return compare(`${what}, input to paint p95`, 'ms', p95(ours), p95(anchor), { most: factor })
}

function smoothness(what: string, { ours, anchor }: Pair): readonly Finding[] {
  const script = (gestures: readonly Gesture[]) => spreadOf(gestures.map((each) => each.scriptMsPerSecond))
  return [
    compare(`${what}, CPU 4×: frames per second`, '/s', framesPerSecond(ours), framesPerSecond(anchor), {
      least: 0.97,
    }),
    compare(`${what}, CPU 4×: p99 frame`, 'ms', p99Frame(ours), p99Frame(anchor), {}),
    compare(`${what}, CPU 4×: script per second`, 'ms', script(ours), script(anchor), { most: 2 }),
  ]
}

/** The budget is absolute; the anchor shows whether the machine itself is too slow. */
function reorderSmoothness({ ours, anchor }: Pair): readonly Finding[] {
  const what = `reorder among ${longCount} thumbnails, CPU 4×`
  return [
    {
      ...compare(`${what}: frames per second`, '/s', framesPerSecond(ours), framesPerSecond(anchor), {}),
      goal: '≥ 57 /s',
      passed: middleOf(framesPerSecond(ours)) >= 57,
    },
    {
      ...compare(`${what}: p99 frame`, 'ms', p99Frame(ours), p99Frame(anchor), {}),
      goal: '≤ 33 ms',
      passed: middleOf(p99Frame(ours)) <= 33.5,
    },
  ]
}

function framesPerSecond(gestures: readonly Gesture[]) {
  return spreadOf(gestures.map((each) => (1000 * each.frameMs.length) / each.frameMs.reduce((sum, ms) => sum + ms, 0)))
}

function p99Frame(gestures: readonly Gesture[]) {
  return spreadOf(gestures.map((each) => quantileOf(each.frameMs, 0.99)))
}

function savingRequests(): Finding {
  const counts = spreadOf(savings)
  return {
    what: 'requests that save a new order',
    unit: 'requests',
    ours: counts,
    anchor: null,
    goal: 'one',
    passed: counts.min === 1 && counts.max === 1,
  }
}

function compare(
  what: string,
  unit: string,
  ours: ReturnType<typeof spreadOf>,
  anchor: ReturnType<typeof spreadOf>,
  { most, least }: { readonly most?: number; readonly least?: number },
): Finding {
  const ratio = ours.median / anchor.median
  const passed = (most === undefined || ratio <= most) && (least === undefined || ratio >= least)
  const goal = most === undefined ? (least === undefined ? 'none; noted' : `≥ ${least} ×`) : `≤ ${most} ×`
  return { what, unit, ours, anchor: { what: 'hand-made DOM', value: anchor }, goal, passed }
}

/** From navigation until the canvas shows its image, with scripts in the browser's cache. */
function timeToCanvas(browser: Browser, subject: Subject): Promise<number> {
  return withPage(browser, subject, async (page) => {
    await page.addInitScript(() => {
      const look = () => {
        const image = document.querySelector<HTMLImageElement>('[data-testid="canvas"] img')
        if (image?.complete === true && image.naturalWidth > 0) Object.assign(window, { canvasMs: performance.now() })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.reload()
    const canvas = await page.waitForFunction(() => (window as unknown as { canvasMs?: number }).canvasMs)
    return canvas.jsonValue() as Promise<number>
  })
}

async function opening(browser: Browser, long: Subject, short: Subject): Promise<Finding> {
  const times = { long: [] as number[], short: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    times.long.push(await timeToCanvas(browser, long))
    times.short.push(await timeToCanvas(browser, short))
  }
  const finding = compare(`open a demo of ${longCount} steps`, 'ms', spreadOf(times.long), spreadOf(times.short), {
    most: 1.5,
  })
  return { ...finding, anchor: { what: `a demo of ${shortCount} steps`, value: spreadOf(times.short) } }
}
