import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { createClient } from '@supabase/supabase-js'
import { expect, test, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'

import type { ClientConfig } from '#protocol/client-config.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* An author watches visitors live. */

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { TRACKING_LIMITS: 'off' } })
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#dde4ee' } })
    .png()
    .toBuffer()
  demo = await makeDemo(server.url, {
    name: 'Billing in two minutes',
    steps: ['Open', 'Choose', 'Done'].map((title) => ({
      png,
      width: 1440,
      height: 900,
      title,
      click: { x: 51, y: 51 },
    })),
  })
})
test.afterAll(() => server.stop())

async function signIn(page: Page): Promise<void> {
  const { data } = await demo.author.auth.getSession()
  await page.addInitScript(
    (session) => localStorage.setItem('understudy-session', session),
    JSON.stringify(data.session),
  )
}

/** A regular browser's fingerprint; Playwright's own reveals automation in three places. */
async function visitorPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    userAgent: personHeaders['user-agent'],
    extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="142"' },
  })
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
  return page
}

/** The large figure with this label, or its row in the list of all figures. */
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
    .first()

/** Visits of people who saw the first step. */
async function addVisits(count: number): Promise<void> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  const { data: steps } = await demo.author
    .from('demo_steps')
    .select('id')
    .eq('demo_id', demo.id)
    .order('order')
    .throwOnError()
  const client = createClient(config.supabaseUrl, config.supabaseAnonKey, { global: { headers: personHeaders } })
  for (let number = 0; number < count; number += 1) {
    const event = { session_id: `seen-${randomUUID()}`, demo_id: demo.id, step_id: String(steps[0]?.['id']) }
    await client
      .from('user_tracking_events')
      .insert(trackingEvent({ ...event, event_type: 'step_viewed' }))
      .throwOnError()
  }
}

test('a visit appears live, in the funnel and on the image', async ({ page, browser }) => {
  const problems = watchConsole(page)
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await signIn(page)
  await page.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { name: 'Billing in two minutes' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No visits in this period' })).toBeVisible()
  await expect(page.getByRole('button', { name: '0 watching' })).toBeVisible()

  const visitor = await visitorPage(browser)
  await visitor.goto(`${server.url}/demo/${demo.id}/play?utm_source=newsletter`)
  // Wait for hydration; earlier clicks work, but aren't counted.
  await expect(visitor.getByRole('button', { name: 'Ask about this demo' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(visitor.getByRole('status')).toHaveText('Step 2 of 3')

  // No manual reload from here on. A single visit is shown itself, without percentages.
  await page.getByRole('button', { name: '1 watching' }).click()
  await expect(page.getByRole('dialog', { name: 'In the last five minutes' })).toContainText('newsletter')
  await page.keyboard.press('Escape')
  const soFar = page.getByRole('region', { name: 'Visits so far' })
  await expect(soFar.getByRole('listitem')).toHaveCount(1)
  await expect(soFar.getByRole('img', { name: '2 of 3 steps' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('%')
  await expectAccessible(page)

  // From ten visits on, shares are shown.
  await addVisits(9)
  const funnel = page.getByRole('region', { name: 'Step funnel' })
  await expect(funnel.getByRole('button', { name: 'Step 2: Choose' })).toContainText('1 of 10')
  await expect(funnel.getByRole('button', { name: 'Step 3: Done' })).toContainText('0 of 10')
  const clicks = page.getByRole('region', { name: 'Clicks' })
  await expect(clicks.getByRole('img', { name: '1 click on this image' })).toBeVisible()
  await clicks.getByRole('button', { name: 'Show as table' }).click()
  await expect(clicks.getByRole('rowheader', { name: '50–52% from the left, 50–52% from the top' })).toBeVisible()
  await expect(figure(page, 'Completed')).toContainText('0%')

  await visitor.keyboard.press('ArrowRight')
  await expect(visitor.getByRole('status')).toHaveText('Step 3 of 3')
  await expect(funnel.getByRole('button', { name: 'Step 3: Done' })).toContainText('1 of 10')
  await expect(figure(page, 'Completed')).toContainText('10%')
  await expect(figure(page, 'Completed')).toContainText('1 of 10 · 2–40%')
  await expect(figure(page, 'Visits')).toContainText('No earlier data')
  const figures = page.getByRole('region', { name: 'All figures' })
  await expect(figures.getByRole('row')).toHaveCount(0)
  await figures.getByRole('button', { name: 'All figures' }).press('Enter')
  await expect(figures.getByRole('row', { name: /^Engaged/ })).toContainText('1 of 10')
  const paths = page.getByRole('region', { name: 'Paths' }).getByRole('listitem')
  await expect(paths.filter({ has: page.getByRole('img', { name: '1 → 2 → 3', exact: true }) })).toContainText(
    'Finished',
  )
  await expect(paths.filter({ hasText: 'Left on step 1' })).toContainText('90%')
  await expect(page.getByRole('region', { name: 'Sources' })).toContainText('newsletter')

  // A step's picture leads to its clicks and to the visits that ended there.
  const visits = page.getByRole('region', { name: 'Visits', exact: true })
  await expect(visits.getByRole('row')).toHaveCount(11)
  await funnel.getByRole('button', { name: 'Step 2: Choose' }).press('Enter')
  await expect(clicks.getByRole('status')).toHaveText('Step 2 · no clicks')
  await expect(visits).toContainText('No visit ended on this step.')
  await funnel.getByRole('button', { name: 'Step 1: Open' }).press('Enter')
  await expect(visits.getByRole('row')).toHaveCount(10)
  await visits.getByRole('button', { name: /Left on step 1/ }).click()
  await expect(visits.getByRole('row')).toHaveCount(11)

  // J moves through the visits; the story of the focused one is shown beside them.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(visits.getByRole('rowheader').nth(1).getByRole('button')).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Visit' })).toContainText('Open')
  // At the top no button is half scrolled under the page's header, which axe would measure as too small.
  await figure(page, 'Visits').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await visitor.context().close()

  // A page left behind unsubscribes.
  expect(sent.filter((frame) => frame.includes('phx_leave'))).toEqual([])
  await page.getByRole('link', { name: 'View demo' }).click()
  await expect.poll(() => sent.some((frame) => frame.includes('phx_leave') && frame.includes('visits:'))).toBe(true)
  expect(problems).toEqual([])
})

test('filters are in the URL, bots are separate, and the data can be exported', async ({ page }) => {
  const problems = watchConsole(page)
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  const { data: link } = await demo.author
    .from('share_links')
    .insert({ demo_id: demo.id, name: '=cmd|spring' })
    .select('id,token')
    .single()
    .throwOnError()
  for (const [session, agent] of [
    ['by-link', `${personHeaders['user-agent']} Edg/1`],
    ['robot', 'curl/8.0'],
  ] as const) {
    const headers = { ...personHeaders, 'user-agent': agent }
    const client = createClient(config.supabaseUrl, config.supabaseAnonKey, { global: { headers } })
    const event = { session_id: `${session}-${randomUUID()}`, demo_id: demo.id, link: String(link['token']) }
    await client.from('user_tracking_events').insert(trackingEvent(event)).throwOnError()
  }

  await addVisits(10)
  await signIn(page)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click()
  // The only demo with visits is shown as its funnel.
  const hero = page.getByRole('region', { name: 'Step funnel' })
  await expect(hero.getByRole('button', { name: 'Step 2: Choose' })).toBeVisible()
  await expect(hero.getByRole('link', { name: 'Billing in two minutes' })).toHaveAttribute(
    'href',
    `/dashboard/demos/${demo.id}/analytics`,
  )
  await expectAccessible(page)
  await page.getByLabel('Demo', { exact: true }).selectOption({ label: 'Billing in two minutes' })
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Link', { exact: true }).selectOption({ label: '=cmd|spring' })
  const views = page.getByRole('region', { name: 'All figures' }).getByRole('row', { name: /^Views/ })
  await expect(views).toContainText('1 visit')
  await expect(page.getByRole('region', { name: 'Excluded visits', exact: true })).toContainText(
    'A program that fetches pages: curl',
  )
  await page.getByLabel('Traffic', { exact: true }).selectOption('Everything')
  await expect(views).toContainText('2 visits')

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^analytics-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toMatch(/\ntotal,\S+,visits,2,,,,\r\n/)
  expect(csv).toContain("\nlink,'=cmd|spring,visits,2,,,,\r\n")

  const shared = page.url()
  expect(shared).toContain(`demo=${demo.id}`)
  await page.reload()
  await expect(views).toContainText('2 visits')
  await expect(page.getByLabel('Traffic', { exact: true })).toHaveValue('all')
  await page.getByLabel('Time', { exact: true }).selectOption('Custom')
  await page.getByLabel('End date').fill('2020-01-01')
  await expect(page.getByText('The start date is after the end date.')).toBeVisible()
  await page.getByLabel('Start date').fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No visits in this period' })).toBeVisible()
  await page.getByRole('button', { name: 'See sample data' }).click()
  await expect(page.getByText(/^Sample data/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show my data' }).click()
  await expect(page.getByRole('heading', { name: 'No visits in this period' })).toBeVisible()
  expect(problems).toEqual([])
})

test('figures that fail to load say so, and load on retry', async ({ page }) => {
  await addVisits(10)
  await signIn(page)
  await page.route(/rpc\/get_visit_report/, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
  await page.goto(`${server.url}/dashboard/analytics`)
  await expect(page.getByRole('alert')).toContainText('The figures could not be loaded')
  await page.unroute(/rpc\/get_visit_report/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Daily' })).toBeVisible()
  const days = page.getByRole('slider', { name: 'Visits by day' })
  await days.press('Home')
  await expect(days).toHaveAttribute('aria-valuetext', /: 0, previous period 0$/)
})

test('what visitors asked is listed with whether it was answered, and leads to the conversation', async ({
  page,
  browser,
}) => {
  const problems = watchConsole(page)
  const visitor = await visitorPage(browser)
  await visitor.goto(`${server.url}/demo/${demo.id}/play`)
  await visitor.getByRole('button', { name: 'Ask about this demo' }).click()
  await visitor.getByRole('dialog').getByLabel('Your question').fill('Do you have an iPad app?')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('list', { name: 'Conversation' })).toContainText("My notes don't mention iPad.")

  await signIn(page)
  await page.goto(`${server.url}/dashboard/demos/${demo.id}/analytics`)
  const asked = page.getByRole('region', { name: 'Questions asked' })
  const question = asked.getByRole('listitem').filter({ hasText: 'Do you have an iPad app?' })
  await expect(question).toContainText('Not answered')
  await expect(question).toContainText('1 time')
  await expectAccessible(page)
  await question.getByRole('link').click()
  await expect(page).toHaveURL(/\/dashboard\/conversations\/.*#turn-\d+$/)
  await expect(page.getByRole('article').filter({ hasText: 'Do you have an iPad app?' })).toBeInViewport()
  expect(problems).toEqual([])
  await visitor.context().close()
})
