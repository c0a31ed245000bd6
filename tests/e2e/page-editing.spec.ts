import { expect, test, type Page } from '@playwright/test'

import { expectSaved, section, thumbnails } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { startPeopleApp } from '#support/people-app.ts'
import { clickSlowly, signUpAuthor, waitUntilReady } from '#support/recording-author.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'

/* Editing captured pages: recorded, changed, and played without what was changed. */

test.describe.configure({ mode: 'serial' })

let app: { readonly url: string; readonly stop: () => Promise<void> }
let server: ServerProcess
let author: ExtensionBrowser
let page: Page
let demoId: string

test.beforeAll(async () => {
  const port = await freePort()
  ;[app, server, author] = await Promise.all([
    startPeopleApp(),
    startServer({ port }),
    launchExtensionBrowser({ width: 1440, height: 900 }),
  ])
  page = await signUpAuthor(author, server.url)
})
test.afterAll(async () => {
  await author.close()
  await Promise.all([app.stop(), server.stop()])
})

const surface = () => page.getByTestId('page-surface')
const bar = () => page.getByRole('toolbar', { name: 'Selected part of the page' })
const changes = () => section(page, 'Page').getByRole('list', { name: 'Changes of the page' }).getByRole('listitem')

/** Clicks a text of the page on the canvas. */
async function selectText(text: string): Promise<void> {
  const frame = page.locator('iframe[title="Page of the step"]')
  await expect(frame.contentFrame().getByText(text, { exact: true }).first()).toBeVisible()
  const place = await frame.contentFrame().getByText(text, { exact: true }).first().boundingBox()
  if (place === null) throw new Error(`“${text}” isn’t seen.`)
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  await expect(bar()).toBeVisible()
}

/** Everything a visitor can fetch of the demo: pages, texts, and the addresses of pictures. */
async function visitorsBytes(): Promise<string> {
  const play = await (await fetch(`${server.url}/demo/${demoId}/play`)).text()
  const pages = [...new Set(play.match(/\/snapshots\/v1\/[\w-]+\/page/g) ?? [])]
  expect(pages.length).toBeGreaterThan(0)
  const texts = await Promise.all(pages.map(async (address) => (await fetch(`${server.url}${address}`)).text()))
  return [play, ...texts].join('\n')
}

test('records an app with a table and a dialog', async () => {
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'New Demo' }).click()
  await page.getByLabel('App URL').fill(app.url)
  const opened = author.context.waitForEvent('page')
  await page.getByRole('button', { name: 'Start recording' }).click()
  const recorded = await opened
  await recorded.waitForURL(`${app.url}/**`)
  await waitUntilReady(recorded)
  await clickSlowly(recorded, recorded.locator('#open'))
  await clickSlowly(recorded, recorded.locator('#send'))
  const popup = await author.openPopup()
  await expect(popup.getByRole('status')).toHaveText('Recording, 2 steps')
  const imported = author.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const importPage = await imported
  await popup.close()
  await importPage.waitForURL('**/dashboard/demos/*/edit')
  demoId = importPage.url().split('/').at(-2) ?? ''
  await importPage.close()
  await page.goto(`${server.url}/dashboard/demos/${demoId}/edit`)
  await expect(thumbnails(page)).toHaveCount(2)
})

test('changes a text where it stands, for visitors too; undo brings it back', async () => {
  await page.keyboard.press('e')
  await selectText('Welcome back')
  await expectAccessible(page)
  await bar().getByRole('button', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'Text of the page' }).fill('Hello there')
  await page.keyboard.press('Enter')
  await expect(changes()).toHaveText([/Welcome back → Hello there/])
  await expect(section(page, 'Page').getByText('Burnt into page and picture')).toBeVisible()
  await expect.poll(visitorsBytes).toContain('Hello there')
  expect(await visitorsBytes()).not.toMatch(/snapshots[\s\S]*<strong[^>]*>Welcome back/)
  await page.keyboard.press('Control+z')
  await expect(changes()).toHaveCount(0)
  await expectSaved(page)
  await page.keyboard.press('Control+y')
  await expect(changes()).toHaveCount(1)
  await expectSaved(page)
})
