import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* A visitor with a share link, on our page and embedded elsewhere. */

const hostileName = `Billing </script><img src=x onerror="window.hacked=1"> & more`
const clicks = [
  { x: 12.5, y: 20 },
  { x: 80, y: 66.6 },
] as const

let server: ServerProcess
let demo: MadeDemo
let playUrl: string

test.beforeAll(async () => {
  server = await startServer()
  const png = (background: string) =>
    sharp({ create: { width: 1440, height: 900, channels: 3, background } })
      .png()
      .toBuffer()
  demo = await makeDemo(server.url, {
    name: hostileName,
    description: 'From the first invoice to the last.',
    steps: [
      {
        png: await png('#224466'),
        width: 1440,
        height: 900,
        title: 'Open the settings',
        description: 'Everything starts here.\n\nThen:\n- one\n- two',
        click: clicks[0],
      },
      { png: await png('#446622'), width: 1440, height: 900, title: 'Choose a plan', click: clicks[1] },
      { png: await png('#662244'), width: 1440, height: 900, description: 'That is all.' },
    ],
  })
  playUrl = `${server.url}/demo/${demo.id}/play`
})

test.afterAll(async () => {
  await server.stop()
})

async function expectStep(page: Page, number: number): Promise<void> {
  await expect(page.getByRole('status')).toHaveText(`Step ${number} of 3`)
  const progress = page.getByRole('progressbar', { name: 'Progress' })
  await expect(progress).toHaveAttribute('value', String(number))
  await expect(progress).toHaveAttribute('max', '3')
}

/** Hydrated once the full-screen button, which needs script, is there. */
async function openPlayer(page: Page, url = playUrl): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
}

test('keys pressed before the script has loaded are followed once it has', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/player/entry-page*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(playUrl)
  await expect(page.getByRole('img', { name: 'Open the settings' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  held.resolve()
  await expectStep(page, 2)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every step can be read and reached', async ({ page }) => {
    await page.goto(playUrl)
    await expect(page.getByRole('heading', { name: hostileName })).toBeVisible()
    await expect(page.getByText('From the first invoice to the last.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Open the settings' })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText(['one', 'two'])
    await expect(page.getByText('Use arrow keys to navigate')).toBeVisible()
    await expectStep(page, 1)
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()

    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page).toHaveURL(/\?step=2$/)
    await expectStep(page, 2)

    await page.getByRole('button', { name: 'Choose a plan', exact: true }).click()
    await expectStep(page, 3)
    await expect(page.getByText('That is all.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()

    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: 'That was the tour' })).toBeVisible()
    await page.getByRole('button', { name: 'Replay' }).click()
    await expectStep(page, 1)
    await page.getByRole('button', { name: 'Step 2: Choose a plan' }).click()
    await expectStep(page, 2)
  })
})

test('arrow keys move by one and stop at both ends; the URL follows', async ({ page }) => {
  await openPlayer(page)
  await page.keyboard.press('ArrowLeft')
  await expectStep(page, 1)
  await page.keyboard.press('ArrowRight')
  await expectStep(page, 2)
  await expect(page).toHaveURL(`${playUrl}?step=2`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expectStep(page, 3)
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
  await expect(page).toHaveURL(`${playUrl}?step=3`)
  await page.reload()
  await expectStep(page, 3)
  await page.keyboard.press('ArrowRight')
  await expectStep(page, 3)
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'That was the tour' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask a question' })).toBeVisible()
  await expect(page).toHaveURL(`${playUrl}?step=4`)
  await page.getByRole('button', { name: 'Replay' }).click()
  await expectStep(page, 1)
  await expect(page).toHaveURL(playUrl)
})

test('a demo without an ending starts again from its last step', async ({ page }) => {
  const change = (look: object) => demo.author.from('demos').update({ look }).eq('id', demo.id).throwOnError()
  const { data } = await demo.author.from('demos').select('look').eq('id', demo.id).single().throwOnError()
  await change({ layout: 'callout' })
  await openPlayer(page, `${playUrl}?step=3`)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expectStep(page, 1)
  await change(data.look as object)
})

test('the marker is where the author clicked, and leads on', async ({ page }) => {
  await openPlayer(page)
  for (const [index, click] of clicks.entries()) {
    await expectStep(page, index + 1)
    const marker = page.locator('[data-hotspot]')
    await expect(marker).toHaveCSS('inline-size', '32px')
    await expect
      .poll(async () => {
        const at = await marker.boundingBox()
        const image = await page.locator('.us-image').last().boundingBox()
        if (at === null || image === null) return 'missing'
        const x = ((at.x + at.width / 2 - image.x) / image.width) * 100
        const y = ((at.y + at.height / 2 - image.y) / image.height) * 100
        return Math.abs(x - click.x) < 0.5 && Math.abs(y - click.y) < 0.5 ? 'exact' : `${x} ${y}`
      })
      .toBe('exact')
    await marker.click()
  }
  await expectStep(page, 3)
  await expect(page.locator('[data-hotspot]')).toHaveCount(0)
})

test('the first step is in the document, nothing shifts, and text is escaped', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.addInitScript(() => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
  await openPlayer(page)
  expect(await page.locator('.us-image').getAttribute('src')).toMatch(/^data:image\/avif;base64,/)
  expect(requests[0]).toBe(playUrl)
  expect(requests.filter((url) => url.includes('/player/') && url.endsWith('.css'))).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined()
  expect(problems).toEqual([])
})

test('F toggles full screen', async ({ page }) => {
  await openPlayer(page)
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
})

test('the agent loads on demand, and closes with Escape', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPlayer(page)
  expect(asked.filter((url) => url.includes('agent'))).toEqual([])
  const bubble = page.getByRole('button', { name: 'Ask about this demo' })
  await bubble.click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('an AI assistant')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(bubble).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expectStep(page, 2)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no accessibility problems in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openPlayer(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 })

  test('fits the screen and follows a swipe', async ({ page }) => {
    await openPlayer(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const touches = await page.context().newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const y = 220
      await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
      await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: (from + to) / 2, y }] })
      await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to, y }] })
      await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(330, 60)
    await expectStep(page, 2)
    await swipe(60, 330)
    await expectStep(page, 1)
  })
})

test.describe('pictures of any shape, without a hotspot', () => {
  let dropped: MadeDemo

  test.beforeAll(async () => {
    const step = async (width: number, height: number, description: string) => {
      const png = await sharp({ create: { width, height, channels: 3, background: '#335577' } })
        .png()
        .toBuffer()
      return { png, width, height, title: 'Look at the whole page', description }
    }
    dropped = await makeDemo(server.url, {
      name: 'Dropped pictures',
      steps: [
        await step(1440, 900, 'One line.'),
        await step(1500, 200, 'One line.'),
        await step(300, 1500, 'One line.'),
        await step(1440, 900, 'A note as long as a page. '.repeat(80)),
      ],
    })
  })

  async function show(page: Page, layout: 'classic' | 'callout', step: number) {
    await dropped.author.from('demos').update({ look: { layout } }).eq('id', dropped.id).throwOnError()
    await page.goto(`${server.url}/demo/${dropped.id}/play?step=${step}`)
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
    return { boxOf, next: page.getByRole('button', { name: /^(Next|Start again)$/, disabled: false }) }
  }

  test('Next stays in place on a phone, and in view under a long note', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const places: (number | undefined)[] = []
    for (const step of [1, 2, 3]) places.push((await (await show(page, 'classic', step)).next.boundingBox())?.y)
    expect(new Set(places).size).toBe(1)
    await expect((await show(page, 'classic', 4)).next).toBeInViewport({ ratio: 1 })
  })

  test('a callout is a caption, with its buttons beside the words', async ({ page }) => {
    const { boxOf } = await show(page, 'callout', 1)
    const [words, buttons, scene] = [
      await boxOf('.us-caption'),
      await boxOf('.us-callout-foot'),
      await boxOf('.us-scene'),
    ]
    expect(words.x + words.width).toBeLessThan(buttons.x)
    expect((words.x + buttons.x + buttons.width) / 2).toBeCloseTo(scene.x + scene.width / 2, -1)
  })
})

test('on a phone without the camera, the whole picture is shown with its marker', async ({ browser }) => {
  const change = (look: object) => demo.author.from('demos').update({ look }).eq('id', demo.id).throwOnError()
  const { data } = await demo.author.from('demos').select('look').eq('id', demo.id).single().throwOnError()
  await change({ layout: 'callout', hasCamera: false })
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(playUrl)
  const [picture, marker] = [page.locator('.us-image'), page.locator('[data-hotspot]')]
  await expect
    .poll(async () => {
      const [all, at] = [(await picture.boundingBox())!, (await marker.boundingBox())!]
      return [
        Math.round((100 * (at.x + at.width / 2 - all.x)) / all.width),
        Math.round((100 * (at.y + at.height / 2 - all.y)) / all.height),
        Math.round((10 * all.width) / all.height) / 10,
      ]
    })
    .toEqual([Math.round(clicks[0].x), clicks[0].y, 1.6])
  await change(data.look as object)
  await page.close()
})

test.describe('a missing demo', () => {
  const sentence = 'Demo not found or has no steps'

  for (const id of [randomUUID(), 'not-an-id', '%3Cscript%3E']) {
    test(`${id === 'not-an-id' || id.startsWith('%') ? id : 'an unknown id'} says so and leads home`, async ({
      page,
    }) => {
      const response = await page.goto(`${server.url}/demo/${id}/play`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: sentence })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
    })
  }

  test('drafts and archived demos are switched off within a second', async ({ request }) => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { id, author } = await makeDemo(server.url, { name: 'Soon', steps: [{ png, width: 20, height: 20 }] })
    const status = async () => (await request.get(`${server.url}/demo/${id}/play`)).status()
    expect(await status()).toBe(200)
    for (const state of ['draft', 'archived']) {
      const { error } = await author.from('demos').update({ status: state }).eq('id', id)
      expect(error).toBeNull()
      expect(await status()).toBe(404)
    }
  })
})

test('an unresponsive backend is reported, with a retry button', async ({ page }) => {
  const lost = await startServer({
    env: {
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_ANON_KEY: 'anon',
      SUPABASE_SERVICE_ROLE_KEY: 'service',
      LOG_LEVEL: 'silent',
    },
  })
  try {
    const path = `/demo/${randomUUID()}/play?step=2`
    const response = await page.goto(lost.url + path)
    expect(response?.status()).toBe(503)
    expect(response?.headers()['retry-after']).toBe('5')
    await expect(page.getByRole('heading', { name: 'Failed to load demo' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', path)
  } finally {
    await lost.stop()
  }
})

test.describe('embedded on a page of another origin', () => {
  let host: Server
  let hostUrl: string

  test.beforeAll(async () => {
    host = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${server.url}; frame-src ${server.url}; img-src ${server.url}; style-src 'nonce-round'`,
      )
      response.end(`<!doctype html><title>Somebody's page</title><h1>Our product</h1>
        <style nonce="round">.round { border-radius: 20px }</style>
        <div class="round" data-demo-id="${demo.id}"></div><p>${'Text. '.repeat(4000)}</p>
        <div id="far" data-demo-id="${demo.id}" data-facade></div>
        <script async src="${server.url}/js/demo-player.js"></script>
        <script async src="${server.url}/js/demo-player.js?again"></script>`)
    })
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`
  })

  test.afterAll(() => {
    host.close()
  })

  test('plays in a frame as wide as its container, and tells the page', async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.addInitScript(() => {
      const steps: number[] = []
      document.addEventListener('understudy-step', (event) => {
        steps.push((event as CustomEvent<{ step: number }>).detail.step)
      })
      Object.assign(window, { steps })
    })
    await page.goto(hostUrl)
    const container = page.locator('[data-demo-id]').first()
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Step 1 of 3', { exact: true })).toBeVisible()
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await page.locator('iframe').getAttribute('allow')).toBe('microphone; autoplay; fullscreen; clipboard-write')
    const [outer, inner] = [await container.boundingBox(), await page.locator('iframe').boundingBox()]
    expect(inner?.width).toBe(outer?.width)
    expect(inner?.height).toBe(outer?.height)
    await expect(page.locator('iframe')).toHaveCSS('border-radius', '20px')

    await expect(frame.getByRole('button', { name: /full screen/i })).toBeVisible()
    await frame.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(frame.getByText('Step 2 of 3', { exact: true })).toBeVisible()
    await expect.poll(() => page.evaluate(() => (window as unknown as { steps: number[] }).steps)).toEqual([2])
    expect(problems).toEqual([])
  })

  test('loads only when near the viewport, and a facade on click', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(hostUrl)
    await expect(page.frameLocator('iframe').getByText('Step 1 of 3', { exact: true })).toBeVisible()
    expect(asked.filter((path) => path.endsWith('/poster'))).toEqual([])

    await page.locator('#far').scrollIntoViewIfNeeded()
    await expect.poll(() => asked.filter((path) => path.endsWith('/poster'))).toHaveLength(1)
    expect(await page.locator('#far iframe').count()).toBe(0)
    await page.locator('#far').getByRole('button', { name: 'Play the demo' }).click()
    await expect(page.frameLocator('#far iframe').getByText('Step 1 of 3', { exact: true })).toBeVisible()
    await expect(page.locator('#far').getByRole('button')).toHaveCount(0)
  })

  test('fills a container that is added later', async ({ page }) => {
    await page.goto(hostUrl)
    await expect(page.locator('iframe')).toHaveCount(1)
    await page.evaluate((id) => {
      const later = document.createElement('div')
      later.id = 'later'
      later.dataset['demoId'] = id
      document.body.prepend(later)
    }, demo.id)
    await expect(page.frameLocator('#later iframe').getByText('Step 1 of 3', { exact: true })).toBeVisible()
  })
})
