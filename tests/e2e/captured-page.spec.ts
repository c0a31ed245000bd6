import { expect, test, type Page } from '@playwright/test'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { clickWhenRead, differingPercent, signUpAuthor } from '#support/recording-author.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'
import { snapshotPages, startSnapshotPages } from '#support/snapshot-pages.ts'

/**
 * A captured page from recording to playing: recorded, imported, played as a page, or as a picture if the author
 * prefers.
 */

test.describe.configure({ mode: 'serial' })

let app: { readonly url: string; readonly stop: () => Promise<void> }
let server: ServerProcess
let author: ExtensionBrowser
let dashboard: Page
let demoId: string

test.beforeAll(async () => {
  const port = await freePort()
  ;[app, server, author] = await Promise.all([startSnapshotPages(), startServer({ port }), launchExtensionBrowser()])
  dashboard = await signUpAuthor(author, server.url)
})
test.afterAll(async () => {
  await author.close()
  await Promise.all([app.stop(), server.stop()])
})

test('records a page with its picture and imports both', async () => {
  await dashboard.goto(`${server.url}/dashboard/demos`)
  await dashboard.getByRole('button', { name: 'New Demo' }).click()
  const index = Object.keys(snapshotPages).indexOf('shadow roots with adopted sheets')
  await dashboard.getByLabel('App URL').fill(`${app.url}/${index}`)
  const opened = author.context.waitForEvent('page')
  await dashboard.getByRole('button', { name: 'Start recording' }).click()
  const page = await opened
  await page.waitForURL(`${app.url}/**`)
  await clickWhenRead(page, page.locator('#go'))
  const popup = await author.openPopup()
  await expect(popup.getByRole('status')).toHaveText('Recording, 1 step')
  const imported = author.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const importPage = await imported
  await popup.close()
  await importPage.waitForURL('**/dashboard/demos/*/edit')
  demoId = importPage.url().split('/').at(-2) ?? ''
  await importPage.close()
})

test('plays the page over its picture, without a shift', async () => {
  const visit = await author.context.newPage()
  await visit.goto(`${server.url}/demo/${demoId}/play`)
  const frame = visit.locator('.us-camera iframe')
  await expect(frame).toHaveCSS('opacity', '1')
  await expect(frame).toHaveAttribute('sandbox', '')
  await expect(frame.contentFrame().getByText('In the shadow').first()).toBeVisible()
  const camera = visit.locator('.us-camera')
  const asPage = await camera.screenshot()
  await frame.evaluate((element) => element.style.setProperty('visibility', 'hidden'))
  const asPicture = await camera.screenshot()
  expect(await differingPercent(asPage, asPicture)).toBeLessThan(1.5)
  await visit.close()
})

test('plays the picture alone where the author chose it', async () => {
  await dashboard.goto(`${server.url}/dashboard/demos/${demoId}/edit`)
  await dashboard.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: 'Picture' }).check()
  const visit = await author.context.newPage()
  await expect
    .poll(async () => (await visit.request.get(`${server.url}/demo/${demoId}/play`)).text())
    .not.toContain('/snapshots/v1/')
  await visit.close()
})
