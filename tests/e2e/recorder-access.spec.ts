import { expect, test, type Page } from '@playwright/test'

import { describeAction } from '#domain/describe-action.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { askExtension, startHomePage, type HomePage } from '#support/extension-page.ts'
import { startRecordedPages, type RecordedPages } from '#support/recorded-pages.ts'
import { waitUntilReady } from '#support/recording-author.ts'

/**
 * The extension as installed: it may see no site until a recording asks for it. A test can't answer the browser's own
 * prompt.
 */

let app: RecordedPages
let homeServer: HomePage
let browser: ExtensionBrowser
let home: Page

test.beforeAll(async () => {
  ;[app, homeServer, browser] = await Promise.all([
    startRecordedPages({
      '/': '<button id="one">Save</button><a href="/next">Next page</a>',
      '/next': '<button id="two">Send</button>',
    }),
    startHomePage(),
    launchExtensionBrowser({ isAccessAsked: true }),
  ])
  // The address that a fresh extension may see.
  const address = homeServer.url.replace('127.0.0.1', 'localhost')
  await browser.connect(address)
  home = await browser.context.newPage()
  await home.goto(address)
})

test.afterAll(async () => {
  await browser.close()
  await Promise.all([app.stop(), homeServer.stop()])
})

test('asks for access with a sentence why when the web app starts a recording', async () => {
  const opened = browser.context.waitForEvent('page')
  await expect(askExtension(home, { type: 'start-recording', url: app.url })).rejects.toThrow(
    'Allow access in the new tab to start recording there.',
  )
  const access = await opened
  await expect(access.getByText('A click may lead to any site')).toBeVisible()
  await expect(access.getByRole('button', { name: 'Allow and record' })).toBeFocused()
  await expect(access.getByRole('button', { name: 'Record this site only' })).toHaveCount(0)
  expect((await askExtension(home, { type: 'list-recordings' })).recordings).toEqual([])
  await access.close()
})

test('records one site without access to all, after a click on the toolbar button', async () => {
  const page = await browser.context.newPage()
  await page.goto(app.url)
  await browser.clickToolbarButton(page)
  const popup = await browser.openPopup()
  const opened = browser.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Start recording' }).click()
  const access = await opened
  await access.getByRole('button', { name: 'Record this site only' }).click()
  await waitUntilReady(page)
  await page.locator('#one').click()
  await waitUntilReady(page)
  await page.getByRole('link').click()
  await page.waitForURL('**/next')
  await waitUntilReady(page)
  await page.locator('#two').click()
  const { recordings } = await askExtension(home, { type: 'list-recordings' })
  const sessionId = recordings[0]?.sessionId ?? ''
  const list = async () => (await askExtension(home, { type: 'list-captures', sessionId })).captures
  await expect
    .poll(async () => (await list()).map(describeAction))
    .toEqual(['Click "Save"', 'Click "Next page"', 'Click "Send"'])
  expect((await list()).map(({ frameDelayMs }) => frameDelayMs)).toEqual([0, 0, 0])
})
