import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'

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

/** Opens the demo's page as its author, with the Share dialog. */
async function openSharing(page: Page): Promise<void> {
  const { data } = await demo.author.auth.getSession()
  await page.addInitScript(
    (session) => localStorage.setItem('understudy-session', session),
    JSON.stringify(data.session),
  )
  await page.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Personal links' })).toBeVisible()
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
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('For Ada')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('For Ada')).toBeVisible()
  await expect(page.getByText('Not opened')).toBeVisible()
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
  await expect(page.getByText('Off · Opened 1 time')).toBeVisible()
  await expect.poll(async () => (await visitor.goto(link.url))?.status()).toBe(404)

  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Turn on again' }).click()
  await expect(page.getByText('Off · Opened 1 time')).toBeHidden()
  await expect.poll(async () => (await visitor.goto(link.url))?.status()).toBe(200)
  await visitor.context().close()

  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'More for the link For Ada' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByText('For Ada')).toHaveCount(0)
})

test('a link with a password asks for it, with and without script', async ({ page, browser }) => {
  await openSharing(page)
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('For Grace')
  await page.getByRole('switch', { name: 'Require a password' }).click()
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('A password has 4 to 72 characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('open sesame')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Not opened · password')).toBeVisible()
  const link = await linkNamed('For Grace')

  for (const javaScriptEnabled of [false, true]) {
    const visitor = await visit(browser, link.url, { javaScriptEnabled })
    await expect(visitor.getByRole('heading', { name: 'Password required' })).toBeVisible()
    expect(await visitor.content()).not.toContain('Billing')
    // Axe needs script in the page.
    if (javaScriptEnabled) await expectAccessible(visitor)
    await visitor.getByLabel('Password').fill('wrong')
    await visitor.getByRole('button', { name: 'Open the demo' }).click()
    await expect(visitor.getByRole('alert')).toHaveText('Wrong password. Try again.')
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
    // A cross-site frame keeps a cookie only over TLS; otherwise the way out is a new tab.
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
  await openSharing(page)
  await page.getByRole('switch', { name: 'Personal links only' }).click()
  await expect(page.getByText('The share link and embed code above are off.')).toBeVisible()
  await expect.poll(async () => (await fetch(`${server.url}/demo/${demo.id}/play`)).status).toBe(404)
  await page.getByRole('switch', { name: 'Personal links only' }).click()
  await expect.poll(async () => (await fetch(`${server.url}/demo/${demo.id}/play`)).status).toBe(200)
})
