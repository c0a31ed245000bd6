import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Locator, Page } from '@playwright/test'

import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import { launchExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension, startHomePage } from '#support/extension-page.ts'
import { listenOnLoopback } from '#support/listen-on-loopback.ts'
import { differingPercent, readImage, waitUntilReady } from '#support/recording-author.ts'
import { collectSnapshot, serveSnapshot } from '#support/snapshot-pages.ts'

import { run } from '../scripts/tasks.ts'
import { appPackages, captureApps, type AppAction, type CaptureApp } from './support/capture-apps.ts'
import { report, type Finding } from './support/report.ts'

/*
 * Measures what the recorder records in apps from npm, which are installed on the first run. `bench capture-apps WORD`
 * runs the apps whose name contains the word; `--show` writes pictures that differ from their pages to .cache.
 */

const word = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? ''
/** Pause between two unrecorded actions. */
const pauseMs = 300
const isShowing = process.argv.includes('--show')
const folder = fileURLToPath(new URL('../.cache/capture-apps/', import.meta.url))
const names = Object.keys(captureApps).filter((name) => name.includes(word))

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

interface Outcome {
  readonly place: string
  readonly isLost: boolean
  readonly isNameless: boolean
  readonly misnamed: string | null
  readonly isOutside: boolean
  /** Difference between picture and captured page; null without a page. */
  readonly differing: number | null
  /** The picture may not show the page before the action, so it has no captured page. */
  readonly isMarked: boolean
  readonly bytes: number
}

interface Blocked {
  readonly place: string
  readonly ms: number
}

await install()
const [apps, homeServer, browser] = await Promise.all([serveApps(), startHomePage(), launchExtensionBrowser()])
try {
  await browser.connect(homeServer.url)
  const home = await browser.context.newPage()
  await home.goto(homeServer.url)
  const outcomes: Outcome[] = []
  const [blocked, unrecorded]: [Blocked[], Blocked[]] = [[], []]
  for (const name of names) {
    const named = (ms: number, index: number) => ({ place: `${name}, press ${index + 1}`, ms })
    unrecorded.push(...(await tryUnrecorded(name, captureApps[name]!)).map(named))
    const tried = await tryApp(home, name, captureApps[name]!)
    outcomes.push(...tried.outcomes)
    blocked.push(...tried.blockedMs.map(named))
  }
  for (const { place, isLost, isMarked, misnamed, isOutside, differing } of outcomes) {
    if (isLost) console.log(`${place}: lost`)
    if (misnamed !== null) console.log(`${place}: called ${misnamed}`)
    if (isOutside) console.log(`${place}: hotspot outside`)
    if (differing === null && !isLost) console.log(`${place}: picture alone${isMarked ? ', marked' : ''}`)
    if ((differing ?? 0) > 0.5) console.log(`${place}: ${differing?.toFixed(2)} % of the pixels differ`)
  }
  report('capture-apps', findingsOf(outcomes, blocked, unrecorded))
} finally {
  await browser.close()
  await Promise.all([apps.close(), homeServer.stop()])
}

async function install(): Promise<void> {
  const manifest = join(folder, 'package.json')
  const wanted = `${JSON.stringify({ private: true, dependencies: appPackages }, null, 2)}\n`
  const isThere =
    existsSync(join(folder, 'node_modules')) && (await readFile(manifest, 'utf8').catch(() => '')) === wanted
  if (isThere) return
  await mkdir(folder, { recursive: true })
  await writeFile(manifest, wanted)
  const { code } = await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'])
  if (code !== 0) throw new Error('The apps could not be installed.')
}

/** Serves pages under /app/NUMBER, and the packages' files. */
function serveApps() {
  return listenOnLoopback(
    createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
      const name = path.startsWith('/app/') ? names[Number(path.slice(5))] : undefined
      if (name !== undefined) {
        return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(captureApps[name]!))
      }
      const file = normalize(join(folder, 'node_modules', path))
      readFile(file).then(
        (content) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(content),
        () => response.writeHead(404).end(),
      )
    }),
  )
}

/** Records how long each press blocks the page's thread, by the delay of a task queued before it. */
function pageOf({ head, body }: CaptureApp): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><script>
    window.blockedMs = []
    addEventListener('pointerdown', () => { const start = performance.now(); const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => blockedMs.push(performance.now() - start); port2.postMessage(0) }, true)
  </script>${head}</head><body style="margin:0">${body}</body></html>`
}

async function tryApp(home: Page, name: string, app: CaptureApp) {
  const opened = browser.context.waitForEvent('page')
  const url = `${apps.origin}/app/${names.indexOf(name)}`
  const { sessionId } = await askExtension(home, { type: 'start-recording', url })
  const page = await opened
  await page.locator(app.ready).first().waitFor()
  const list = async () => {
    const { captures } = await askExtension(home, { type: 'list-captures', sessionId })
    return captures.filter(({ isFolded }) => isFolded !== true)
  }
  const done: { readonly place: string; readonly action: AppAction; readonly evidence: Evidence }[] = []
  for (const [index, action] of app.actions.entries()) {
    const before = (await list()).length
    const target = action.target(page)
    await target.waitFor({ timeout: 5_000 })
    // As a person does: the pointer rests on the target before the press, so the hover state has been captured.
    await target.hover(placed(action))
    await waitUntilReady(page)
    const box = await target.boundingBox()
    await perform(page, target, action)
    const deadline = performance.now() + 3_000
    let captures = await list()
    while (captures.length === before && performance.now() < deadline) {
      await page.waitForTimeout(100)
      captures = await list()
    }
    const evidence = { capture: captures[before], box, viewport: page.viewportSize() }
    done.push({ place: `${name} ${index + 1}`, action, evidence })
  }
  const blockedMs = await readBlockedMs(page)
  await page.close()
  const outcomes: Outcome[] = []
  // The recorder would otherwise record the pages rendered here.
  await askExtension(home, { type: 'stop-recording', sessionId })
  for (const { place, action, evidence } of done) outcomes.push(await judge(home, place, action, evidence))
  await askExtension(home, { type: 'forget-recording', sessionId })
  return { outcomes, blockedMs }
}

/** The same actions without recording: the time the page and the machine take by themselves. */
async function tryUnrecorded(name: string, app: CaptureApp): Promise<readonly number[]> {
  const page = await browser.context.newPage()
  await page.goto(`${apps.origin}/app/${names.indexOf(name)}`)
  await page.locator(app.ready).first().waitFor()
  for (const action of app.actions) {
    const target = action.target(page)
    await target.waitFor({ timeout: 5_000 })
    await target.hover(placed(action))
    await page.waitForTimeout(pauseMs)
    await perform(page, target, action)
  }
  const blockedMs = await readBlockedMs(page)
  await page.close()
  return blockedMs
}

function readBlockedMs(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (window as unknown as { blockedMs: number[] }).blockedMs)
}

function placed({ at }: AppAction) {
  return at === undefined ? {} : { position: at }
}

async function perform(page: Page, target: Locator, action: AppAction): Promise<void> {
  const { act } = action
  const place = placed(action)
  if (act === 'double') return target.dblclick(place)
  if (act === 'right') return target.click({ ...place, button: 'right' })
  if (act === 'drag') {
    const box = await target.boundingBox()
    if (box === null) throw new Error('Nothing to drag.')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 160, box.y + box.height / 2 + 40, { steps: 10 })
    return page.mouse.up()
  }
  await target.click(place)
  if (act !== 'type') return
  await page.keyboard.type('Alpha', { delay: 30 })
  await page.keyboard.press('Tab')
}

interface Evidence {
  readonly capture: Capture | undefined
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
  readonly viewport: { readonly width: number; readonly height: number } | null
}

async function judge(home: Page, place: string, { name }: AppAction, evidence: Evidence): Promise<Outcome> {
  const { capture } = evidence
  const none = {
    place,
    isNameless: false,
    misnamed: null,
    isOutside: false,
    differing: null,
    isMarked: false,
    bytes: 0,
  }
  if (capture === undefined) return { ...none, isLost: true }
  const { target } = capture
  const shown = target.name === '' ? (target.near ?? '') : target.name
  const picture = await readImage(home, capture)
  const page = await drawPage(home, capture)
  const differing = page === null ? null : await differingPercent(picture, page.drawn)
  if (isShowing && page !== null && (differing ?? 0) > 0.5) {
    const file = join(folder, place.replaceAll(/\W+/g, '-'))
    await writeFile(`${file}-picture.png`, picture)
    await writeFile(`${file}-page.png`, page.drawn)
    await writeFile(`${file}.html`, page.html)
  }
  return {
    place,
    isLost: false,
    isNameless: name !== null && shown === '',
    misnamed: name === null || name.test(shown) ? null : describeAction(capture),
    isOutside: !isInside(capture, evidence),
    differing,
    isMarked: capture.frameDelayMs !== 0,
    bytes: picture.byteLength + (page?.bytes ?? 0),
  }
}

/** Renders the captured page as the player does. */
async function drawPage(home: Page, { id }: Capture) {
  const snapshot = await collectSnapshot(home, id)
  if (snapshot === null) return null
  const shown = await serveSnapshot(snapshot)
  const view = await browser.context.newPage()
  await view.goto(shown.url)
  const drawn = await view.screenshot({ caret: 'initial' })
  await Promise.all([view.close(), shown.stop()])
  const files = [...snapshot.contents.values()].reduce((sum, { content }) => sum + content.byteLength, 0)
  return { drawn, html: snapshot.html, bytes: snapshot.html.length + files }
}

function isInside({ hotspot }: Capture, { box, viewport }: Evidence): boolean {
  if (hotspot === null || box === null || viewport === null) return false
  const [x, y] = [(hotspot.xPercent / 100) * viewport.width, (hotspot.yPercent / 100) * viewport.height]
  return x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1
}

function findingsOf(
  outcomes: readonly Outcome[],
  blocked: readonly Blocked[],
  unrecorded: readonly Blocked[],
): readonly Finding[] {
  const { length } = outcomes
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  const finding = (what: string, unit: string, ours: number, goal: string, passed: boolean): Finding => {
    return { what: `${what}, ${length} actions in ${names.length} apps`, unit, ours, anchor: null, goal, passed }
  }
  const differing = outcomes.flatMap((outcome) => outcome.differing ?? []).toSorted((a, b) => a - b)
  const worst = outcomes.toSorted((a, b) => (b.differing ?? 0) - (a.differing ?? 0))[0]
  const lost = count(({ isLost }) => isLost)
  const nameless = (100 * count(({ isNameless }) => isNameless)) / length
  const outside = count(({ isOutside }) => isOutside)
  const middle = differing[Math.floor((differing.length - 1) / 2)] ?? Number.NaN
  const alone = count((outcome) => outcome.differing === null && !outcome.isLost)
  const bytes = outcomes.map((outcome) => outcome.bytes).toSorted((a, b) => a - b)[Math.floor((length - 1) / 2)] ?? 0
  const slow = ninetyFifth(blocked)
  const anchor = { what: 'without the recorder', value: ninetyFifth(unrecorded) }
  const slowest = blocked.toSorted((a, b) => b.ms - a.ms)[0]
  const late = count((outcome) => outcome.differing === null && !outcome.isLost && !outcome.isMarked)
  return [
    finding('lost actions', 'actions', lost, '0', lost === 0),
    finding('steps without a name', '%', nameless, '≤ 5 %', nameless <= 5),
    finding(
      'steps with another name',
      'steps',
      count(({ misnamed }) => misnamed !== null),
      'none; noted',
      true,
    ),
    finding('hotspots outside their element', 'steps', outside, '0', outside === 0),
    finding('pixels of the page that differ from the picture, median', '%', middle, '≤ 0.5 %', middle <= 0.5),
    finding(`the same, worst: ${worst?.place ?? ''}`, '%', worst?.differing ?? 0, 'noted', true),
    finding('steps with a picture alone', 'steps', alone, 'noted', true),
    finding('the same, though the picture is certain', 'steps', late, 'noted', true),
    finding('picture and page, median', 'bytes', bytes, 'noted', true),
    { ...finding('page blocked by a press, 95th percentile', 'ms', slow, '≤ 50 ms', slow <= 50), anchor },
    finding(`the same, longest: ${slowest?.place ?? ''}`, 'ms', slowest?.ms ?? 0, 'noted', true),
  ]
}

function ninetyFifth(blocked: readonly Blocked[]): number {
  return blocked.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((blocked.length - 1) * 0.95)] ?? Number.NaN
}
