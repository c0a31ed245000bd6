import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* Personal links: an author creates, protects and revokes them; visitors open them. */

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer()
  const png = await sharp({ create: { width: 720, height: 450, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
  const step = { png, width: 720, height: 450 }
  demo = await makeDemo(server.url, { name: 'Billing in two minutes', steps: [step, { ...step, title: 'Then this' }] })
})
test.afterAll(() => server.stop())

/** Opens the demo's page as its author, with a tab of the Share dialog. */
async function openSharing(page: Page, tab = 'People'): Promise<void> {
  const { data } = await demo.author.auth.getSession()
  await page.addInitScript(
    (session) => localStorage.setItem('understudy-session', session),
    JSON.stringify(data.session),
  )
  await page.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
}

/** The row of a personal link. */
function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name })
}

async function visit(browser: Browser, url: string, options: { readonly javaScriptEnabled: boolean }): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(url)
  return page
}

async function linkNamed(name: string): Promise<{ readonly id: string; readonly url: string; readonly token: string }> {
  const { data } = await demo.author.from('share_links').select('id,token').eq('name', name).single().throwOnError()
  const token = String(data.token)
  return { id: String(data.id), token, url: `${server.url}/demo/${token}/play` }
}

async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
}

test('a personal link is created, counted, turned off and on, and removed', async ({ page, browser }) => {
  await openSharing(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('For Ada')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(rowOf(page, 'For Ada')).toContainText('Not opened')
  // Ready for the next person.
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(page)

  const link = await linkNamed('For Ada')
  const visitor = await visit(browser, link.url, { javaScriptEnabled: false })
  await expect(visitor.getByRole('heading', { name: 'Billing in two minutes' })).toBeVisible()
  // Without script the steps are a form: the link stays in the URL.
  await visitor.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(visitor).toHaveURL(`${link.url}?step=2`)
  await expect(visitor.getByRole('status')).toHaveText('Step 2 of 2')
  await expect
    .poll(async () => (await demo.author.from('share_links').select('view_count').eq('id', link.id).single()).data)
    .toEqual({ view_count: 1 })

  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await expect(rowOf(page, 'For Ada')).toContainText('Off')
  await expect(page.getByText('1 link, 1 open, 0 reached the end')).toBeVisible()
  await expect.poll(async () => (await visitor.goto(link.url))?.status()).toBe(404)

  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Turn on again' }).click()
  await expect(rowOf(page, 'For Ada')).toContainText('No expiry')
  await expect.poll(async () => (await visitor.goto(link.url))?.status()).toBe(200)
  await visitor.context().close()

  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByText('For Ada')).toHaveCount(0)
})

test('the demo’s own link hides from search engines, expires, and leads to links with a password', async ({ page }) => {
  const address = `${server.url}/demo/${demo.id}/play`
  const text = async () => (await fetch(`${address}?view=text`)).text()
  expect(await text()).not.toContain('noindex')
  await openSharing(page, 'Link')
  await page.getByRole('switch', { name: 'Search engines may list it' }).click()
  await expect(page.getByRole('switch', { name: 'Search engines may list it' })).not.toBeChecked()
  await expect.poll(text).toContain('noindex')
  const expires = page.getByLabel('Expires', { exact: true })
  await expires.selectOption('In 7 days')
  await expect(expires.getByRole('option', { name: /^After/ })).toHaveCount(1)
  expect((await fetch(address)).status).toBe(200)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set on personal links' }).click()
  await expect(page.getByRole('tab', { name: 'People' })).toHaveAttribute('aria-selected', 'true')

  const past = { link_expires_at: '2026-01-01T00:00:00Z' }
  await demo.author.from('demos').update(past).eq('id', demo.id).throwOnError()
  expect((await fetch(address)).status).toBe(404)
  await openSharing(page, 'Link')
  await expect(page.getByText('The share link and embed code have expired.')).toBeVisible()
  await expires.selectOption('Never')
  await expect(page.getByText('The share link and embed code have expired.')).toHaveCount(0)
  expect((await fetch(address)).status).toBe(200)
})

test('a link with a password asks for it, with and without script', async ({ page, browser }) => {
  await openSharing(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('For Grace')
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('A password has 4 to 72 characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('open sesame')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(rowOf(page, 'For Grace').getByRole('img', { name: 'password' })).toBeVisible()
  const link = await linkNamed('For Grace')
  const workspaces = demo.author.from('workspaces').select('name')
  const owner = String((await workspaces.single().throwOnError()).data.name)

  for (const javaScriptEnabled of [false, true]) {
    const visitor = await visit(browser, link.url, { javaScriptEnabled })
    await expect(visitor.getByRole('heading', { name: 'Password required' })).toBeVisible()
    await expect(visitor.getByText(owner, { exact: true })).toBeVisible()
    expect(await visitor.content()).not.toContain('Billing')
    // Axe needs script in the page.
    if (javaScriptEnabled) await expectAccessible(visitor)
    await visitor.getByLabel('Password').fill('wrong')
    await visitor.getByRole('button', { name: 'Open the demo' }).click()
    await expect(visitor.getByRole('alert')).toHaveText('Wrong password. Try again.')
    await expect(visitor.getByText(owner, { exact: true })).toBeVisible()
    await visitor.getByLabel('Password').fill('open sesame')
    await visitor.getByRole('button', { name: 'Open the demo' }).click()
    await expect(visitor.getByRole('heading', { name: 'Billing in two minutes' })).toBeVisible()
    const again = await visitor.goto(link.url)
    expect(again?.headers()['cache-control']).toBe('no-store')
    await expect(visitor.getByRole('status')).toHaveText('Step 1 of 2')
    await visitor.context().close()
  }
  // The unlocked page isn't served from our cache either.
  const stranger = await fetch(link.url)
  expect([stranger.status, (await stranger.text()).includes('Billing')]).toEqual([403, false])
  expect((await fetch(`${server.url}/demo/${link.token}/poster`)).status).toBe(404)
})

test('in another page the password is asked for inside the frame', async ({ page }) => {
  const { token, url } = await linkNamed('For Grace')
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Somebody's page</title><div data-demo-id="${token}"></div>
      <script async src="${server.url}/js/demo-player.js"></script>`)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const { port } = host.address() as AddressInfo
  const frame = page.frameLocator('iframe')
  const unlock = async () => {
    await frame.getByLabel('Password').fill('open sesame')
    await frame.getByRole('button', { name: 'Open the demo' }).click()
  }
  try {
    // A cross-site frame keeps a cookie only over TLS; otherwise the page offers a new tab.
    const [ours, theirs] = server.url.includes('localhost') ? ['localhost', '127.0.0.1'] : ['127.0.0.1', 'localhost']
    await page.goto(`http://${theirs}:${port}/`)
    await unlock()
    await expect(frame.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', new URL(url).pathname)
    await page.goto(`http://${ours}:${port}/`)
    await unlock()
    await expect(frame.getByText('Step 1 of 2', { exact: true })).toBeVisible()
  } finally {
    host.close()
  }
})

test('a demo can be shared by personal links alone', async ({ page }) => {
  await openSharing(page, 'Link')
  await page.getByLabel('Who can open').selectOption('Personal links only')
  await expect(page.getByText('The share link and embed code are off.')).toBeVisible()
  await expect.poll(async () => (await fetch(`${server.url}/demo/${demo.id}/play`)).status).toBe(404)
  await page.getByLabel('Who can open').selectOption('Anyone with the link')
  await expect.poll(async () => (await fetch(`${server.url}/demo/${demo.id}/play`)).status).toBe(200)
})

test('a link fills in the text for the person it is for', async ({ page, browser }) => {
  const { data: steps } = await demo.author.from('demo_steps').select('id').eq('demo_id', demo.id).order('order')
  const first = String(steps?.[0]?.id)
  await demo.author
    .from('demo_steps')
    .update({ title: 'Hello {{company|there}}, {{role}}' })
    .eq('id', first)
    .throwOnError()
  await openSharing(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada Moreau')
  await page.getByRole('textbox', { name: 'Company' }).fill('<b>Tamsin</b> & Co')
  await page.getByRole('textbox', { name: 'Role' }).fill('Head of routes')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(rowOf(page, 'Ada Moreau')).toContainText('<b>Tamsin</b> & Co')
  await expect(rowOf(page, 'Ada Moreau')).toContainText('role = Head of routes')
  await expectAccessible(page)

  const link = await linkNamed('Ada Moreau')
  for (const javaScriptEnabled of [false, true]) {
    const visitor = await visit(browser, link.url, { javaScriptEnabled })
    await expect(visitor.getByText('Hello <b>Tamsin</b> & Co, Head of routes').first()).toBeVisible()
    await visitor.goto(`${server.url}/demo/${demo.id}/play`)
    await expect(visitor.getByText('Hello there,').first()).toBeVisible()
    await visitor.context().close()
  }
})

test('a demo is downloaded as a page that plays offline, as a PDF, as a guide and as pictures', async ({
  page,
}, testInfo) => {
  await openSharing(page, 'Export')
  await expectAccessible(page)
  const download = async (name: string) => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const file = await waiting
    // With its name, because browsers detect a local file's type by its extension.
    const path = testInfo.outputPath(file.suggestedFilename())
    await file.saveAs(path)
    return { name: file.suggestedFilename(), path }
  }
  const guide = await download('Markdown')
  expect(guide.name).toBe('billing-in-two-minutes-guide.zip')
  const unpacked = unzipSync(new Uint8Array(await readFile(guide.path)))
  expect(Object.keys(unpacked)).toEqual(['guide.md', 'images/step-01.png', 'images/step-02.png'])
  expect(strFromU8(unpacked['guide.md'] ?? new Uint8Array())).toContain('![Then this](<images/step-02.png>)')
  const images = await download('Images')
  expect(Object.keys(unzipSync(new Uint8Array(await readFile(images.path))))).toEqual(['step-01.png', 'step-02.png'])

  const pdf = await download('PDF')
  expect(pdf.name).toBe('billing-in-two-minutes.pdf')
  const document = await getDocumentProxy(new Uint8Array(await readFile(pdf.path)))
  const { text } = await extractText(document)
  expect(text).toEqual([expect.stringContaining('1 of 2'), expect.stringContaining('Then this')])

  const html = await download('HTML')
  expect(html.name).toBe('billing-in-two-minutes.html')
  await page.route(/^https?:/, (route) => route.abort())
  await page.goto(`file://${html.path}`)
  await expect(page.getByRole('heading', { name: 'Billing in two minutes' })).toBeVisible()
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Then this' })).toBeVisible()
  expect(await page.locator('section:target img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720)
})

test('a list of people is imported as links, and the links are exported', async ({ page }) => {
  await openSharing(page)
  const upload = (text: string) =>
    page
      .getByLabel('List of people')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('name,company\nNoa Petrie,Brindle Foods\n,Nameless')
  await expect(page.getByText('Line 3 has no name. No link was created.')).toBeVisible()
  await expect(rowOf(page, 'Noa Petrie')).toHaveCount(0)
  await upload('name,company\nNoa Petrie,Brindle Foods\nTeun Rask,Halden Pharmacy')
  await expect(page.getByText('2 links created.')).toBeVisible()
  await expect(rowOf(page, 'Teun Rask')).toContainText('Halden Pharmacy')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const list = await readFile(await (await waiting).path(), 'utf8')
  expect(list).toContain((await linkNamed('Noa Petrie')).url)
})
