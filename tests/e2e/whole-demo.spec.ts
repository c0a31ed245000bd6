import { expect, test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { ClientConfig } from '#protocol/client-config.ts'
import { createImage } from '#support/create-image.ts'
import { canvasPicture, dragOver, expectSaved, openNewDemo, section, thumbnails } from '#support/editor-page.ts'
import { startHostSite, type HostSite } from '#support/host-page.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* A demo from images with everything an author can do to it, played on somebody else's page, undone and redone. */

let server: ServerProcess
let host: HostSite

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
  host = await startHostSite()
})
test.afterAll(() => Promise.all([server.stop(), host.close()]))

/** A client signed in as the page's author. */
async function authorOf(page: Page): Promise<SupabaseClient> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  const kept = await page.evaluate(() => localStorage.getItem('understudy-session') ?? '{}')
  const { access_token: token } = JSON.parse(kept) as { readonly access_token: string }
  return createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

/** Everything of the demo that its author can change, as the database has it. */
async function storedOf(page: Page, demoId: string): Promise<unknown> {
  const author = await authorOf(page)
  const stepColumns = 'id,title,description,width,height,click_x,click_y,look,target_step_id'
  const [demos, demoSteps, cards] = await Promise.all([
    author.from('demos').select('name,look').eq('id', demoId).single().throwOnError(),
    author.from('demo_steps').select(stepColumns).eq('demo_id', demoId).order('order').throwOnError(),
    author.from('step_cards').select('id,type,title,gate,fields').eq('demo_id', demoId).order('id').throwOnError(),
  ])
  return { demo: demos.data, steps: demoSteps.data, cards: cards.data }
}

/** Red, green and blue of the first step's picture as visitors get it, at a share of its width and height. */
async function firstPictureShows(browser: Browser, url: string, x: number, y: number): Promise<readonly number[]> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  const picture = page.locator('.us-image').last()
  await expect(picture).toBeVisible()
  const pixel = await picture.evaluate(
    (image: HTMLImageElement, [right, down]: readonly [number, number]) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      return Array.from(context.getImageData(right * canvas.width, down * canvas.height, 1, 1).data.slice(0, 3))
    },
    [x, y] as const,
  )
  await page.context().close()
  return pixel
}

/** The demo by its personal link on a page of another origin with a strict policy. */
async function playOnHost(browser: Browser, token: string, options: BrowserContextOptions): Promise<void> {
  const page = await (await browser.newContext(options)).newPage()
  const problems = watchConsole(page)
  const policy = `default-src 'none'; script-src ${server.url} 'nonce-theirs'; frame-src ${server.url}; img-src data:`
  const listening = `<script nonce="theirs">
    window.events = []
    for (const type of ['step', 'gate', 'lead', 'finished'])
      document.addEventListener('understudy-' + type, ({ detail }) => events.push(type + ' ' + (detail.state ?? detail.from ?? detail.step)))
  </script>`
  const embed = `<div data-demo-id="${token}"></div><script async src="${server.url}/js/demo-player.js"></script>`
  const meta = '<meta name="viewport" content="width=device-width">'
  await page.goto(host.serve('/strict', `${meta}${listening}${embed}`, { 'content-security-policy': policy }))
  const frame = page.frameLocator('iframe')
  const next = frame.getByRole('button', { name: 'Next', exact: true })
  await expect(frame.getByRole('heading', { name: 'Hello Tamsin & Co' })).toBeVisible()
  await next.click()
  // The branch leads past the third step.
  await expect(frame.getByRole('status').first()).toHaveText('Step 4 of 4')
  await frame.getByLabel('WORK EMAIL').fill('tamsin@example.com')
  await frame.getByLabel('NAME').fill('Tamsin')
  await frame.getByRole('button', { name: 'Submit' }).click()
  const eventsOf = () => page.evaluate(() => (window as unknown as { readonly events: readonly string[] }).events)
  await expect
    .poll(eventsOf)
    .toEqual(expect.arrayContaining(['step 4', 'finished 4', 'gate shown', 'lead gate', 'gate sent']))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )
  expect(problems).toEqual([])
  await page.context().close()
}

/** Presses the keys while their button is enabled; it is disabled while a picture is being changed. */
async function pressUntil(page: Page, keys: string, read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const name = keys === 'Control+z' ? /^Undo/ : /^Redo/
  const button = page.getByRole('banner').getByRole('button', { name })
  await expect(async () => {
    if (await button.isEnabled()) await page.keyboard.press(keys)
    await expectSaved(page)
    expect(await read()).toEqual(wanted)
  }).toPass({ intervals: [50], timeout: 40_000 })
}

test('a demo from images: redacted, zoomed, branched, gated, played by a personal link elsewhere, undone and redone', async ({
  page,
  browser,
}) => {
  const problems = watchConsole(page)
  const images = await Promise.all([1, 2, 3, 4].map((number) => createImage(number)))
  const demoId = await openNewDemo(page, server.url, images)
  await expect(thumbnails(page)).toHaveCount(4)
  await expectSaved(page)
  const before = await storedOf(page, demoId)

  await page.getByLabel('Callout heading').fill('Hello {{company|there}}')
  await page.getByLabel('Callout heading').blur()
  await page.keyboard.press('h')
  await dragOver(page, canvasPicture(page), [30, 30], [45, 40])
  await page.keyboard.press('z')
  await dragOver(page, canvasPicture(page), [20, 20], [80, 80])
  await section(page, 'Hotspot')
    .getByRole('combobox', { name: /^On click/ })
    .click()
  await page.getByRole('option', { name: /^Step 4/ }).click()
  await page.keyboard.press('r')
  await dragOver(page, page.getByTestId('draw-surface'), [60, 60], [99, 99])
  await expect(page.getByRole('region', { name: 'Redact' }).getByText('Applied to the picture')).toBeVisible()

  await thumbnails(page).nth(3).click()
  await page.getByRole('button', { name: 'Add Action Card' }).click()
  const panel = page.getByRole('region', { name: 'Add Card' })
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Lead Card' })
    .getByRole('button', { name: 'Use This Card' })
    .click()
  const card = page.getByTestId('card-lead')
  await card.getByLabel('Card title').fill('Who are you?')
  await card.getByLabel('Card description').fill('We send you the figures.')
  await section(page, 'Lead card').getByLabel('Gate').selectOption('Required')
  await expectSaved(page)
  const after = await storedOf(page, demoId)
  expect(after).toMatchObject({
    steps: [
      { title: 'Hello {{company|there}}', look: { marker: 'box', zoom: { widthPercent: expect.any(Number) } } },
      {},
      {},
      {},
    ],
    cards: [{ type: 'lead', gate: 'required' }],
  })

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('For Tamsin')
  await page.getByRole('textbox', { name: 'Company' }).fill('Tamsin & Co')
  await page.getByRole('button', { name: 'Create link' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'For Tamsin' })
  await expect(row).toContainText('Not opened')
  const links = (await authorOf(page)).from('share_links')
  const { data: link } = await links.select('token').eq('demo_id', demoId).single().throwOnError()
  const token = String(link.token)
  await page.keyboard.press('Escape')

  const playUrl = `${server.url}/demo/${token}/play`
  expect(await firstPictureShows(browser, playUrl, 0.8, 0.8)).not.toEqual(
    await firstPictureShows(browser, playUrl, 0.2, 0.2),
  )
  await playOnHost(browser, token, { viewport: { width: 1280, height: 900 } })
  await playOnHost(browser, token, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  // All of it undone over a reload, and done again.
  await page.reload()
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ })
  const redo = page.getByRole('banner').getByRole('button', { name: /^Redo/ })
  await expect(undo).toBeEnabled()
  await pressUntil(page, 'Control+z', () => storedOf(page, demoId), before)
  await page.reload()
  await expect(redo).toBeEnabled()
  await pressUntil(page, 'Control+y', () => storedOf(page, demoId), after)
  expect(problems).toEqual([])
})
