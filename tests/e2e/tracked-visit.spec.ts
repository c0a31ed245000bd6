import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import type { EventType } from '#domain/tracking-rules.ts'
import { startHostSite, type HostSite } from '#support/host-page.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'
import type { Understudy } from '#tracker/track.ts'

/* A visitor plays a demo, and comes to a site whose owner lets the agent speak first. The author sees both. */

interface TestWindow {
  understudy: Understudy
}

let server: ServerProcess
let demo: MadeDemo
let host: HostSite
let ownerId: string

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  host = await startHostSite()
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  demo = await makeDemo(server.url, {
    name: 'Tour',
    steps: ['Open', 'Choose', 'Done'].map((title) => ({
      png,
      width: 1440,
      height: 900,
      title,
      click: { x: 51, y: 51 },
    })),
  })
  const { data } = await demo.author.auth.getUser()
  ownerId = data.user?.id ?? ''
  await demo.author
    .from('chatbot_settings')
    .upsert({ user_id: ownerId, agent_id: 'leo', auto_engage: true, engage_timeout: 1, demo_id: demo.id })
    .throwOnError()
})

test.afterAll(async () => {
  await host.close()
  await server.stop()
})

/** A browser that looks like a person's; this test's own says in three places that it is driven. */
test.use({
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="142"' },
})
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
})

async function eventsOf(
  sessionId: string,
): Promise<readonly { event_type: EventType; step_id: string | null; traffic: string }[]> {
  const { data } = await demo.author
    .from('user_tracking_events')
    .select('event_type,step_id,traffic,traffic_reason')
    .eq('session_id', sessionId)
    .order('occurred_at')
    .throwOnError()
  return data
}

const sessionOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('understudy') ?? '')

test('what a visitor does with a demo is in the author’s funnel and heatmap', async ({ page }) => {
  const isLoaded = page.waitForResponse(/config\.json/)
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await isLoaded
  await expect.poll(() => sessionOf(page)).not.toBe('')
  const session = await sessionOf(page)
  const next = page.getByRole('button', { name: 'Open', exact: true })
  await next.click()
  await expect(page.getByRole('status')).toHaveText('Step 2 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status')).toHaveText('Step 3 of 3')

  await expect
    .poll(async () =>
      (await eventsOf(session)).map((event) => event.event_type).filter((type) => type !== 'time_spent'),
    )
    .toEqual(['page_view', 'step_viewed', 'click', 'demo_started', 'step_viewed', 'step_viewed', 'demo_completed'])
  expect((await eventsOf(session)).filter((event) => event.traffic !== 'human')).toEqual([])
  const day = new Date().toISOString().slice(0, 10)
  const range = { p_from: day, p_to: day, p_demo_id: demo.id }
  await expect
    .poll(async () => (await demo.author.rpc('get_step_funnel', range).throwOnError()).data as unknown)
    .toMatchObject([{ reached: { hits: 1, n: 1 } }, { reached: { hits: 1 } }, { reached: { hits: 1 } }])
  const [first] = (
    await demo.author.from('demo_steps').select('id').eq('demo_id', demo.id).order('order').throwOnError()
  ).data
  const cells = await demo.author
    .rpc('get_click_heatmap', { ...range, p_step_id: String(first?.['id']) })
    .throwOnError()
  expect(cells.data).toEqual([{ cell_x: 25, cell_y: 25, clicks: 1 }])
})

test('asked not to be tracked, the player tells nothing', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const posts: string[] = []
  page.on('request', (request) => request.url().includes('user_tracking_events') && posts.push(request.url()))
  const isLoaded = page.waitForResponse(/tracker\.js/)
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await isLoaded
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status')).toHaveText('Step 2 of 3')
  await page.goto('about:blank')
  expect(posts).toEqual([])
})

test('an embedded demo is tracked as its page is: after consent, in one session, and no longer than that', async ({
  page,
}) => {
  const problems = watchConsole(page)
  const posts: string[] = []
  page.on('request', (request) => request.url().includes('user_tracking_events') && posts.push(request.url()))
  const embed = `<div data-demo-id="${demo.id}" style="height:600px"></div><script async src="${server.url}/js/demo-player.js"`
  const player = page.frameLocator('[data-demo-id] iframe')
  const chat = page.frameLocator('[data-understudy-chat] iframe')
  const own = player.locator('script[src="/js/tracker.js"]')
  const forged = { source: 'understudy-consent', isGiven: true }

  // The tracker stands below the demo, and is asked by its call.
  const tracker = `<script async src="${server.url}/js/tracker.js" data-owner="${ownerId}" data-consent="required"></script>`
  await page.goto(host.serve('/gated', `<h1>Prices</h1>${embed}></script>${tracker}`))
  const isLoaded = page.waitForResponse(
    (response) => response.frame() !== page.mainFrame() && /tracker\.js/.test(response.url()),
  )
  await player.getByRole('button', { name: 'Open', exact: true }).click()
  await isLoaded
  await player.locator('body').evaluate((_, message) => window.postMessage(message, '*'), forged)
  await expect(player.getByRole('status')).toHaveText('Step 2 of 3')
  expect(await own.getAttribute('data-session')).toBeNull()
  expect(await sessionOf(page)).toBe('')
  expect(posts).toEqual([])
  await page.evaluate(() => (window as unknown as TestWindow).understudy.consent(true))
  await expect(own).toHaveAttribute('data-consent', 'given')
  await expect(own).toHaveAttribute('data-session', await sessionOf(page))
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  const session = await sessionOf(page)
  await expect
    .poll(async () => (await eventsOf(session)).map((event) => event.event_type))
    .toEqual(expect.arrayContaining(['page_view', 'step_viewed', 'demo_completed']))

  // Taken back, nothing follows, from the demo or from the chat that was offered; before it, nothing was told.
  await expect(chat.locator('script[data-consent="given"]')).toHaveCount(1)
  await page.evaluate(() => (window as unknown as TestWindow).understudy.consent(false))
  await expect(own).toHaveAttribute('data-consent', 'denied')
  await expect(chat.locator('script[data-consent="denied"]')).toHaveCount(1)
  await player.getByRole('button', { name: 'Start again' }).click()
  await expect(player.getByRole('status')).toHaveText('Step 1 of 3')
  await page.goto('about:blank')
  expect((await eventsOf(session)).filter((event) => event.event_type === 'demo_started')).toEqual([])

  // Without a tracker on the page, the demo's own script is asked by the event.
  posts.length = 0
  await page.goto(host.serve('/alone', `<h1>Prices</h1>${embed} data-consent="required"></script>`))
  await player.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(player.getByRole('status')).toHaveText('Step 2 of 3')
  expect(posts).toEqual([])
  await page.evaluate(() => dispatchEvent(new CustomEvent('understudy-consent', { detail: true })))
  await expect(own).toHaveAttribute('data-consent', 'given')
  const alone = (await own.getAttribute('data-session')) ?? ''
  await expect
    .poll(async () => (await eventsOf(alone)).map((event) => event.event_type))
    .toEqual(['page_view', 'step_viewed'])
  expect(problems).toEqual([])
})

test('on a page of the owner’s, the agent offers to talk in a frame of its own', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const script = `<script async src="${server.url}/js/tracker.js" data-owner="${ownerId}"></script>`
  await page.goto(host.serve('/prices', `<h1>Prices</h1>${script}`))
  const chat = page.frameLocator('[data-understudy-chat] iframe')
  await expect(chat.getByRole('dialog')).toContainText(
    "I noticed you've been browsing. Would you like to learn more about our AI voice agents?",
  )
  await expect(chat.getByRole('dialog')).toContainText('You will talk to an AI, not to a person.')
  await expect(chat.getByRole('dialog').getByRole('button', { name: 'Voice' })).toBeVisible()
  const session = await sessionOf(page)
  await chat.getByRole('dialog').getByRole('button', { name: 'Text' }).click()
  await expect(chat.getByRole('list', { name: 'Conversation' })).toContainText('an AI assistant')
  await expect
    .poll(async () => (await eventsOf(session)).map((event) => event.event_type))
    .toEqual(expect.arrayContaining(['page_view', 'engage_shown', 'step_viewed', 'engage_accepted', 'agent_opened']))
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await expect(page.locator('[data-understudy-chat]')).toHaveCount(0)
  expect(errors).toEqual([])
})
