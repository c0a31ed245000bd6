import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { startHomePage } from '#support/extension-page.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { clickSlowly, waitUntilReady } from '#support/recording-author.ts'

import { buildParts } from './build-parts.ts'
import { chromiumPath } from './chromium.ts'
import { serveSampleApp } from './serve-sample-app.ts'
import { root } from './tasks.ts'

/* npm run store-pictures: takes the store listing's pictures, of the real extension recording Tidelane. */

const folder = join(root, 'extension', 'store', 'pictures')
const [width, height] = [1280, 800]
const tile = { width: 440, height: 280 }
const dark = '#1c1722'
/** Replaces the address, which is different in each run. */
const withoutAddress = '.connection { display: none !important } section { border: 0 !important }'

process.env['CHROMIUM_PATH'] = await chromiumPath()
await buildParts({ mode: 'production' })
await mkdir(folder, { recursive: true })
const [app, home, browser] = await Promise.all([
  serveSampleApp(),
  startHomePage(),
  launchExtensionBrowser({ width, height }),
])
try {
  await browser.connect(home.url)
  await takePictures(browser, app.origin)
} finally {
  await browser.close()
  await Promise.all([app.close(), home.stop()])
}
console.log('Look at extension/store/pictures and commit them.')

async function takePictures({ context, openPopup }: ExtensionBrowser, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  const popup = await openPopup()
  await popup.getByRole('button', { name: 'Start recording' }).waitFor()
  const before = await popup.locator('main').screenshot({ style: withoutAddress })
  await popup.getByRole('button', { name: 'Start recording' }).click()
  await waitUntilReady(page)
  await clickSlowly(page, page.getByRole('link', { name: 'Documents' }))
  await clickSlowly(page, page.getByRole('link', { name: 'Overview' }))
  await page.mouse.move(width / 2, height / 2)
  await waitUntilReady(page)
  const recording = await page.screenshot()
  await sharp(recording).toFile(join(folder, '1-recording.png'))
  await popup.getByRole('status').filter({ hasText: '2 steps' }).waitFor()
  await popup.mouse.move(0, 0)
  await popup.waitForFunction(() => document.getAnimations().length === 0)
  const during = await popup.locator('main').screenshot({ style: withoutAddress })
  await overPage(page, during, '2-popup.png')
  await sharp({ create: { ...tile, channels: 3, background: dark } })
    .composite([{ input: before, gravity: 'center' }])
    .png()
    .toFile(join(folder, 'tile.png'))
}

/** Where the browser shows the popup: below the toolbar, at the right. */
async function overPage(page: Page, popup: Buffer, name: string): Promise<void> {
  const covered = await page.screenshot({ style: 'understudy-recorder { display: none !important }' })
  const { width: popupWidth } = await sharp(popup).metadata()
  const framed = await sharp(popup)
    .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#c9c5d3' })
    .png()
    .toBuffer()
  await sharp(covered)
    .composite([{ input: framed, left: width - popupWidth - 26, top: 8 }])
    .toFile(join(folder, name))
}
