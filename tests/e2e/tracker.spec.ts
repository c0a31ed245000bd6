import { expect, test, type Page } from '@playwright/test'

import type { Understudy } from '#tracker/track.ts'
import { startHostSite, type HostSite } from '#support/host-page.ts'
import { hostilePages } from '#support/hostile-pages.ts'
import { startTrackingListener, type TrackingListener } from '#support/tracking-listener.ts'

/* The tracker on other people's pages. Time passes only when a test says so; its posts are recorded. */

interface TestWindow {
  understudy: Understudy
  offers: string[]
  before: Set<string>
}

const ownerId = '11111111-2222-4333-8444-555555555555'
let listener: TrackingListener
let host: HostSite

test.beforeEach(async () => {
  listener = await startTrackingListener({ ownerId, leo: { auto_engage: true, engage_timeout: 30, demo_id: null } })
  host = await startHostSite()
})

test.afterEach(async () => {
  await Promise.all([listener.close(), host.close()])
})

function script(attributes = ''): string {
  return `<script src="${listener.origin}/js/tracker.js" ${attributes}></script>`
}

/** Opens a page with the tracker at noon, and waits until it has resolved the page's owner. */
async function open(page: Page, body = '', attributes = `data-owner="${ownerId}"`, path = '/prices'): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-21T12:00:01Z'))
  await load(page, path, `${body}${script(attributes)}`)
}

/** Opens a page and waits for the tracker's last startup request, which a page without an owner skips. */
async function load(page: Page, path: string, body: string, asksLast = /chatbot_settings/): Promise<void> {
  const isAnswered = page.waitForResponse(asksLast)
  await page.goto(host.serve(path, body))
  await isAnswered
  await settle(page)
}

/** Lets responses reach the page's script without passing time. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => fetch(location.href).then((response) => response.text()))
}

async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await settle(page)
}

const posts = () => listener.requests.length
const types = () => listener.events().map((event) => event.event_type)

/** `visibilitychange` as browsers fire it; a test can't put a tab into the background. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
  await settle(page)
}

test('queues events and sends them every 5 seconds, named as specified', async ({ page }) => {
  await open(page, '<button id="buy" class="large red">Buy for Ada</button>')
  await page.getByRole('button').click({ position: { x: 4.6, y: 3 } })
  await pass(page, 4_999)
  expect(posts()).toBe(0)
  await pass(page, 1)
  await expect.poll(posts).toBe(1)
  const [request] = listener.requests
  expect(request?.headers).toMatchObject({
    apikey: 'the anon key',
    'content-type': 'application/json',
    prefer: 'return=minimal',
    'x-application-name': 'tracker',
  })
  const [view, click] = request?.events ?? []
  expect(view).toMatchObject({
    event_type: 'page_view',
    page_url: `${host.origin}/prices`,
    timestamp: '2026-11-21T12:00:01.000Z',
    sent_at: '2026-11-21T12:00:06.000Z',
    owner_id: ownerId,
    viewport_width: 1280,
    viewport_height: 720,
  })
  expect(click).toMatchObject({
    event_type: 'click',
    session_id: view?.session_id,
    element_clicked: 'button#buy.large.red',
  })
  expect([click?.click_x, click?.click_y].every(Number.isInteger)).toBe(true)
  expect(JSON.stringify(request?.events)).not.toContain('Ada')

  await pass(page, 5_000)
  expect(posts()).toBe(1)
  await page.getByRole('button').click()
  await pass(page, 4_999)
  expect(posts()).toBe(1)
  await pass(page, 1)
  await expect.poll(posts).toBe(2)
  // A single event is posted as specified: not in an array.
  expect(listener.requests[1]?.events).toHaveLength(1)
})

test('retries a failed delivery 3 times, after 1, 2 and 3 seconds, and drops it', async ({ page }) => {
  listener.answerWith(503)
  await open(page)
  await pass(page, 5_000)
  await expect.poll(posts).toBe(1)
  await settle(page)
  for (const [attempt, delay] of [1_000, 2_000, 3_000].entries()) {
    await pass(page, delay - 1)
    expect(posts()).toBe(attempt + 1)
    await pass(page, 1)
    await expect.poll(posts).toBe(attempt + 2)
    await settle(page)
  }
  expect(new Set(listener.requests.map(({ events }) => events[0]?.id)).size).toBe(1)
  listener.answerWith(201)
  await pass(page, 60_000)
  expect(posts()).toBe(4)
})

test('stops for good after 3 failures in a row; a success resets the count', async ({ page }) => {
  await open(page, '<button>Buy</button>')
  const deliver = async (status: number, tries: number) => {
    listener.answerWith(status)
    const before = posts()
    await page.getByRole('button').click()
    for (let count = 1; count <= tries; count += 1) {
      while (posts() < before + count) await pass(page, 1_000)
      await settle(page)
    }
  }
  await deliver(500, 4)
  await deliver(500, 4)
  await deliver(201, 1)
  await deliver(500, 4)
  await deliver(500, 4)
  await deliver(500, 4)
  const before = posts()
  listener.answerWith(201)
  await page.getByRole('button').click()
  await pass(page, 60_000)
  expect(posts()).toBe(before)
})

test('counts whole seconds until the tab is hidden, and restarts when it is visible again', async ({ page }) => {
  await open(page)
  await pass(page, 1_900)
  // The visitor's clock changes, but the time on the page doesn't.
  await page.clock.setSystemTime(new Date('2031-01-01'))
  await pass(page, 2_000)
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'time_spent'])
  await pass(page, 60_000)
  await setHidden(page, false)
  await pass(page, 2_100)
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'time_spent', 'time_spent'])
  expect(listener.events().flatMap((event) => event.time_spent ?? [])).toEqual([3, 2])
})

test('counts a page once it is visible, and again when restored from the back/forward cache', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  const asked: string[] = []
  page.on('request', (request) => request.url().startsWith(`${listener.origin}/`) && asked.push(request.url()))
  // Prerendered, or in a background tab.
  await page.goto(host.serve('/prices', script(`data-owner="${ownerId}"`)))
  await page.evaluate(() => (window as unknown as TestWindow).understudy.track('demo_started'))
  await pass(page, 20_000)
  expect(asked).toEqual([`${listener.origin}/js/tracker.js`])
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  const isAnswered = page.waitForResponse(/chatbot_settings/)
  await setHidden(page, false)
  await isAnswered
  await settle(page)
  await pass(page, 2_000)

  // The events of leaving a page and returning by "back".
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'time_spent'])
  await setHidden(page, false)
  await pass(page, 3_000)
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'time_spent', 'page_view', 'time_spent'])
  expect(new Set(listener.events().map((event) => event.page_url))).toEqual(new Set([`${host.origin}/prices`]))
  expect(listener.events().flatMap((event) => event.time_spent ?? [])).toEqual([2, 3])
})

test('reports the time on leaving, and keeps the session for the browser session', async ({ page, browser }) => {
  await open(page)
  await pass(page, 7_000)
  await load(page, '/other', script(), /config\.json/)
  await expect.poll(types).toEqual(['page_view', 'time_spent'])
  expect(listener.events()[1]).toMatchObject({ time_spent: 7, page_url: `${host.origin}/prices` })
  await pass(page, 5_000)
  await expect.poll(types).toEqual(['page_view', 'time_spent', 'page_view'])
  expect(new Set(listener.events().map((event) => event.session_id)).size).toBe(1)

  const another = await browser.newPage()
  await open(another)
  await pass(another, 5_000)
  await expect.poll(() => listener.events().length).toBe(4)
  expect(new Set(listener.events().map((event) => event.session_id)).size).toBe(2)
  await another.close()
})

test('delivers 400 clicks at once when the tab is hidden', async ({ page }) => {
  await open(page, '<button id="buy">Buy</button>')
  await page.evaluate(() => {
    for (let count = 0; count < 400; count += 1) document.querySelector('button')?.click()
  })
  // More than browsers let outlive a page; no time passes, so nothing is retried.
  await setHidden(page, true)
  await expect.poll(() => types().filter((type) => type === 'click').length).toBe(400)
})

for (const [how, leave] of [
  ['closed', (page: Page) => page.close({ runBeforeUnload: true })],
  ['left for another', (page: Page) => page.goto('about:blank')],
] as const) {
  test(`delivers 400 clicks when the page is ${how} at once`, async ({ page }) => {
    await open(page, '<button id="buy" class="large red">Buy</button>')
    await page.evaluate(() => {
      const button = document.querySelector('button')
      const at = (count: number) => ({ bubbles: true, clientX: 100 + count, clientY: 300 + (count % 7) })
      for (let count = 0; count < 400; count += 1) button?.dispatchEvent(new MouseEvent('click', at(count)))
    })
    await leave(page)
    const clicks = () => listener.events().filter(({ event_type }) => event_type === 'click')
    await expect.poll(() => clicks().length).toBe(400)
    expect(new Set(clicks().map(({ id }) => id)).size).toBe(400)
    expect(clicks().map(({ click_x }) => click_x)).toEqual(expect.arrayContaining([100, 300, 499]))
    expect(new Set(clicks().map((event) => Object.keys(event).length)).size).toBe(1)
    expect(listener.requests.filter(({ isPacked }) => isPacked).map(({ events }) => events.length)).toEqual([
      100, 100, 100, 100,
    ])
  })
}

test('waits while offline', async ({ page, context }) => {
  await open(page)
  await context.setOffline(true)
  await page.clock.runFor(60_000)
  await context.setOffline(false)
  expect(posts()).toBe(0)
  await pass(page, 5_000)
  await expect.poll(types).toEqual(['page_view'])
})

test('follows a single-page application without touching its history', async ({ page }) => {
  await open(page)
  const isOwn = await page.evaluate(() => {
    history.pushState({}, '', '/prices?tab=2')
    return Object.hasOwn(history, 'pushState') || !String(history.pushState).includes('[native code]')
  })
  await pass(page, 3_000)
  // A URL replaced constantly, as by a panned map, counts where it settles.
  await page.evaluate(() => {
    for (let zoom = 0; zoom < 50; zoom += 1) history.replaceState({}, '', `/map?zoom=${zoom}`)
    history.pushState({}, '', '/map?zoom=49')
  })
  await pass(page, 1_000)
  await page.evaluate(() => (location.hash = '#contact'))
  await pass(page, 2_000)
  await page.evaluate(() => history.back())
  await pass(page, 4_000)
  await setHidden(page, true)
  await expect
    .poll(() =>
      listener
        .events()
        .map((event) => `${event.event_type} ${event.page_url.replace(host.origin, '')} ${event.time_spent ?? ''}`),
    )
    .toEqual([
      'page_view /prices ',
      'time_spent /prices 1',
      'page_view /prices?tab=2 ',
      'time_spent /prices?tab=2 3',
      'page_view /map?zoom=49 ',
      'time_spent /map?zoom=49 1',
      'page_view /map?zoom=49#contact ',
      'time_spent /map?zoom=49#contact 2',
      'page_view /map?zoom=49 ',
      'time_spent /map?zoom=49 3',
    ])
  expect(isOwn).toBe(false)
})

test('stores and sends nothing before consent, and stops when it is withdrawn', async ({ page }) => {
  await page.clock.install()
  await page.goto(host.serve('/', `<button>Buy</button>${script(`data-owner="${ownerId}" data-consent="required"`)}`))
  await page.getByRole('button').click()
  await pass(page, 20_000)
  expect(posts()).toBe(0)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  const give = async () => {
    const isAnswered = page.waitForResponse(/chatbot_settings/)
    await page.evaluate(() => dispatchEvent(new CustomEvent('understudy-consent', { detail: true })))
    await isAnswered
    await settle(page)
  }
  const take = () => page.evaluate(() => (window as unknown as TestWindow).understudy.consent(false))
  // The default until a consent tool has found the visitor's answer.
  await take()
  await give()
  await pass(page, 5_000)
  await expect.poll(types).toEqual(['page_view'])
  await page.getByRole('button').click()
  await take()
  await page.getByRole('button').click()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await page.locator('script[data-consent="denied"]').getAttribute('data-session')).toBeNull()
  await pass(page, 20_000)
  expect(posts()).toBe(1)

  // New consent starts another session without earlier events.
  await give()
  await pass(page, 5_000)
  await expect.poll(types).toEqual(['page_view', 'page_view'])
  const [first, second] = listener.events()
  expect(second?.session_id).not.toBe(first?.session_id)
  expect(second?.id?.slice(0, 24)).not.toBe(first?.id?.slice(0, 24))
})

for (const [what, attributes, before] of [
  ['do not track', '', () => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })],
  ['global privacy control', '', () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })],
  ['consent denied', 'data-consent="denied"', () => undefined],
  ['a sample of none', 'data-sample="0"', () => undefined],
  ['an answer that is not known', 'data-consent="later"', () => undefined],
] as const) {
  test(`sends nothing: ${what}`, async ({ page }) => {
    await page.addInitScript(before)
    await page.clock.install()
    await page.goto(host.serve('/', `<button>Buy</button>${script(`data-owner="${ownerId}" ${attributes}`)}`))
    await page.getByRole('button').click()
    if (what === 'do not track') await page.evaluate(() => (window as unknown as TestWindow).understudy.consent(true))
    await pass(page, 20_000)
    await page.goto('about:blank')
    expect(posts()).toBe(0)
  })
}

test('lets the page filter events, name their demo, and stop', async ({ page }) => {
  // The first page view is sent when the script runs, so a hook may exist before it.
  const hook = `<script>window.understudy = { beforeSend: (event) => ({ ...event, page_url: 'https://shop.example/' }) }</script>`
  await open(page, `<button>Buy</button>${hook}`)
  await page.evaluate(() => {
    const { understudy } = window as unknown as TestWindow
    understudy.about({ demo_id: 'a demo', step_id: 'a step' })
    understudy.beforeSend = (event) => (event.event_type === 'click' ? { ...event, element_clicked: 'hidden' } : null)
  })
  await page.getByRole('button').click()
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'click'])
  expect(listener.events()[0]?.page_url).toBe('https://shop.example/')
  expect(listener.events()[1]).toMatchObject({ element_clicked: 'hidden', demo_id: 'a demo', step_id: 'a step' })
  // A failing hook costs that event only, and logs to the console.
  await setHidden(page, false)
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.evaluate(() => {
    const { understudy } = window as unknown as TestWindow
    understudy.beforeSend = (event) => (event.element_clicked!.includes('red') ? null : event)
  })
  await page.getByRole('button').click()
  await pass(page, 2_000)
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'click', 'click'])
  expect((await warned).text()).toContain('understudy')
  await page.evaluate(() => (window as unknown as TestWindow).understudy.stop())
  await setHidden(page, false)
  await page.getByRole('button').click()
  await pass(page, 60_000)
  expect(posts()).toBe(2)
})

test('names the owner even if left at once, and cuts long text', async ({ page }) => {
  await page.route(/config\.json/, () => undefined)
  await page.goto(host.serve('/', script(`data-owner="${ownerId}"`)))
  await page.evaluate(() => history.pushState({}, '', `/?${'x'.repeat(9_000)}`))
  await page.evaluate(() => (window as unknown as TestWindow).understudy.track('demo_started'))
  await setHidden(page, true)
  await expect.poll(types).toEqual(['page_view', 'page_view', 'demo_started'])
  expect(listener.events().map((event) => event.owner_id)).toEqual([ownerId, ownerId, ownerId])
  expect(listener.events().map((event) => event.page_url.length)).toEqual([host.origin.length + 1, 2_000, 2_000])
})

test('works on a page with names, addresses and a patched JSON, and sends no personal data', async ({ page }) => {
  const odd = `<base href="https://elsewhere.example/"><div id="understudy"></div>
    <script>Array.prototype.toJSON = () => 'theirs'; Date.prototype.toJSON = Date.prototype.toISOString</script>`
  const strict = { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" }
  await page.clock.install()
  const isAnswered = page.waitForResponse(/chatbot_settings/)
  await page.goto(host.serve('/odd', `${odd}<button>Buy</button>${script(`data-owner="${ownerId}"`)}`, strict))
  await isAnswered
  await settle(page)
  await page.getByRole('button').click()
  await pass(page, 5_000)
  await expect.poll(types).toEqual(['page_view', 'click'])

  // User-generated content must not determine the script's owner.
  const forged = `<img name="currentScript" src="${host.origin}/js/tracker.js" data-owner="${ownerId}" alt="">`
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(host.serve('/forged', `${forged}${script(`data-owner="${ownerId}"`)}`))
  await page.clock.runFor(20_000)
  expect(asked.filter((path) => !/forged|tracker\.js/.test(path))).toEqual([])
})

test('offers to talk after the owner’s delay, when found by email, unless a chat is open', async ({ page }) => {
  const offers = () => page.evaluate(() => (window as unknown as TestWindow).offers)
  await page.addInitScript(() => {
    const offers: string[] = ((window as unknown as TestWindow).offers = [])
    addEventListener('understudy-engage', (event) => offers.push((event as CustomEvent).detail.message))
  })
  await open(page, '', 'data-owner="owner@example.com"')
  await pass(page, 29_999)
  expect(await offers()).toEqual([])
  await page.clock.runFor(1)
  await expect
    .poll(offers)
    .toEqual(["I noticed you've been browsing. Would you like to learn more about our AI voice agents?"])

  const isLoaded = page.waitForResponse(/tracker-chat/)
  await page.goto(
    host.serve(
      '/chat',
      `<div class="their-chat"></div>${script('data-owner="owner@example.com" data-chat=".their-chat"')}`,
    ),
  )
  await page.waitForResponse(/chatbot_settings/)
  await settle(page)
  await page.clock.runFor(30_000)
  await isLoaded
  await settle(page)
  expect(await offers()).toEqual([])
})

test('opens no chat beside an open one or during form input, and not again after it was closed', async ({ page }) => {
  const demoId = '99999999-2222-4333-8444-555555555555'
  const player = `<script>onmessage = ({ source }) => source.postMessage({ source: 'understudy-chat', isOpen: true }, '*')</script>`
  await page.route(/\/demo\//, (route) => route.fulfill({ contentType: 'text/html', body: player }))
  await page.addInitScript(() => {
    const offers: string[] = ((window as unknown as TestWindow).offers = [])
    addEventListener('understudy-engage', (event) => offers.push((event as CustomEvent).type))
  })
  const offers = () => page.evaluate(() => (window as unknown as TestWindow).offers.length)
  const chat = page.locator('[data-understudy-chat]')
  const tags = script(`data-owner="${ownerId}" data-demo="${demoId}"`)
  const stay = async () => {
    const isLoaded = page.waitForResponse(/tracker-chat/)
    await page.clock.runFor(30_000)
    await isLoaded
    await settle(page)
    await pass(page, 300)
  }
  await page.clock.install()

  // The visitor talks with the agent of a demo on the page.
  await load(page, '/talk', `<iframe src="${listener.origin}/demo/${demoId}/play"></iframe>${tags}`)
  await stay()
  expect(await offers()).toBe(0)

  // The page's own chat has no valid selector, so its state is unknown.
  await load(page, '/selector', script(`data-owner="${ownerId}" data-demo="${demoId}" data-chat="::"`))
  await stay()
  expect(await offers()).toBe(0)

  await load(page, '/form', `<input aria-label="Name"><input aria-label="Town">${tags}`)
  await page.getByLabel('Name').fill('Ada')
  await stay()
  expect(await offers()).toBe(1)
  await expect(chat).toHaveCount(0)
  await page.getByLabel('Town').focus()
  await page.clock.runFor(1)
  await expect(chat).toHaveCount(1)
  await expect(page.getByLabel('Town')).toBeFocused()
  await pass(page, 5_000)
  await expect.poll(types).toContain('engage_shown')

  await page.getByRole('button', { name: 'Close the chat' }).focus()
  await page.keyboard.press('Escape')
  await expect(chat).toHaveCount(0)
  await expect(page.getByLabel('Town')).toBeFocused()
  await load(page, '/form', tags)
  await stay()
  expect(await offers()).toBe(0)
})

test.describe('on a hostile page', () => {
  for (const { what, headers, body = '', isTwice = false } of hostilePages) {
    test(`${what}, it does no harm`, async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.clock.install()
      const probe = `<script>window.before = new Set(Object.getOwnPropertyNames(window))</script>`
      const marks = `<main style="color: rgb(1, 2, 3)"><button>Buy</button></main>`
      const tags = script(`data-owner="${ownerId}"`)
      await page.goto(host.serve('/', `${marks}${body}${probe}${tags}${isTwice ? tags : ''}`, headers))
      const html = await page.evaluate(() => document.documentElement.outerHTML)
      const stuck = await page.evaluate(() => {
        const button = document.querySelector('button')!
        let heard = 0
        button.addEventListener('click', () => (heard += 1))
        for (let count = 0; count < 3_000; count += 1) button.click()
        return heard
      })
      await page.clock.runFor(60_000)
      expect(stuck).toBe(3_000)
      expect(errors).toEqual([])
      expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(html)
      const added = await page.evaluate(() =>
        Object.getOwnPropertyNames(window).filter(
          (name) => !(window as unknown as TestWindow).before.has(name) && name !== 'before',
        ),
      )
      expect(added.filter((name) => name !== 'understudy')).toEqual([])
      await page.evaluate(() => (window as unknown as TestWindow).understudy.stop())
    })
  }
})
