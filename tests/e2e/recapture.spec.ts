import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { dragOver, expectSaved, section, thumbnails } from '#support/editor-page.ts'
import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { changePageText } from '#support/page-mode.ts'
import { startRecordedPages, type RecordedPages } from '#support/recorded-pages.ts'
import { clickWhenRead, signUpAuthor } from '#support/recording-author.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* An app changes, and two steps of its demo are recorded again. Each test continues from the last. */

test.describe.configure({ mode: 'serial' })

const press = (name: string, x: number, y: number) =>
  `<button style="position:absolute;left:${x}px;top:${y}px;width:160px;height:40px">${name}</button>`

/** The app as it is now. */
const bodies: Record<string, string> = {
  '/': `<main>${press('New report', 40, 40)}${press('Monthly', 40, 140)}${press('Save', 40, 240)}
    <h1 style="position:absolute;left:40px;top:400px">Acme Freight</h1>
    <p style="position:absolute;left:700px;top:100px;width:300px">Ada L., 4,200</p></main>`,
}

let pages: RecordedPages
let server: ServerProcess
let author: ExtensionBrowser
let page: Page
let demoId: string

test.beforeAll(async () => {
  ;[pages, server, author] = await Promise.all([startRecordedPages(bodies), startServer(), launchExtensionBrowser()])
  page = await signUpAuthor(author, server.url)
})
test.afterAll(async () => {
  await author.close()
  await Promise.all([pages.stop(), server.stop()])
})

/** Clicks these buttons while recording; returns the page that opens when the recording stops. */
async function record(start: () => Promise<void>, names: readonly string[]): Promise<Page> {
  const opened = author.context.waitForEvent('page')
  await start()
  const app = await opened
  await app.waitForURL(`${pages.url}/`)
  for (const name of names) await clickWhenRead(app, app.getByRole('button', { name, exact: true }))
  const popup = await author.openPopup()
  const opening = author.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const result = await opening
  await popup.close()
  await app.close()
  return result
}

const titles = () => thumbnails(page).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))

/** Where the redacted area lies. */
async function colorAt(source: string): Promise<readonly number[]> {
  const body = await (await page.request.get(new URL(source, page.url()).href)).body()
  const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.round(info.height * 0.17) * info.width + Math.round(info.width * 0.6)) * 3
  return [...data.subarray(at, at + 3)]
}

test('an author records a demo, names a step, redacts it and edits a page', async () => {
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'New demo' }).click()
  await page.getByLabel('App URL').fill(pages.url)
  const start = () => page.getByRole('button', { name: 'Start recording' }).click()
  const editor = await record(start, ['New report', 'Monthly', 'Save'])
  await page.close()
  page = editor
  await page.waitForURL('**/edit')
  demoId = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  await expect(thumbnails(page)).toHaveCount(3)
  await thumbnails(page).nth(1).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Choose the month')
  await expectSaved(page)
  await thumbnails(page).nth(1).focus()
  await page.keyboard.press('r')
  await dragOver(page, page.getByTestId('draw-surface'), [50, 8], [80, 25])
  await expect(page.getByRole('region', { name: 'Redact' }).getByText('Applied to the picture')).toBeVisible()
  await thumbnails(page).nth(2).click()
  await page.keyboard.press('e')
  await changePageText(page, 'Acme Freight', 'Northwind')
  await changePageText(page, 'Ada L., 4,200', 'Jo, 100')
  await expect(section(page, 'Page').getByText('Applied to page and picture')).toBeVisible()
  await expectSaved(page)
})

test('the same steps are recorded again in the changed app', async () => {
  bodies['/'] = `<main>${press('New report', 40, 40)}${press('Monthly', 240, 340)}${press('Agree', 440, 40)}
    ${press('Save report', 640, 440)}<header style="position:absolute;left:40px;top:500px"><h1>Acme Freight</h1></header><p style="position:absolute;left:700px;top:100px;width:300px">Ada L., 9,900</p></main>`
  await page.reload()
  await thumbnails(page).nth(1).click()
  await page.getByRole('button', { name: 'Record again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record again' })
  await dialog.getByLabel('To', { exact: true }).selectOption({ index: 1 })
  await expect(dialog.getByLabel('App URL')).toHaveValue(`${pages.url}/`)
  const start = () => dialog.getByRole('button', { name: 'Start recording' }).click()
  const review = await record(start, ['Monthly', 'Agree', 'Save report'])
  await page.close()
  page = review
  await page.waitForURL(`**/dashboard/demos/${demoId}/recapture/*`)
})

test('the review pairs them and waits until redactions and edits were looked at', async () => {
  await expect(page.getByRole('status').filter({ hasText: 'replaced' })).toHaveText('2 replaced. 2 pictures to check.')
  const month = page.getByRole('listitem', { name: '2. Choose the month' })
  await expect(month.getByLabel('New picture', { exact: true })).toHaveValue(/./)
  await expect(month.getByRole('img')).toHaveCount(2)
  await expect(month.getByRole('switch', { name: 'Use the new title: Click "Monthly"' })).not.toBeChecked()
  const save = page.getByRole('listitem', { name: '3. Click "Save"' })
  await expect(save.getByRole('switch', { name: 'Use the new title: Click "Save report"' })).toBeChecked()
  await page.getByRole('listitem', { name: 'Click "Agree"' }).getByRole('switch', { name: 'Add as a step' }).click()
  await expect(page.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled()
  await month.getByRole('switch', { name: 'I checked the redaction' }).click()
  const lost = save.getByRole('switch', { name: 'Drop 1 of 2 page edits' })
  await expect(save).toContainText('Not found in the new page: “Ada L., 4,200” → “Jo, 100”.')
  await lost.click()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.waitForURL('**/edit?step=*')
  await expect(thumbnails(page)).toHaveCount(4)
  expect(await titles()).toEqual([
    'Step 1: Click "New report"',
    'Step 2: Choose the month',
    'Step 3: Click "Agree"',
    'Step 4: Click "Save report"',
  ])
})

test('the new pictures show the changed app, redacted as before, with the hotspot at the new click', async () => {
  const client = await page.evaluate(async (id) => {
    const { access_token: token } = JSON.parse(localStorage.getItem('understudy-session') ?? '{}') as {
      access_token?: string
    }
    const config = (await (await fetch('/config.json')).json()) as { supabaseUrl: string; supabaseAnonKey: string }
    const answer = await fetch(
      `${config.supabaseUrl}/rest/v1/demo_steps?demo_id=eq.${id}&order=order&select=screenshot_url,click_x,click_y`,
      { headers: { apikey: config.supabaseAnonKey, authorization: `Bearer ${token ?? ''}` } },
    )
    return (await answer.json()) as { screenshot_url: string; click_x: number; click_y: number }[]
  }, demoId)
  const [, month, , save] = client
  expect([month?.click_x, month?.click_y]).toEqual([
    expect.closeTo((100 * 320) / 1280, 0),
    expect.closeTo((100 * 360) / 800, 0),
  ])
  expect(save?.click_x).toBeCloseTo((100 * 720) / 1280, 0)
  const source = `/storage/v1/object/public/demo-captures/${month?.screenshot_url ?? ''}`
  const color = await colorAt(source)
  // The picture was compressed before.
  for (const [index, value] of [0x1c, 0x17, 0x22].entries()) {
    expect(Math.abs((color[index] ?? 0) - value)).toBeLessThanOrEqual(3)
  }
})

test('edits of a page are carried over to its new page where they still fit', async () => {
  const play = await (await fetch(`${server.url}/demo/${demoId}/play`)).text()
  const addresses = [...new Set(play.match(/\/snapshots\/v1\/[\w-]+\/page/g) ?? [])]
  const texts = await Promise.all(addresses.map(async (address) => (await fetch(`${server.url}${address}`)).text()))
  const edited = texts.filter((text) => text.includes('Northwind'))
  expect(edited).toHaveLength(1)
  expect(edited[0]).not.toContain('Acme Freight')
  expect(edited[0]).toContain('Save report')
})

test('one undo brings the old steps back, one redo the new ones', async () => {
  await page.getByRole('button', { name: 'Undo record steps again' }).click()
  await expect(thumbnails(page)).toHaveCount(3)
  await expectSaved(page)
  await page.reload()
  await expect(thumbnails(page)).toHaveCount(3)
  expect(await titles()).toEqual(['Step 1: Click "New report"', 'Step 2: Choose the month', 'Step 3: Click "Save"'])
  await page.getByRole('button', { name: 'Redo record steps again' }).click()
  await expect(thumbnails(page)).toHaveCount(4)
  await expectSaved(page)
  await page.reload()
  await expect(thumbnails(page)).toHaveCount(4)
})
