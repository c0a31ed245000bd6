import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { newCard } from '#domain/card.ts'
import type { EventType } from '#domain/tracking-rules.ts'
import { toCardRow } from '#protocol/card-rows.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startHostSite, type HostSite } from '#support/host-page.ts'
import { importDemo, makeDemo, type DemoStepOptions, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { watchConsole } from '#support/watch-console.ts'
import type { Understudy } from '#tracker/track.ts'

/* A visitor plays a demo, and visits a site whose owner lets the agent speak first. The author sees both. */

interface TestWindow {
  understudy: Understudy
}

let server: ServerProcess
let demo: MadeDemo
let steps: readonly DemoStepOptions[]
let host: HostSite
let ownerId: string

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  host = await startHostSite()
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  const place = { png, width: 1440, height: 900, click: { x: 51, y: 51 } }
  steps = ['Open', 'Choose', 'Done'].map((title) => ({ ...place, title }))
  demo = await makeDemo(server.url, { name: 'Tour', steps })
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

/** A regular browser's fingerprint; the test browser's own reveals automation in three places. */
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

test('a visitor’s actions in a demo show in the author’s funnel and heatmap', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  // In a background tab until the visitor looks at it.
  await expect(page.getByRole('button', { name: 'Ask about this demo' })).toBeVisible()
  expect(asked.filter((url) => url.includes('tracker'))).toEqual([])
  const isLoaded = page.waitForResponse(/config\.json/)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
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

test('the player sends nothing when tracking is declined', async ({ page }) => {
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

test('an embedded demo is tracked like its page: after consent, in one session, and no longer', async ({ page }) => {
  const problems = watchConsole(page)
  const posts: string[] = []
  page.on('request', (request) => request.url().includes('user_tracking_events') && posts.push(request.url()))
  const embed = `<div data-demo-id="${demo.id}" style="height:600px"></div><script async src="${server.url}/js/demo-player.js"`
  const player = page.frameLocator('[data-demo-id] iframe')
  const chat = page.frameLocator('[data-understudy-chat] iframe')
  const own = player.locator('script[src="/js/tracker.js"]')
  const forged = { source: 'understudy-consent', isGiven: true }

  // The tracker is loaded after the demo, and its function receives the consent.
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

  // Once consent is withdrawn, neither the demo nor the offered chat sends anything; nor did they before it.
  await expect(chat.locator('script[data-consent="given"]')).toHaveCount(1)
  await page.evaluate(() => (window as unknown as TestWindow).understudy.consent(false))
  await expect(own).toHaveAttribute('data-consent', 'denied')
  await expect(chat.locator('script[data-consent="denied"]')).toHaveCount(1)
  // By keyboard: the chat stays open over this corner of the demo.
  await player.getByRole('button', { name: 'Finish' }).press('Enter')
  await player.getByRole('button', { name: 'Replay' }).press('Enter')
  await expect(player.getByRole('status')).toHaveText('Step 1 of 3')
  await page.goto('about:blank')
  expect((await eventsOf(session)).filter((event) => event.event_type === 'demo_started')).toEqual([])

  // Without a tracker on the page, the demo's own script receives the consent by an event.
  posts.length = 0
  await page.goto(host.serve('/alone', `<h1>Prices</h1>${embed} data-consent="required"></script>`))
  // A step is reported after it is painted; consent before that would find the first step.
  const isReported = page.evaluate(() =>
    new Promise((resolve) => addEventListener('understudy-step', resolve, { once: true })).then(() => true),
  )
  await player.getByRole('button', { name: 'Open', exact: true }).click()
  await isReported
  await expect(player.getByRole('status')).toHaveText('Step 2 of 3')
  expect(posts).toEqual([])
  await page.evaluate(() => dispatchEvent(new CustomEvent('understudy-consent', { detail: true })))
  await expect(own).toHaveAttribute('data-consent', 'given')
  const alone = (await own.getAttribute('data-session')) ?? ''
  await expect
    .poll(async () => (await eventsOf(alone)).map((event) => event.event_type).filter((type) => type !== 'time_spent'))
    .toEqual(['page_view', 'step_viewed'])
  expect(problems).toEqual([])
})

test('from the owner’s page to a lead: the agent offers, talks, and the author sees it live', async ({
  page,
  browser,
}) => {
  const storyId = await importDemo(demo.author, {
    name: 'Story',
    steps: steps.map((step) => ({ ...step, description: 'Invoices go out on Mondays.' })),
  })
  const { data: stored } = await demo.author
    .from('demo_steps')
    .select('id')
    .eq('demo_id', storyId)
    .order('order')
    .throwOnError()
  const shown = { widthPx: 1440, heightPx: 900 }
  const placed = newCard({ id: randomUUID(), stepId: String(stored[1]?.['id']), type: 'lead', position: 1, shown })
  const lead = { ...placed, title: 'Talk to us', description: '' }
  await demo.author.from('step_cards').insert(toCardRow(lead)).throwOnError()
  await demo.author.from('chatbot_settings').update({ demo_id: storyId }).eq('user_id', ownerId).throwOnError()

  const author = await browser.newContext({ viewport: { width: 1440, height: 900 }, userAgent: 'AuthorsBrowser/1.0' })
  const { data: signedIn } = await demo.author.auth.getSession()
  await author.addInitScript(
    (session) => localStorage.setItem('understudy-session', session),
    JSON.stringify(signedIn.session),
  )
  const [analytics, leads] = [await author.newPage(), await author.newPage()]
  const authorProblems = [watchConsole(analytics), watchConsole(leads)]
  await leads.goto(`${server.url}/dashboard/leads?demo=${storyId}`)
  await expect(leads.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
  await analytics.goto(`${server.url}/dashboard/analytics`)
  await analytics.getByRole('button', { name: /watching$/ }).click()
  const now = analytics.getByRole('dialog', { name: 'In the last five minutes' })
  await expect(now).toBeVisible()
  const figure = (label: string) =>
    analytics
      .getByRole('row', { name: new RegExp(`^${label}`) })
      .getByRole('cell')
      .first()

  const problems = watchConsole(page)
  const script = `<script async src="${server.url}/js/tracker.js" data-owner="${ownerId}"></script>`
  const address = host.serve('/prices', `<h1>Prices</h1><label>Search <input></label>${script}`)
  await page.goto(address)
  const search = page.getByLabel('Search')
  await search.focus()
  await expect(now).toContainText(new URL(address).host + '/prices')
  const chat = page.frameLocator('[data-understudy-chat] iframe')
  const panel = chat.getByRole('dialog')
  await expect(panel).toContainText(
    "I noticed you've been browsing. Would you like to learn more about our AI voice agents?",
  )
  await expect(panel.getByRole('heading')).toContainText('an AI assistant')
  await expect(panel.getByRole('button', { name: 'Talk' })).toBeVisible()
  // Typing elsewhere isn't captured by the chat that opens meanwhile.
  await page.keyboard.type('yearly')
  await expect(search).toHaveValue('yearly')
  await expect(now).toContainText('Story')
  const talk = panel.getByRole('list', { name: 'Conversation' })
  await panel.getByLabel('Your question').fill('When do invoices go out?')
  await panel.getByLabel('Your question').press('Enter')
  await expect(talk).toContainText('an AI assistant')
  await expect(talk).toContainText('Invoices go out on Mondays.')
  await expect(figure('Agent conversations')).toContainText('1')

  await panel.getByRole('button', { name: 'Close the agent' }).click()
  await chat.getByRole('button', { name: 'Step 1: Open' }).click()
  await chat.getByRole('button', { name: 'Open', exact: true }).click()
  await chat.getByLabel('WORK EMAIL').fill('ada@example.com')
  await chat.getByLabel('NAME').fill('آدا لوفليس')
  await chat.getByRole('button', { name: 'Submit' }).click()
  await expect(chat.getByText('Step 3 of 3').first()).toBeVisible()
  const session = await sessionOf(page)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await expect(page.locator('[data-understudy-chat]')).toHaveCount(0)

  // The author did nothing since, and sees the lead, marked new, and the visit.
  const row = leads.getByRole('link', { name: /آدا لوفليس.*New/ })
  await expect(row).toBeVisible()
  await expect(figure('Leads')).toContainText('1')
  await leads.keyboard.press('j')
  await expect(row).toBeFocused()
  await leads.keyboard.press('Enter')
  const told = leads.getByRole('region', { name: 'The visit' }).getByRole('listitem')
  for (const line of [
    `Opened ${new URL(address).host}/prices`,
    'Was offered a chat',
    'Talked to the agent',
    'When do invoices go out?',
    'Saw step 1, Open',
    'Submitted the form',
    'Reached the last step',
  ]) {
    await expect(told.filter({ hasText: line }).first()).toBeVisible()
  }
  await expectAccessible(leads)
  await expect
    .poll(async () => (await eventsOf(session)).map((event) => event.event_type))
    .toEqual(expect.arrayContaining(['engage_shown', 'engage_accepted', 'agent_opened', 'lead_submitted']))

  // Afterwards the demo's figures match what was done.
  await leads.getByRole('button', { name: /^More for / }).click()
  await leads.getByRole('menuitem', { name: 'Demo analytics' }).click()
  const soFar = leads.getByRole('region', { name: 'Visits so far' })
  await expect(soFar.getByRole('img', { name: /^3 of 3 steps/ })).toBeVisible()
  await expect(soFar.getByRole('listitem')).toContainText(['آدا لوفليس'])
  await expect(leads.getByRole('region', { name: 'Cards and forms' })).toContainText('1 of 1')
  await expect(leads.getByRole('region', { name: 'Agent outcomes' })).toContainText('Answered from the notes')
  await leads.getByRole('button', { name: 'Export' }).click()
  const download = leads.waitForEvent('download')
  await leads.getByRole('menuitem', { name: 'JSON' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^analytics-.*\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    isSample: false,
    filters: { demoId: storyId, traffic: 'human' },
    totals: { visits: 1, leads: { hits: 1, n: 1 }, agent_talks: { hits: 1 }, completed: { hits: 1, rate: 1 } },
    demo: {
      steps: [{ title: 'Open', reached: { hits: 1 } }, { title: 'Choose' }, { title: 'Done', left_here: { hits: 1 } }],
    },
  })

  // Rita's pages agree.
  for (const [path, heading, text] of [
    ['home', 'To follow up', 'آدا لوفليس'],
    ['inbox', 'Your website', `at ${new URL(address).host}/prices`],
    ['output', 'Output', 'Answered'],
  ] as const) {
    await leads.goto(`${server.url}/dashboard/rita/${path}`)
    await expect(leads.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(leads.getByText(text).last()).toBeVisible()
  }
  await expectAccessible(leads)
  expect([...problems, ...authorProblems.flat()]).toEqual([])
  await author.close()
})

test('a snippet naming its owner by email records nothing until its switch is on', async ({ page, browser }) => {
  const own = await makeDemo(server.url, { name: 'Tour', steps })
  const email = (await own.author.auth.getUser()).data.user?.email ?? ''
  await signInPage(page, own.author)
  await page.goto(`${server.url}/dashboard/rita/inbox`)
  const line = page.getByText(`data-owner="${email}"`)
  const allowed = page.getByRole('switch', { name: 'Find me by email' })
  await expect(allowed).not.toBeChecked()
  await expect(page.getByText('Needed for snippets with your email')).toBeVisible()
  await expect(line).toBeHidden()
  await expectAccessible(page)

  const context = await browser.newContext()
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }))
  const visitor = await context.newPage()
  const script = `<script async src="${server.url}/js/tracker.js" data-owner="${email}"></script>`
  const address = host.serve('/by-mail', `<h1>By mail</h1>${script}`)
  const lookUp = () => visitor.waitForResponse((response) => response.url().includes('/rest/v1/users?email='))
  const [before] = await Promise.all([lookUp(), visitor.goto(address)])
  expect(await before.json()).toEqual([])

  await allowed.click()
  await expect(line).toBeVisible()
  const [after] = await Promise.all([lookUp(), visitor.goto(address)])
  expect(await after.json()).toHaveLength(1)
  const visits = async () => (await own.author.from('visits').select('session_id').throwOnError()).data.length
  await expect.poll(visits, { timeout: 30_000 }).toBe(1)

  await allowed.click()
  await expect(line).toBeHidden()
  await expect(allowed).not.toBeChecked()
  await context.close()
})
