import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import { askExtension } from '#support/extension-page.ts'
import { allowStream, startRecordedApp } from '#support/recorded-app.ts'
import { readImage, waitUntilReady } from '#support/recording-author.ts'

import { capturePages, type CapturePage } from './support/capture-pages.ts'
import { report, type Finding } from './support/report.ts'

/*
 * Measures what the recorder records on pages of every kind. Each action is repeated a few times, 300 ms apart, and a
 * corner of the page shows the count. `bench capture WORD` runs the pages whose name contains the word. With --no-stream,
 * the author hasn't used the extension in the tab, so the recorder has only screenshots.
 */

const rounds = 3
const spacingMs = 300
/** The corner's colour encodes the number of actions so far. */
const corner = `<div id="corner" style="position:fixed;z-index:9;left:0;top:0;width:40px;height:40px;background:rgb(0,0,0)"></div>
  <script>{ let seen = 0; const see = () => { seen += 1; corner.style.background = 'rgb(' + seen * 40 + ',0,0)' }
  addEventListener(document.querySelector('select') ? 'change' : 'pointerup', see, true)
  // Skip messages between the recorder's own scripts.
  addEventListener('message', ({ data }) => data === 'seen' && see()) }</script>`
const frameTold = "<script>addEventListener('pointerup', () => parent.postMessage('seen', '*'), true)</script>"

interface Outcome {
  readonly lost: number
  readonly nameless: number
  readonly misnamed: readonly string[]
  readonly misplaced: number
  readonly before: number
  readonly marked: number
  readonly count: number
  /** The number of actions each picture shows, with its delay. */
  readonly seen: string
}

const isWithoutStream = process.argv.includes('--no-stream')
const names = Object.keys(capturePages).filter((name) =>
  name.includes(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''),
)
const bodies = Object.fromEntries(names.map((name, index) => [`/${index}`, bodyOf(capturePages[name]!)]))
const app = await startRecordedApp(bodies)
const { home } = app
try {
  const outcomes: Outcome[] = []
  for (const [index, name] of names.entries()) {
    const outcome = await tryPage(`/${index}`, capturePages[name]!)
    outcomes.push(outcome)
    for (const misnamed of outcome.misnamed) console.log(`${name}: called ${misnamed}`)
    if (outcome.lost > 0) console.log(`${name}: ${outcome.lost} of ${rounds} lost`)
    if (outcome.before < outcome.count) console.log(`${name}: ${outcome.seen}`)
    if (outcome.misplaced > 0) console.log(`${name}: ${outcome.misplaced} hotspots outside`)
  }
  report('capture', findingsOf(outcomes))
} finally {
  await app.stop()
}

function bodyOf({ body, isInFrame }: CapturePage): string {
  const content = isInFrame === true ? body.replace('</button>', `</button>${frameTold}`) : body
  return `<div style="padding:80px">${content}</div>${corner}`
}

async function tryPage(path: string, shape: CapturePage): Promise<Outcome> {
  const { page, sessionId } = await app.record(path)
  if (!isWithoutStream) await allowStream(app.browser, page)
  const element = (shape.isInFrame === true ? page.frameLocator('iframe') : page).locator('#t')
  await element.scrollIntoViewIfNeeded()
  await page.waitForTimeout(spacingMs)
  await waitUntilReady(page)
  const box = await element.boundingBox()
  const viewport = page.viewportSize()
  if (box === null || viewport === null) throw new Error(`There is nothing to act on at ${path}`)
  for (let round = 0; round < rounds; round += 1) {
    await act(page, element, shape.act, round)
    await page.waitForTimeout(spacingMs)
  }
  // Typed text is reported when the field loses the focus.
  if (shape.act === 'type') await page.keyboard.press('Tab')
  const isText = shape.act === 'type' || shape.act === 'select'
  const expected = isText ? 1 : rounds
  const list = async () => (await app.listCaptures(sessionId)).filter(({ isFolded }) => isFolded !== true)
  await expect
    .poll(async () => (await list()).length, { timeout: 4_000 })
    .toBeGreaterThanOrEqual(expected)
    .catch(() => undefined)
  const captures = await list()
  const first = captures.slice(0, expected)
  const drawn = await Promise.all(first.map((capture) => seenBefore(home, capture)))
  await askExtension(home, { type: 'stop-recording', sessionId })
  await askExtension(home, { type: 'forget-recording', sessionId })
  await page.close()
  const misnamed = first.filter((capture) => !isNamed(capture, shape)).map(describeAction)
  const inside = (capture: Capture) => isInside(capture, box, viewport)
  const isBefore = (capture: Capture, index: number) =>
    capture.frameDelayMs === 0 && drawn[index] === perAct(shape) * index
  return {
    count: expected,
    seen: first.map(({ frameDelayMs }, index) => `${drawn[index]} (${frameDelayMs} ms)`).join(', '),
    lost: Math.max(0, expected - captures.length),
    nameless: shape.name === null ? 0 : first.filter(({ target }) => target.name === '' && !target.near).length,
    misnamed,
    misplaced: first.filter((capture) => !inside(capture)).length,
    before: isText ? first.filter((_, index) => drawn[index] === 0).length : first.filter(isBefore).length,
    marked: first.filter(({ frameDelayMs }) => frameDelayMs !== 0).length,
  }
}

/** How often one action changes the page's corner. */
function perAct({ act: kind }: CapturePage): number {
  return kind === 'double' ? 2 : 1
}

async function act(page: Page, element: Locator, kind: CapturePage['act'], round: number): Promise<void> {
  if (kind === 'type') {
    if (round === 0) await element.click()
    await page.keyboard.type('abc ')
  } else if (kind === 'select') {
    await element.focus()
    await page.keyboard.press('ArrowDown')
  } else if (kind === 'double') await element.dblclick()
  else if (kind === 'right') await element.click({ button: 'right' })
  else if (kind === 'drag') {
    const { x, y } = (await element.boundingBox())!
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 300, y + 120, { steps: 8 })
    await page.mouse.up()
  } else await element.click({ force: true })
}

async function seenBefore(home: Page, capture: Capture): Promise<number> {
  const { data } = await sharp(await readImage(home, capture))
    .extract({ left: 4, top: 4, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Math.round((data[0] ?? 0) / 40)
}

function isNamed({ target }: Capture, { name }: CapturePage): boolean {
  if (name === null) return true
  return name.test(target.name) || (target.name === '' && name.test(target.near ?? ''))
}

function isInside(
  { hotspot }: Capture,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  viewport: { readonly width: number; readonly height: number },
): boolean {
  if (hotspot === null) return false
  const [x, y] = [(hotspot.xPercent / 100) * viewport.width, (hotspot.yPercent / 100) * viewport.height]
  return x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1
}

function findingsOf(outcomes: readonly Outcome[]): readonly Finding[] {
  const sum = (read: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + read(outcome), 0)
  const count = sum((outcome) => outcome.count)
  const share = (value: number) => (100 * value) / count
  const finding = (what: string, unit: string, ours: number, goal: string, passed: boolean): Finding => {
    return { what: `${what}, ${count} actions on ${outcomes.length} pages`, unit, ours, anchor: null, goal, passed }
  }
  const [lost, nameless] = [sum((outcome) => outcome.lost), share(sum((outcome) => outcome.nameless))]
  const [misnamed, misplaced] = [sum((outcome) => outcome.misnamed.length), sum((outcome) => outcome.misplaced)]
  const before = share(sum((outcome) => outcome.before))
  const unmarked = count - lost - sum((outcome) => outcome.before) - sum((outcome) => outcome.marked)
  return [
    finding('lost actions', 'actions', lost, '0', lost === 0),
    finding('steps without a name', '%', nameless, '≤ 5 %', nameless <= 5),
    finding('steps with another name', 'steps', misnamed, 'none; noted', true),
    finding('hotspots outside their element', 'steps', misplaced, '0', misplaced === 0),
    finding(`pictures from before the action, ${spacingMs} ms apart`, '%', before, '≥ 99 %', before >= 99),
    finding('pictures from after it, not marked', 'steps', Math.max(0, unmarked), '0', unmarked <= 0),
  ]
}
