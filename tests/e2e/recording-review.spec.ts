import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { startRecordedPages, type RecordedPages } from '#support/recorded-pages.ts'
import { signUpAuthor, waitUntilReady } from '#support/recording-author.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* From a recording with private data to a demo without it. Each test continues from the last. */

test.describe.configure({ mode: 'serial' })

const bodies = {
  '/': `<main style="padding:40px;font-size:20px">
    <p>Owner: <span id="mail">ada@example.com</span></p>
    <p>Account <span id="account">ACME-1234</span></p>
    <p>Order <span id="order">4111 1111 1111 1111</span></p>
    <label>Project <input id="project" style="width:300px;height:40px;font-size:18px"></label>
    <div id="card" role="button" aria-label="Card" style="position:absolute;left:700px;top:100px;width:90px;height:60px;background:#ddd" onmousedown="event.preventDefault()"></div>
    <div style="height:2000px"></div><button id="save">Save</button></main>`,
}

const solid = [0x1c, 0x17, 0x22]

let pages: RecordedPages
let server: ServerProcess
let author: ExtensionBrowser
let dashboard: Page
let places: Readonly<Record<string, { readonly x: number; readonly y: number }>>
let demoId: string

test.beforeAll(async () => {
  ;[pages, server, author] = await Promise.all([startRecordedPages(bodies), startServer(), launchExtensionBrowser()])
  dashboard = await signUpAuthor(author, server.url)
})

test.afterAll(async () => {
  await author.close()
  await Promise.all([pages.stop(), server.stop()])
})

test('an admin says what recordings always hide', async () => {
  await dashboard.goto(`${server.url}/dashboard/settings/recording`)
  const words = dashboard.getByLabel('Words')
  await words.fill('*')
  await dashboard.getByRole('button', { name: 'Add rule' }).click()
  await expect(dashboard.getByText('Enter at least two letters or digits.')).toBeVisible()
  await words.fill('ACME-####')
  await dashboard.getByRole('button', { name: 'Add rule' }).click()
  await expect(dashboard.getByText('Saved', { exact: true })).toBeVisible()
  await dashboard.getByRole('button', { name: 'CSS selector' }).click()
  await dashboard.getByLabel('Selector', { exact: true }).fill('p >')
  await dashboard.getByRole('button', { name: 'Add rule' }).click()
  await expect(dashboard.getByText('This is not a CSS selector.')).toBeVisible()
})

test('the review proposes redactions of private data, and folded actions as steps', async () => {
  await dashboard.goto(`${server.url}/dashboard/demos`)
  await dashboard.getByRole('button', { name: 'New Demo' }).click()
  await dashboard.getByLabel('App URL').fill(pages.url)
  const opened = author.context.waitForEvent('page')
  await dashboard.getByRole('button', { name: 'Start recording' }).click()
  const page = await opened
  await page.waitForURL(`${pages.url}/`)
  await waitUntilReady(page)
  places = {
    mail: await middleOf(page.locator('#mail')),
    account: await middleOf(page.locator('#account')),
    order: await middleOf(page.locator('#order')),
  }
  await page.locator('#project').click()
  await page.keyboard.type('Apollo')
  await waitUntilReady(page)
  await page.mouse.move(745, 130)
  await page.mouse.down()
  await page.mouse.move(900, 300, { steps: 6 })
  await page.mouse.up()
  await waitUntilReady(page)
  await page.mouse.wheel(0, 3_000)
  await page.waitForFunction(() => scrollY > 1_000)
  await waitUntilReady(page)
  await page.locator('#save').click()

  const popup = await author.openPopup()
  await expect(popup.getByRole('status')).toHaveText('Recording, 3 steps')
  const opening = author.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const review = await opening
  await popup.close()
  await page.close()
  await expect(review.getByRole('heading', { name: 'Review the recording' })).toBeVisible()
  const first = review.getByRole('listitem', { name: 'Fill in "Project"' })
  await expect(first.getByRole('button', { name: /Redact email address/ })).toHaveAttribute('aria-pressed', 'true')
  // The order's number only looks like a card's.
  await first.getByRole('button', { name: /Redact account or card number/ }).click()
  await expect(review.getByRole('switch', { name: 'Add as a step' })).not.toBeChecked()
  await review.getByRole('switch', { name: 'Add as a step' }).click()
  await review.getByRole('button', { name: 'Create demo' }).click()
  await review.waitForURL('**/dashboard/demos/*/edit')
  demoId = new URL(review.url()).pathname.split('/').at(-2) ?? ''
  const steps = review.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d+/ })
  await expect(steps).toHaveCount(4)
  expect(await steps.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))).toEqual([
    'Step 1: Fill in "Project"',
    'Step 2: Drag "Card"',
    'Step 3: Scroll down',
    'Step 4: Click "Save"',
  ])
  await dashboard.close()
  dashboard = review
})

test('the author changes the typed text', async () => {
  await expect(dashboard.getByLabel('Action')).toHaveValue('type')
  const text = dashboard.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toHaveValue('Apollo')
  await text.fill('Apollo 11')
  await dashboard.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dashboard.getByText('Saved', { exact: true })).toBeVisible()
  await dashboard.getByRole('button', { name: 'Share' }).click()
  await expect(dashboard.getByRole('textbox', { name: 'Share Link' })).toHaveValue(/play$/)
})

test('a visitor sees the typed text and the drag’s path, and nothing private', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/demo/${demoId}/play`)
  await expect(page.locator('.us-typed-text')).toHaveText('Apollo 11')
  await expect(page.locator('.us-typed')).toHaveCSS('mix-blend-mode', 'difference')
  const source = await page.locator('img.us-image').first().getAttribute('src')
  const picture = await readPicture(page, source ?? '')
  expect(await pixelAt(picture, places['mail'])).toEqual(solid)
  expect(await pixelAt(picture, places['account'])).toEqual(solid)
  expect(await pixelAt(picture, places['order'])).not.toEqual(solid)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.us-drag-way')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.us-drag-way')).toHaveCount(0)
  await context.close()

  const still = await browser.newContext({ reducedMotion: 'reduce' })
  const calm = await still.newPage()
  await calm.goto(`${server.url}/demo/${demoId}/play`)
  await expect(calm.locator('.us-typed-text')).toHaveText('Apollo 11')
  await expect(calm.locator('.us-typed-caret')).toHaveCount(0)
  // On a phone, where the view follows the box.
  await calm.setViewportSize({ width: 390, height: 844 })
  const offset = async () => {
    const [typed, box] = await Promise.all(['.us-typed', '.us-hotspot-box'].map((at) => calm.locator(at).boundingBox()))
    return Math.max(Math.abs(typed!.x - box!.x), Math.abs(typed!.y - box!.y), Math.abs(typed!.width - box!.width))
  }
  await expect.poll(offset).toBeLessThan(2)
  await still.close()
})

/** Small pictures are part of the page. */
async function readPicture(page: Page, source: string): Promise<Buffer> {
  if (source.startsWith('data:')) return Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
  return (await page.request.get(new URL(source, page.url()).href)).body()
}

/** The element's middle, in percent of the window. */
async function middleOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('Not there.')
  return { x: (box.x + box.width / 2) / 12.8, y: (box.y + box.height / 2) / 8 }
}

/** Red, green, blue. */
async function pixelAt(image: Buffer, place: { readonly x: number; readonly y: number } | undefined) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const left = Math.round(((place?.x ?? 0) / 100) * info.width)
  const top = Math.round(((place?.y ?? 0) / 100) * info.height)
  const at = (top * info.width + left) * 3
  return [...data.subarray(at, at + 3)].map((value, index) =>
    Math.abs(value - (solid[index] ?? 0)) <= 3 ? solid[index] : value,
  )
}
