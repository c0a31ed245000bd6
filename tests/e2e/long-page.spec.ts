import { expect, test, type Page } from '@playwright/test'

import { openAuthorPage } from '#support/author-page.ts'
import { createImage } from '#support/create-image.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Screenshots of whole pages, which scroll. */

let server: ServerProcess
let demo: MadeDemo
let playUrl: string

const area = { xPercent: 20, yPercent: 59, widthPercent: 10, heightPercent: 2 }

test.beforeAll(async () => {
  server = await startServer()
  const { buffer: png } = await createImage(1, { width: 1440, height: 4_800 })
  const page = { png, width: 1440, height: 4_800 }
  demo = await makeDemo(server.url, {
    name: 'One long page',
    steps: [
      { ...page, title: 'Type the company', click: { x: 25, y: 60 } },
      { ...page, title: 'Drag it down', click: { x: 30, y: 30 } },
      { ...page, title: 'Look here', click: { x: 25, y: 60 } },
    ],
  })
  const { author, id } = demo
  const { data: steps } = await author.from('demo_steps').select('id').eq('demo_id', id).order('order').throwOnError()
  const looks = [
    { box: area, action: { kind: 'type', text: 'Bluemast Aria', path: [] } },
    {
      action: {
        kind: 'drag',
        text: '',
        path: [
          { xPercent: 30, yPercent: 30 },
          { xPercent: 40, yPercent: 34 },
        ],
      },
    },
    { zoom: { xPercent: 5, yPercent: 55, widthPercent: 50, heightPercent: 8 } },
  ]
  for (const [index, look] of looks.entries())
    await author.from('demo_steps').update({ look }).eq('id', String(steps[index]?.['id'])).throwOnError()
  playUrl = `${server.url}/demo/${id}/play`
})
test.afterAll(async () => {
  await server.stop()
})

interface Place {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const placeOf = (page: Page, part: string): Promise<Place> =>
  page
    .locator(part)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON() as Place)

/** Where the part is once it has stopped moving, as when the page's pictures have arrived. */
async function settledPlaceOf(page: Page, part: string): Promise<Place> {
  let place = await placeOf(page, part)
  await expect
    .poll(
      async () => {
        const before = place
        place = await placeOf(page, part)
        return place.top === before.top && place.left === before.left
      },
      { intervals: [250] },
    )
    .toBe(true)
  return place
}

/** How far the ring's middle is from the nearest edge of the callout, in pixels. */
async function tailLength(page: Page): Promise<number> {
  const [callout, ring] = [await placeOf(page, '.us-callout'), await placeOf(page, '[data-hotspot]')]
  const [x, y] = [(ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2]
  return Math.hypot(Math.max(callout.left - x, 0, x - callout.right), Math.max(callout.top - y, 0, y - callout.bottom))
}

async function isWithin(page: Page, part: string, frame: string): Promise<boolean> {
  const [inner, outer] = [await placeOf(page, part), await placeOf(page, frame)]
  return (
    inner.left >= outer.left - 13 &&
    inner.right <= outer.right + 13 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1
  )
}

const scrollBy = (page: Page, px: number) =>
  page.locator('.us-view').evaluate((view, top) => view.scrollBy({ top, behavior: 'instant' }), px)

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

  test('the text stands at its hotspot and scrolls with the page, but never out of the window', async ({ page }) => {
    const problems = watchConsole(page)
    await page.goto(playUrl)
    await expect.poll(() => tailLength(page)).toBeLessThan(120)
    const before = await settledPlaceOf(page, '.us-callout')
    await scrollBy(page, 150)
    await expect.poll(async () => (await placeOf(page, '.us-callout')).top).toBeCloseTo(before.top - 150, 0)
    await scrollBy(page, 1_500)
    await expect.poll(async () => (await placeOf(page, '[data-hotspot]')).bottom).toBeLessThan(0)
    expect(await isWithin(page, '.us-callout', '.us-scene')).toBe(true)

    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: 'Drag it down' })).toBeVisible()
    await expect.poll(() => tailLength(page)).toBeLessThan(60)
    expect(problems).toEqual([])
  })

  test('what was typed and dragged shows on the page', async ({ page }) => {
    await page.goto(playUrl)
    await expect(page.getByText('Bluemast Aria')).toBeVisible()
    await expect.poll(() => isWithin(page, '.us-typed', '.us-view')).toBe(true)
    const [typed, picture] = [await placeOf(page, '.us-typed'), await placeOf(page, '.us-image')]
    expect((100 * (typed.top - picture.top)) / (picture.bottom - picture.top)).toBeCloseTo(area.yPercent, 0)

    await page.goto(`${playUrl}?step=2`)
    await expect.poll(() => isWithin(page, '.us-drag-way', '.us-view')).toBe(true)
  })

  test('shows the zoom area as wide as the window', async ({ page }) => {
    await page.goto(`${playUrl}?step=3`)
    await expect
      .poll(async () => {
        const [picture, view] = [await placeOf(page, '.us-image'), await placeOf(page, '.us-view')]
        return (picture.right - picture.left) / (view.right - view.left)
      })
      .toBeCloseTo(2, 1)
    await expect.poll(() => tailLength(page)).toBeLessThan(60)
  })
})

test('on a phone, the hotspot is above the text', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(playUrl)
  await expect.poll(() => isWithin(page, '[data-hotspot]', '.us-view')).toBe(true)
  expect((await placeOf(page, '[data-hotspot]')).bottom).toBeLessThan((await placeOf(page, '.us-callout')).top)
  await page.close()
})

test('the editor shows the text at its hotspot', async ({ browser }) => {
  const page = await openAuthorPage(browser, server.url, demo)
  await page.goto(`${server.url}/dashboard/demos/${demo.id}/edit`)
  await expect(page.getByTestId('canvas').getByLabel('Callout heading')).toHaveValue('Type the company')
  await expect.poll(() => tailLength(page)).toBeLessThan(120)
  expect(await isWithin(page, '[data-hotspot]', '[data-testid="canvas"]')).toBe(true)
  await page.close()
})
