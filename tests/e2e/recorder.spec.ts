import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import {
  askExtension,
  askExtensionRaw,
  checkAnswer,
  isExtensionThere,
  startHomePage,
  type HomePage,
} from '#support/extension-page.ts'
import {
  clickSlowly,
  differingPercent,
  expectPlace,
  middleOf,
  readImage,
  waitUntilReady,
  type DoneClick,
} from '#support/recording-author.ts'
import { startSwaggerApp, type SwaggerApp } from '#support/swagger-app.ts'

/* The extension alone, in a real browser, against a page that only knows its protocol. */

let app: SwaggerApp
let homeServer: HomePage
let browser: ExtensionBrowser
let home: Page

test.beforeAll(async () => {
  ;[app, homeServer] = await Promise.all([startSwaggerApp(), startHomePage()])
})

test.afterAll(async () => {
  await Promise.all([app.stop(), homeServer.stop()])
})

test.beforeEach(async () => {
  browser = await launchExtensionBrowser()
  await browser.connect(homeServer.url)
  home = await browser.context.newPage()
  await home.goto(homeServer.url)
})

test.afterEach(async () => {
  await browser.close()
})

async function startRecording(url: string): Promise<{ page: Page; sessionId: string }> {
  const opened = browser.context.waitForEvent('page')
  const { sessionId } = await askExtension(home, { type: 'start-recording', url })
  const page = await opened
  await waitUntilReady(page)
  return { page, sessionId }
}

async function listCaptures(sessionId: string) {
  return (await askExtension(home, { type: 'list-captures', sessionId })).captures
}

test('records each click with the page before it, its position and the element’s name', async () => {
  const { page, sessionId } = await startRecording(app.url)
  const clicks: DoneClick[] = []
  clicks.push(await clickSlowly(page, page.getByRole('link', { name: 'Getting started guide' })))
  clicks.push(await clickSlowly(page, page.getByRole('link', { name: 'Back to the API' })))
  clicks.push(await clickSlowly(page, page.getByRole('button', { name: 'Authorize' }).first()))
  clicks.push(await clickSlowly(page, page.getByLabel('auth-basic-password')))
  await page.keyboard.type('correct horse battery')
  clicks.push(await clickSlowly(page, page.getByRole('button', { name: 'Close' }).first()))
  clicks.push(await clickSlowly(page, page.locator('#operations-rooms-listRooms .opblock-summary-control')))
  clicks.push(await clickSlowly(page, page.getByRole('button', { name: 'Try it out' })))
  clicks.push(await clickSlowly(page, page.getByRole('button', { name: 'Execute' })))

  await expect.poll(async () => (await listCaptures(sessionId)).length).toBe(8)
  const captures = await listCaptures(sessionId)
  expect(captures.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(captures.map(({ target }) => `${target.role} ${target.name}`)).toEqual([
    'link Getting started guide',
    'link Back to the API',
    'button Authorize',
    'textbox auth-basic-password',
    'button Close',
    'button GET /rooms List the rooms',
    'button Try it out',
    'button Execute',
  ])
  expect(captures.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/guide', '/', '/', '/', '/', '/', '/'])
  for (const [index, capture] of captures.entries()) {
    expectPlace(capture.hotspot, clicks[index]!.place)
    expect(capture.frameDelayMs).toBe(0)
    expect(await differingPercent(await readImage(home, capture), clicks[index]!.reference)).toBeLessThan(0.3)
  }
  expect(JSON.stringify(captures)).not.toContain('correct horse')
})

test('loses nothing when the service worker is killed after five of eight clicks', async () => {
  const { page, sessionId } = await startRecording(app.url)
  const authorize = page.getByRole('button', { name: 'Authorize' }).first()
  const close = page.getByRole('button', { name: 'Close' }).first()
  const clicks: DoneClick[] = []
  for (const target of [authorize, close, authorize, close, authorize]) clicks.push(await clickSlowly(page, target))
  await browser.killServiceWorker()
  await page.bringToFront()
  for (const target of [close, authorize, close]) clicks.push(await clickSlowly(page, target))

  await expect.poll(async () => (await listCaptures(sessionId)).length).toBe(8)
  const captures = await listCaptures(sessionId)
  expect(captures.map(({ target }) => target.name)).toEqual([0, 1, 2, 3].flatMap(() => ['Authorize', 'Close']))
  for (const [index, capture] of captures.entries()) {
    expect(await differingPercent(await readImage(home, capture), clicks[index]!.reference)).toBeLessThan(0.3)
  }
})

test('keeps a click that navigates away while the service worker is dead', async () => {
  const { page, sessionId } = await startRecording(app.url)
  await browser.killServiceWorker()
  await page.bringToFront()
  const click = await clickSlowly(page, page.getByRole('link', { name: 'Getting started guide' }))
  await page.waitForURL('**/guide')
  await expect.poll(async () => (await listCaptures(sessionId)).length).toBe(1)
  const [capture] = await listCaptures(sessionId)
  expect(await differingPercent(await readImage(home, capture!), click.reference)).toBeLessThan(0.3)
})

test('drops no click that comes faster than screenshots can be taken', async () => {
  const { page, sessionId } = await startRecording(app.url)
  const authorize = page.getByRole('button', { name: 'Authorize' }).first()
  const close = page.getByRole('button', { name: 'Close' }).first()
  for (const target of [authorize, close, authorize, close, authorize, close, authorize, close]) await target.click()
  await expect.poll(async () => (await listCaptures(sessionId)).length).toBe(8)
  const captures = await listCaptures(sessionId)
  expect(captures.map(({ target }) => target.name)).toEqual([0, 1, 2, 3].flatMap(() => ['Authorize', 'Close']))
})

test('offers to resume a recording after the browser crashed', async () => {
  const { page, sessionId } = await startRecording(app.url)
  await clickSlowly(page, page.getByRole('link', { name: 'Getting started guide' }))
  await expect.poll(async () => (await listCaptures(sessionId)).length).toBe(1)

  browser = await browser.crashAndRestart()
  home = await browser.context.newPage()
  await home.goto(homeServer.url)
  const { recordings } = await askExtension(home, { type: 'list-recordings' })
  expect(recordings).toEqual([
    expect.objectContaining({ sessionId, state: 'interrupted', captureCount: 1, title: 'Room booking API' }),
  ])

  const guide = await browser.context.newPage()
  await guide.goto(`${app.url}/guide`)
  const popup = await browser.openPopup()
  await expect(popup.getByText('Interrupted, 1 step')).toBeVisible()
  await popup.getByRole('button', { name: 'Resume Room booking API' }).click()
  await waitUntilReady(guide)
  await clickSlowly(guide, guide.getByRole('link', { name: 'Back to the API' }))
  await expect
    .poll(async () => (await listCaptures(sessionId)).map(({ target }) => target.name))
    .toEqual(['Getting started guide', 'Back to the API'])
})

test('places clicks in cross-origin frames and in shadow roots exactly', async () => {
  const { page, sessionId } = await startRecording(`${app.url}/framed`)
  const inner = page.frameLocator('iframe[title=Inner]')
  const pay = inner.getByRole('button', { name: 'Pay in the frame' })
  const deepest = inner.frameLocator('iframe[title=Innermost]').getByRole('button', { name: 'Deepest' })
  const places = [await middleOf(page, pay), await middleOf(page, deepest)]
  for (const { xPercent, yPercent } of places) {
    await waitUntilReady(page)
    await page.mouse.click((xPercent / 100) * 1280, (yPercent / 100) * 800)
  }

  await expect.poll(async () => (await listCaptures(sessionId)).length).toBe(2)
  const captures = await listCaptures(sessionId)
  expect(captures.map(({ target }) => target)).toEqual([
    { role: 'button', name: 'Pay in the frame' },
    { role: 'button', name: 'Deepest' },
  ])
  for (const [index, capture] of captures.entries()) {
    expectPlace(capture.hotspot, places[index]!)
    expect(capture).toMatchObject({ title: 'Page with a frame', url: `${app.url}/framed` })
  }
})

test('follows new tabs, counts keyboard activation, and undoes the last step', async () => {
  const { page, sessionId } = await startRecording(app.url)
  const guideLink = page.getByRole('link', { name: 'Getting started guide' })
  const opened = browser.context.waitForEvent('page')
  await guideLink.click({ modifiers: ['ControlOrMeta', 'Shift'] })
  const guide = await opened
  await waitUntilReady(guide)
  await guide.getByRole('link', { name: 'Back to the API' }).focus()
  await waitUntilReady(guide)
  await guide.keyboard.press('Enter')
  await guide.waitForURL(`${app.url}/`)
  await page.bringToFront()
  await clickSlowly(page, page.getByRole('button', { name: 'Authorize' }).first())
  await expect
    .poll(async () => (await listCaptures(sessionId)).map(({ target }) => target.name))
    .toEqual(['Getting started guide', 'Back to the API', 'Authorize'])

  const popup = await browser.openPopup()
  await expect(popup.getByRole('status')).toHaveText('Recording, 3 steps')
  await expect(popup.getByText('Last: Click "Authorize"')).toBeVisible()
  await popup.getByRole('button', { name: 'Undo last step' }).click()
  await expect(popup.getByRole('status')).toHaveText('Recording, 2 steps')
  await expect(popup.getByText('Last: Click "Back to the API"')).toBeVisible()
})

test('starts and stops from the popup, and hands over at the connected origin', async () => {
  const page = await browser.context.newPage()
  await page.goto(app.url)
  const popup = await browser.openPopup()
  await popup.getByRole('button', { name: 'Start recording' }).click()
  await waitUntilReady(page)
  await clickSlowly(page, page.getByRole('button', { name: 'Authorize' }).first())
  await expect(popup.getByRole('status')).toHaveText('Recording, 1 step')
  const importing = browser.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const handover = await importing
  await handover.waitForURL(`${homeServer.url}/dashboard/demos/import/*`)
  await expect(page.locator('understudy-recorder')).not.toBeAttached()

  const sessionId = new URL(handover.url()).pathname.split('/').at(-1)!
  expect((await listCaptures(sessionId)).length).toBe(1)
  await expect(popup.getByText('Finished, 1 step')).toBeVisible()
  await askExtension(home, { type: 'forget-recording', sessionId })
  expect((await askExtension(home, { type: 'list-recordings' })).recordings).toEqual([])
})

test('reveals to an unpaired site only that the extension is installed', async () => {
  const site = await startHomePage()
  await browser.nameHome(site.url)
  const page = await browser.context.newPage()
  await page.goto(site.url)
  expect(await checkAnswer(page)).toEqual({ type: 'EXTENSION_CHECK_RESPONSE', installed: true })
  for (const request of [
    { type: 'list-recordings' },
    { type: 'start-recording', url: app.url },
    { type: 'list-captures', sessionId: crypto.randomUUID() },
    { type: 'offer-pairing', code: '111222' },
    { type: 'pair', code: '111222' },
  ]) {
    expect(await askExtensionRaw(page, { source: 'understudy-page', requestId: request.type, request }, 500)).toBeNull()
  }
  expect(await checkAnswer(page)).toEqual({ type: 'EXTENSION_CHECK_RESPONSE', installed: true })

  const popup = await browser.openPopup()
  await popup.getByLabel('Pairing code').fill('111223')
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(popup.getByText(/does not show this code/)).toBeVisible()
  await popup.getByLabel('Pairing code').fill('111 222')
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(popup.getByText('Connected to')).toBeVisible()
  expect(await askExtension(page, { type: 'list-recordings' })).toEqual({ recordings: [] })

  await popup.getByRole('button', { name: 'Unpair' }).click()
  await expect(popup.getByText('Not paired with')).toBeVisible()
  const request = { type: 'list-recordings' }
  expect(await askExtensionRaw(page, { source: 'understudy-page', requestId: 'again', request }, 500)).toBeNull()
  await site.stop()
})

test('talks to the connected origin only', async () => {
  expect(await isExtensionThere(home)).toBe(true)

  const stranger = await startHomePage()
  const page = await browser.context.newPage()
  await page.goto(stranger.url)
  expect(await isExtensionThere(page)).toBe(false)
  const request = { source: 'understudy-page', requestId: '1', request: { type: 'list-recordings' } }
  expect(await askExtensionRaw(page, request, 1_000)).toBeNull()

  const popup = await browser.openPopup()
  await popup.getByRole('button', { name: 'Connect to this site' }).click()
  await expect(popup.getByRole('link', { name: new URL(stranger.url).host })).toBeVisible()
  expect(await isExtensionThere(page)).toBe(true)
  expect(await isExtensionThere(home)).toBe(false)
  await stranger.stop()
})

test('explains what it cannot record', async () => {
  const popup = await browser.openPopup()
  await home.goto('chrome://version')
  await expect(
    popup.getByText("Chrome doesn't let extensions record this page. Open a web page and start again."),
  ).toBeVisible()
})
