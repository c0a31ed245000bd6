import { expect, test, type Page } from '@playwright/test'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension, startHomePage, type HomePage } from '#support/extension-page.ts'
import { proveCaptures } from '#support/prove-captures.ts'
import { clickWhenRead, differingPercent, readImage } from '#support/recording-author.ts'
import {
  collectSnapshot,
  serveSnapshot,
  snapshotPages,
  startSnapshotPages,
  type CollectedSnapshot,
} from '#support/snapshot-pages.ts'

/* Captured pages beside their pictures: the extension alone. */

let pages: { readonly url: string; readonly stop: () => Promise<void> }
let homeServer: HomePage
let browser: ExtensionBrowser
let home: Page

test.beforeAll(async () => {
  ;[pages, homeServer] = await Promise.all([startSnapshotPages(), startHomePage()])
  browser = await launchExtensionBrowser()
  await browser.connect(homeServer.url)
  home = await browser.context.newPage()
  await home.goto(homeServer.url)
})
test.afterAll(async () => {
  await browser.close()
  await Promise.all([pages.stop(), homeServer.stop()])
})

async function record(name: string): Promise<{ snapshot: CollectedSnapshot | null; picture: Buffer }> {
  const opened = browser.context.waitForEvent('page')
  const url = `${pages.url}/${Object.keys(snapshotPages).indexOf(name)}`
  const { sessionId } = await askExtension(home, { type: 'start-recording', url })
  const page = await opened
  await clickWhenRead(page, page.locator('#go'))
  const list = async () => (await askExtension(home, { type: 'list-captures', sessionId })).captures
  await expect.poll(async () => (await list()).length).toBe(1)
  const [capture] = await list()
  const picture = await readImage(home, capture!)
  const snapshot = await collectSnapshot(home, capture!.id)
  await askExtension(home, { type: 'forget-recording', sessionId })
  await page.close()
  return { snapshot, picture }
}

for (const name of Object.keys(snapshotPages)) {
  test(`shows a page with ${name} as in its picture`, async () => {
    const { snapshot, picture } = await record(name)
    expect(snapshot).not.toBeNull()
    const shown = await serveSnapshot(snapshot!)
    const view = await browser.context.newPage()
    await view.goto(shown.url)
    // The frame has a process of its own, which may paint after the page's load event.
    let drawn = picture
    let percent = 100
    const difference = async () => {
      drawn = await view.screenshot({ caret: 'initial' })
      percent = await differingPercent(picture, drawn)
      return percent
    }
    try {
      await expect.poll(difference).toBeLessThan(0.1)
    } finally {
      test.info().annotations.push({ type: 'pixels', description: `${name}: ${percent.toFixed(3)} %` })
      await test.info().attach('picture', { body: picture, contentType: 'image/png' })
      await test.info().attach('page', { body: drawn, contentType: 'image/png' })
      await Promise.all([view.close(), shown.stop()])
    }
  })
}

test('keeps nothing that the picture doesn’t show, and nothing that was typed', async () => {
  const places = [
    'hidden content',
    'typed text',
    'a closed shadow root in a plain element',
    'a closed popover in a grid',
  ]
  for (const name of places) {
    const { html = '' } = (await record(name)).snapshot ?? {}
    for (const secret of ['4711', 'Ada', 'correct horse', 'Dear board', 'Harbour', 'onclick', '<script', '<meta']) {
      expect(html).not.toContain(secret)
    }
  }
})

test('lets nothing run or load in hostile pages', async () => {
  const { escapes } = await proveCaptures({ count: 75, seed: 3 })
  expect(escapes).toEqual([])
})
