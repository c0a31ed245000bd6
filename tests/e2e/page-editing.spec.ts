import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { expectSaved, section, thumbnails } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { pageBar, pageFrame, selectPageText } from '#support/page-mode.ts'
import { people, startPeopleApp } from '#support/people-app.ts'
import { clickWhenRead, differingPercent, signUpAuthor, waitUntilRead } from '#support/recording-author.ts'
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
const bar = () => pageBar(page)
const changes = () => section(page, 'Page').getByRole('list', { name: 'Page edits' }).getByRole('listitem')

const selectText = (text: string) => selectPageText(page, text)

/** Everything a visitor can fetch of the demo as text: the demo's page, its captured pages and their files, Markdown. */
async function visitorsText(): Promise<string> {
  const play = await (await fetch(`${server.url}/demo/${demoId}/play`)).text()
  const pages = [...new Set(play.match(/\/snapshots\/v1\/[\w-]+\/page/g) ?? [])]
  expect(pages.length).toBeGreaterThan(0)
  const texts = await Promise.all(
    pages.map(async (address) => {
      const text = await (await fetch(`${server.url}${address}`)).text()
      const files = [...new Set(text.match(/(?<=["(])[\w-]{43}(?=[")])/g) ?? [])]
      const contents = files.map(async (file) => (await fetch(`${server.url}${address.replace(/page$/, file)}`)).text())
      return [text, ...(await Promise.all(contents))].join('\n')
    }),
  )
  return [play, ...texts].join('\n')
}

/** The pictures that visitors get, in the order of the steps. */
async function pictures(): Promise<readonly string[]> {
  const play = await (await fetch(`${server.url}/demo/${demoId}/play`)).text()
  return [...new Set(play.match(/(?<=demo-captures\/)[\w/-]+\.(?:png|webp)/g) ?? [])]
}

const pictureUrl = (path: string) => `${server.url}/storage/v1/object/public/demo-captures/${path}`

/** The picture of the first step as visitors get it. */
async function visitorsPicture(): Promise<Buffer> {
  const [path = ''] = await pictures()
  return Buffer.from(await (await fetch(pictureUrl(path))).arrayBuffer())
}

async function pixelsAt(picture: Buffer, box: Box): Promise<Buffer> {
  const area = {
    left: Math.round(box.x),
    top: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  }
  return sharp(picture).extract(area).removeAlpha().raw().toBuffer()
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where each name is in the first picture. */
const nameBoxes: Box[] = []
/** Where a list shows a name. */
let ownerBox: Box
/** Where the page shows a face and a name without texts. */
const unreadBoxes: Box[] = []
let firstPicture: Buffer
let firstPath: string

test('records an app with a table and a dialog', async () => {
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'New Demo' }).click()
  await page.getByLabel('App URL').fill(app.url)
  const opened = author.context.waitForEvent('page')
  await page.getByRole('button', { name: 'Start recording' }).click()
  const recorded = await opened
  await recorded.waitForURL(`${app.url}/**`)
  await waitUntilRead(recorded)
  for (const name of await recorded.locator('b.name').all()) nameBoxes.push((await name.boundingBox())!)
  ownerBox = (await recorded.locator('#owner').boundingBox())!
  for (const unread of ['.face', '.by', '#chart']) unreadBoxes.push((await recorded.locator(unread).boundingBox())!)
  await clickWhenRead(recorded, recorded.locator('#open'))
  await clickWhenRead(recorded, recorded.locator('#send'))
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
  firstPath = (await pictures())[0] ?? ''
  firstPicture = await visitorsPicture()
})

test('changes a text everywhere, with a variable; undo and redo hold over a reload', async () => {
  await page.keyboard.press('e')
  await selectText('Welcome back')
  await expectAccessible(page)
  await bar().getByRole('radio', { name: 'Everywhere (2)' }).check()
  await bar().getByRole('button', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'Text of the page' }).fill('Hello {{company|there}}')
  await page.keyboard.press('Enter')
  await expect(changes()).toHaveText([/Welcome back → Hello/])
  await expect(section(page, 'Page').getByText('Applied to page and picture')).toBeVisible()
  await expectSaved(page)
  await expect.poll(visitorsText).not.toContain('Welcome back')

  await page.reload()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await page.keyboard.press('Control+z')
  await expect.poll(visitorsText).toContain('Welcome back')
  await expectSaved(page)
  expect(await differingPercent(await visitorsPicture(), firstPicture)).toBe(0)
  await page.keyboard.press('Control+y')
  await expect.poll(visitorsText).not.toContain('Welcome back')
  await expectSaved(page)
})

test('puts a word in place of the logo, and blurs a cell by keys alone', async () => {
  await page.keyboard.press('e')
  await expect(pageFrame(page).contentFrame().getByText('Hello there')).toBeVisible()
  await surface().focus()
  await page.keyboard.press('Tab')
  await expect(bar()).toContainText('Image: Brandmeyer')
  await bar().getByRole('radio', { name: 'Everywhere (2)' }).check()
  await bar().getByRole('button', { name: 'Replace with a word' }).click()
  await bar().getByLabel('Word that replaces the image').fill('{{company|Acme}}')
  await page.keyboard.press('Enter')
  await expectSaved(page)
  await expect.poll(visitorsText).not.toContain('Brandmeyer')
  await selectText(people[0].amount)
  await bar().getByRole('button', { name: 'Blur' }).press('Enter')
  await expect(changes()).toHaveText([/Blurred/, /Image/, /Text/])
  await expectSaved(page)
  await expect.poll(visitorsText).not.toContain(people[0].amount)
})

test('makes everybody anonymous in pages, pictures and titles', async () => {
  await section(page, 'Page').getByRole('button', { name: 'Make anonymous' }).click()
  const list = page.getByRole('dialog', { name: 'Make anonymous' })
  await expect(list.getByRole('region', { name: 'People' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(list.getByRole('region', { name: 'Fields to empty' }).getByRole('checkbox')).toBeChecked()
  for (const unread of ['Faces in background images', 'Words in style sheets']) {
    await expect(list.getByRole('region', { name: unread }).getByRole('checkbox')).toBeChecked()
  }
  const drawing = list.getByRole('region', { name: /^Drawings/ }).getByRole('checkbox')
  await expect(drawing).not.toBeChecked()
  await drawing.check()
  await expectAccessible(page)
  await list.getByRole('button', { name: /^Replace \d+$/ }).click()
  await expect(list).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo anonymise 2 steps' })).toBeVisible()
  await expectSaved(page)
  const text = await visitorsText()
  for (const { name } of people) expect(text).not.toContain(name)
  const picture = await visitorsPicture()
  for (const box of nameBoxes) {
    expect((await pixelsAt(picture, box)).equals(await pixelsAt(firstPicture, box))).toBe(false)
  }
  const shown = { x: ownerBox.x + 12, y: ownerBox.y + 4, width: ownerBox.width - 36, height: ownerBox.height - 8 }
  expect(Math.min(...(await pixelsAt(firstPicture, shown)))).toBeLessThan(64)
  expect(Math.min(...(await pixelsAt(picture, shown)))).toBeGreaterThan(192)
  for (const box of unreadBoxes) expect(Math.min(...(await pixelsAt(picture, box)))).toBeGreaterThan(192)
  expect((await fetch(pictureUrl(firstPath))).ok).toBe(false)
})

test('finds and replaces in all steps', async () => {
  await page.keyboard.press('Control+h')
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await dialog.getByLabel('Find', { exact: true }).fill('people')
  await dialog.getByLabel('Match case').check()
  await expect(dialog.getByRole('status')).toHaveText('0 found')
  await dialog.getByLabel('Match case').uncheck()
  await expect(dialog.getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByLabel('Replace with').fill('Customers')
  await dialog.getByRole('button', { name: /^Replace all/ }).click()
  await expectSaved(page)
  await expect.poll(visitorsText).toContain('Customers')
})

test('lists pages with personal data before sharing', async () => {
  await page.keyboard.press('Control+h')
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await dialog.getByLabel('Find', { exact: true }).fill('Customers')
  await dialog.getByLabel('Replace with').fill('Customers of ann@example.com')
  await dialog.getByRole('button', { name: /^Replace all/ }).click()
  await expectSaved(page)
  await page.getByRole('button', { name: 'Share' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share Demo' })
  await expect(sheet.getByText(/Personal data in the captured page/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expectSaved(page)
})

test('shows visitors their company, also on a phone', async () => {
  const visit = await author.context.newPage()
  await visit.setViewportSize({ width: 390, height: 844 })
  await visit.goto(`${server.url}/demo/${demoId}/play?company=Northwind`)
  const shown = visit.locator('.us-camera iframe')
  await expect(shown).toHaveCSS('opacity', '1')
  await expect(shown.contentFrame().getByText('Hello Northwind').first()).toBeVisible()
  await visit.close()
})
