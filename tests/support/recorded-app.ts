import type { Capture } from '#domain/capture.ts'
import { expect, type Page } from '@playwright/test'

import { launchExtensionBrowser, type ExtensionBrowser } from './extension-browser.ts'
import { askExtension, startHomePage } from './extension-page.ts'
import { startRecordedPages } from './recorded-pages.ts'
import { waitUntilReady } from './recording-author.ts'

export interface RecordedApp<Path extends string> {
  readonly url: string
  readonly browser: ExtensionBrowser
  /** A page of the paired address. */
  readonly home: Page
  /** Opens a page of the app and records there. */
  readonly record: (path: Path, query?: string) => Promise<{ readonly page: Page; readonly sessionId: string }>
  readonly listCaptures: (sessionId: string) => Promise<readonly Capture[]>
  readonly forgetRecordings: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** An app of given pages, and a browser whose extension is paired with a page that only knows its protocol. */
export async function startRecordedApp<Path extends string>(
  bodies: Readonly<Record<Path, string>>,
): Promise<RecordedApp<Path>> {
  const [pages, homeServer, browser] = await Promise.all([
    startRecordedPages(bodies),
    startHomePage(),
    launchExtensionBrowser(),
  ])
  await browser.connect(homeServer.url)
  const home = await browser.context.newPage()
  await home.goto(homeServer.url)
  return {
    url: pages.url,
    browser,
    home,

    async record(path, query = '') {
      const opened = browser.context.waitForEvent('page')
      const { sessionId } = await askExtension(home, { type: 'start-recording', url: pages.url + path + query })
      const page = await opened
      await waitUntilReady(page)
      return { page, sessionId }
    },

    async listCaptures(sessionId) {
      return (await askExtension(home, { type: 'list-captures', sessionId })).captures
    },

    async forgetRecordings() {
      for (const { sessionId } of (await askExtension(home, { type: 'list-recordings' })).recordings) {
        await askExtension(home, { type: 'forget-recording', sessionId })
      }
    },

    async stop() {
      await browser.close()
      await Promise.all([pages.stop(), homeServer.stop()])
    },
  }
}

/** Uses the extension in the page, so that Chrome gives a stream of its tab. */
export async function allowStream(browser: ExtensionBrowser, page: Page): Promise<void> {
  await browser.clickToolbarButton(page)
  await expect.poll(() => browser.isStreaming()).toBe(true)
  await page.bringToFront()
  await waitUntilReady(page)
}
