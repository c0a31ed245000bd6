import { expect, test, type CDPSession, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { savePages } from '#support/save-pages.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* Visitors and authors select text in captured pages. */

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

let server: ServerProcess
let demo: MadeDemo

const at = (top: number, inner: string) => `<div style="position:fixed;left:80px;top:${top}px">${inner}</div>`
const invoices = `<!doctype html><html><head></head><body style="font:20px sans-serif">
${at(80, 'Invoice <b>number</b> seventeen')}
${at(140, '<p style="user-select:none">Unselectable</p>')}
${at(240, '<a href="/elsewhere">Account</a> <button>Delete</button> <input type="checkbox"><input placeholder="Search">')}
${at(300, '<details><summary>Details</summary>Opened</details>')}
</body></html>`

test.beforeAll(async () => {
  server = await startServer()
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#ffd' } })
    .png()
    .toBuffer()
  const steps = ['Open', 'Choose', 'Pay'].map((title) => ({
    png,
    width: 1440,
    height: 900,
    title,
    click: { x: 70, y: 70 },
  }))
  demo = await makeDemo(server.url, { name: 'Tour of billing', steps })
  await savePages(server.url, demo.author, demo.id, [invoices, invoices, invoices])
})
test.afterAll(async () => {
  await server.stop()
})

const frame = (shown: Page) => shown.locator('.us-camera iframe')
const inside = (shown: Page) => frame(shown).contentFrame()

async function expectStep(shown: Page, number: number): Promise<void> {
  await expect(shown.getByText(`Step ${number} of 3`).first()).toBeAttached()
  await expect(frame(shown)).toHaveCSS('opacity', '1')
}

/** Playwright's mouse waits for scripts in the frame, which has none. */
function mouseOf(client: CDPSession) {
  const send = (type: 'mousePressed' | 'mouseReleased' | 'mouseMoved', place: Place, more: object) =>
    client.send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1, ...more })
  const move = (place: Place) => send('mouseMoved', place, { button: 'none' })
  const click = async (place: Place, clickCount = 1, button: 'left' | 'right' = 'left') => {
    await move(place)
    await send('mousePressed', place, { clickCount, button })
    await send('mouseReleased', place, { clickCount, button })
  }
  return {
    move,
    click,
    doubleClick: async (place: Place) => {
      await click(place)
      await click(place, 2)
    },
    drag: async (from: Place, to: Place) => {
      await move(from)
      await send('mousePressed', from, {})
      for (let step = 1; step <= 8; step += 1) {
        const x = from.x + ((to.x - from.x) * step) / 8
        await send('mouseMoved', { x, y: from.y + ((to.y - from.y) * step) / 8 }, { buttons: 1 })
      }
      await send('mouseReleased', to, {})
    },
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

/** The position on the screen of an element in the page. */
async function placeOf(shown: Page, text: string): Promise<{ start: Place; middle: Place; end: Place }> {
  const box = (await inside(shown).getByText(text).first().boundingBox())!
  const y = box.y + box.height / 2
  return {
    start: { x: box.x + 1, y },
    middle: { x: box.x + box.width / 2, y },
    end: { x: box.x + box.width - 1, y },
  }
}

async function open(shown: Page) {
  await shown.goto(`${server.url}/demo/${demo.id}/play`)
  await expectStep(shown, 1)
  return mouseOf(await shown.context().newCDPSession(shown))
}

/** Keys go to the player, not to the captured page. */
async function expectFocus(shown: Page): Promise<void> {
  await expect.poll(() => shown.evaluate(() => document.activeElement?.localName)).toBe('body')
}

const copied = (shown: Page) => shown.evaluate(() => navigator.clipboard.readText())

test('drags across words and copies them, and the keys stay with the player', async ({ page: visit }) => {
  const mouse = await open(visit)
  const words = await placeOf(visit, 'Invoice')
  await mouse.drag(words.start, words.end)
  const hint = visit.getByText('Drag again to select text')
  await expect(hint).toBeVisible()
  await mouse.drag(words.start, words.end)
  await expect(hint).toHaveCount(0)
  await visit.keyboard.press('Control+c')
  await expect.poll(() => copied(visit)).toBe('Invoice number seventeen')

  await expectFocus(visit)
  await visit.keyboard.press('ArrowRight')
  await expectStep(visit, 2)
  await mouse.doubleClick((await placeOf(visit, 'number')).middle)
  await visit.keyboard.press('Control+c')
  await expect.poll(() => copied(visit)).toBe('number')
  await expectFocus(visit)
  await visit.keyboard.press('ArrowLeft')
  await expectStep(visit, 1)
})

test('moves on with an arrow key right after text was selected', async ({ page: visit }) => {
  const mouse = await open(visit)
  await mouse.doubleClick((await placeOf(visit, 'number')).middle)
  await expectFocus(visit)
  await visit.keyboard.press('ArrowRight')
  await expectStep(visit, 2)
  await visit.locator('[data-hotspot]').click()
  await expectStep(visit, 3)
})

test('keeps the focus for the context menu until the pointer leaves', async ({ page: visit }) => {
  const mouse = await open(visit)
  const { middle } = await placeOf(visit, 'number')
  await mouse.doubleClick(middle)
  await expectFocus(visit)
  const now = () => visit.evaluate(() => performance.now())
  const pressedAt = await now()
  // Not part of the double click.
  await expect.poll(now).toBeGreaterThan(pressedAt + 600)
  await mouse.click(middle, 1, 'right')
  await expect.poll(() => visit.evaluate(() => document.activeElement?.localName)).toBe('iframe')
  await visit.keyboard.press('Control+c')
  await expect.poll(() => copied(visit)).toBe('number')
  await mouse.move({ x: 700, y: 2 })
  await visit.keyboard.press('ArrowRight')
  await expectStep(visit, 2)
})

test('copies text that the application kept from being selected', async ({ page: visit }) => {
  const mouse = await open(visit)
  await mouse.doubleClick((await placeOf(visit, 'Unselectable')).middle)
  await expect
    .poll(async () => {
      await visit.keyboard.press('Control+c')
      return copied(visit)
    })
    .toBe('Unselectable')
  await visit.keyboard.press('Control+a')
  await visit.keyboard.press('Control+c')
  await expect.poll(() => copied(visit)).toMatch(/^Invoice number seventeen\s+Unselectable/)
})

test('nothing in the page reacts to clicks', async ({ page: visit }) => {
  const mouse = await open(visit)
  const requests: string[] = []
  visit.on('request', (request) => requests.push(request.url()))
  await mouse.click((await placeOf(visit, 'number')).middle)
  await expect(frame(visit)).toHaveCSS('pointer-events', 'auto')
  const checkbox = inside(visit).getByRole('checkbox', { includeHidden: true })
  const box = (await checkbox.boundingBox())!
  const places = ['Account', 'Delete', 'Details'].map((text) => placeOf(visit, text))
  for (const { middle } of await Promise.all(places)) await mouse.click(middle)
  await mouse.click({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  await expect(checkbox).not.toBeChecked()
  await expect(inside(visit).locator('details')).not.toHaveAttribute('open')
  expect(await inside(visit).locator(':focus').count()).toBe(0)
  expect(visit.frames()[1]?.url()).toMatch(/\/page$/)
  expect(requests).toEqual([])
  await mouse.move({ x: 700, y: 2 })
  await visit.keyboard.press('ArrowRight')
  await expectStep(visit, 2)
})

test('the page has the pointer only from a press until the pointer leaves', async ({ page: visit }) => {
  const mouse = await open(visit)
  const { middle } = await placeOf(visit, 'number')
  await mouse.move(middle)
  // A wheel scrolls the host page, not the captured page's lists.
  await expect(frame(visit)).toHaveCSS('pointer-events', 'none')
  await mouse.click(middle)
  await expect(frame(visit)).toHaveCSS('pointer-events', 'auto')
  await mouse.move({ x: 700, y: 2 })
  await expect(frame(visit)).toHaveCSS('pointer-events', 'none')
})

test('the author selects text in the viewer and while presenting, and the keys stay with them', async ({ page }) => {
  await signInPage(page, demo.author)
  await page.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await expectStep(page, 1)
  const mouse = mouseOf(await page.context().newCDPSession(page))
  await mouse.doubleClick((await placeOf(page, 'number')).middle)
  await expectFocus(page)
  await page.keyboard.press('Control+c')
  await expect.poll(() => copied(page)).toBe('number')
  await expectFocus(page)
  await page.keyboard.press('ArrowRight')
  await expectStep(page, 2)

  await page.keyboard.press('f')
  const stage = page.getByRole('dialog', { name: 'Tour of billing' })
  await expect(stage.locator('iframe')).toHaveCSS('opacity', '1')
  const word = (await stage.locator('iframe').contentFrame().getByText('Invoice').boundingBox())!
  const y = word.y + word.height / 2
  const [start, end] = [word.x + 1, word.x + word.width - 1].map((x) => ({ x, y }))
  await mouse.drag(start!, end!)
  const hint = page.getByText('Drag again to select text')
  await expect.poll(() => isOnTop(hint)).toBe(true)
  await mouse.drag(start!, end!)
  await page.keyboard.press('Control+c')
  await expect.poll(() => copied(page)).toBe('Invoice number seventeen')
  await expectFocus(page)
  await page.keyboard.press('ArrowRight')
  await expect(stage.getByText('Step 3 of 3').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(stage).toBeHidden()
})

/** Whether nothing covers it, such as a full-screen element. */
function isOnTop(shown: Locator): Promise<boolean> {
  return shown.evaluate((element) => {
    element.style.setProperty('pointer-events', 'auto')
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === element
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a swipe changes the step and a tap activates nothing', async ({ page: visit }) => {
    await open(visit)
    await visit.touchscreen.tap(195, 200)
    await expect(frame(visit)).toHaveCSS('pointer-events', 'none')
    const client = await visit.context().newCDPSession(visit)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: 200 }] })
    await touch('touchStart', 300)
    for (const x of [240, 160, 80]) await touch('touchMove', x)
    await touch('touchEnd', 80)
    await expectStep(visit, 2)
  })
})
