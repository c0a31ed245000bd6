import { randomUUID } from 'node:crypto'

import { expect, test, type Page } from '@playwright/test'

import { createImage } from '#support/create-image.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { makeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* A demo with everything: cover, chapters, zoom, a branch, variables, a form that has to be sent, an ending. */

let server: ServerProcess
let playUrl: string
let gateId: string

const titles = ['Hello {{company|there}}', 'Choose a plan', 'The long way', 'Before you go on', 'All of it']

test.beforeAll(async () => {
  server = await startServer()
  const pictures = await Promise.all(titles.map((_, index) => createImage(index + 1)))
  const { id, author } = await makeDemo(server.url, {
    name: 'A tour for {{company|you}}',
    description: 'From the first click to the last.',
    steps: titles.map((title, index) => ({
      png: pictures[index]!.buffer,
      width: 1280,
      height: 800,
      title,
      description: `What to know about step ${index + 1}.`,
      click: { x: 30 + index * 10, y: 40 },
    })),
  })
  const { data: steps } = await author.from('demo_steps').select('id').eq('demo_id', id).order('order').throwOnError()
  const stepId = (index: number) => String(steps[index]?.['id'])
  const lookOf = (index: number, look: Readonly<Record<string, unknown>>, target: number | null = null) =>
    author
      .from('demo_steps')
      .update({ look, target_step_id: target === null ? null : stepId(target) })
      .eq('id', stepId(index))
      .throwOnError()
  await lookOf(0, { chapter: 'Begin' })
  const area = { xPercent: 20, yPercent: 20, widthPercent: 50, heightPercent: 50 }
  await lookOf(
    1,
    { zoom: area, marker: 'box', box: { ...area, xPercent: 35, yPercent: 35, widthPercent: 10, heightPercent: 10 } },
    3,
  )
  await lookOf(3, { chapter: 'End' })
  gateId = randomUUID()
  await author
    .from('step_cards')
    .insert({
      id: gateId,
      step_id: stepId(3),
      type: 'lead',
      position: 1,
      demo_id: id,
      x_percent: 30,
      y_percent: 20,
      width_percent: 30,
      height_percent: 40,
      title: 'Who are you?',
      description: 'We send you the figures.',
      button_label: 'Send',
      gate: 'required',
      fields: [
        { id: 'email', label: 'WORK EMAIL', type: 'email', isRequired: true },
        { id: 'name', label: 'NAME', type: 'text', isRequired: true },
      ],
    })
    .throwOnError()
  await author
    .from('demos')
    .update({
      look: {
        layout: 'callout',
        frame: 'window',
        frameAddress: 'app.example.com',
        cover: { isOn: true, title: 'Made for {{company|you}}', text: '', button: 'Start' },
        ending: {
          kind: 'link',
          title: 'Want it, {{company|friend}}?',
          text: '',
          button: 'Get it',
          url: 'https://example.com/go?for={{company}}',
          cardId: null,
        },
      },
    })
    .eq('id', id)
    .throwOnError()
  playUrl = `${server.url}/demo/${id}/play`
})
test.afterAll(async () => {
  await server.stop()
})

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous', exact: true })

async function expectStep(page: Page, number: number): Promise<void> {
  await expect(page.getByRole('status')).toHaveText(`Step ${number} of 5`)
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', String(number))
}

/** The page is hydrated once it has a Play button, which on phones only screen readers see. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(playUrl + query)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeAttached()
}

/** Whether two boxes overlap by more than a rounding error. */
async function doOverlap(page: Page, one: string, other: string): Promise<boolean> {
  const [a, b] = [await page.locator(one).boundingBox(), await page.locator(other).boundingBox()]
  if (a === null || b === null) throw new Error(`${one} or ${other} is missing`)
  return a.x + a.width > b.x + 1 && b.x + b.width > a.x + 1 && a.y + a.height > b.y + 1 && b.y + b.height > a.y + 1
}

const devices = [
  { name: 'on a desktop', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'on a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
] as const

for (const device of devices) {
  test.describe(device.name, () => {
    test.use({ ...device.use })

    test('plays from the cover to the ending, by its branch and through its form', async ({ page }) => {
      const problems = watchConsole(page)
      await open(page, '?company=Acme%20%3Cb%3E')
      await expect(page.getByRole('heading', { name: 'Made for Acme <b>' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Start' }).click()
      await expectStep(page, 1)
      await expect(page.getByRole('heading', { name: 'Hello Acme <b>' })).toBeVisible()
      await expect.poll(() => doOverlap(page, '.us-callout', '[data-hotspot]')).toBe(false)
      // The cover moved it to the right.
      const leftOf = async (part: string) => (await page.locator(part).boundingBox())?.x ?? Number.NaN
      await expect.poll(async () => (await leftOf('.us-image')) - (await leftOf('.us-frame'))).toBeLessThan(1)
      await expectAccessible(page)

      await next(page).click()
      await expectStep(page, 2)
      // The camera shows the author's area, and the marked element stays clear of the text.
      await expect
        .poll(async () => {
          const [view, picture] = [
            await page.locator('.us-view').boundingBox(),
            await page.locator('.us-image').last().boundingBox(),
          ]
          return picture!.width / view!.width > 1.4
        })
        .toBe(true)
      await expect.poll(() => doOverlap(page, '.us-callout', '[data-hotspot]')).toBe(false)

      await page.getByRole('button', { name: 'Choose a plan', exact: true }).click()
      await expectStep(page, 4)
      await previous(page).click()
      await expectStep(page, 2)
      await next(page).click()
      await expectStep(page, 4)

      const email = page.getByLabel('WORK EMAIL')
      await expect(email).toBeVisible()
      await next(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Fill in the form to continue.' })).toBeVisible()
      await expect(email).toBeFocused()
      await expectStep(page, 4)
      await page.getByRole('button', { name: /^Step 5/ }).click()
      await expectStep(page, 4)
      await expectAccessible(page)
      await email.fill('ada@example.com')
      await page.getByLabel('NAME').fill('Ada')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expectStep(page, 5)
      await expect(page).toHaveURL(/[?&]step=5/)
      await page.reload()
      await expectStep(page, 5)
      await expect(page.getByRole('heading', { name: 'All of it' })).toBeVisible()

      await next(page).click()
      await expect(page.getByRole('heading', { name: 'Want it, Acme <b>?' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Get it' })).toHaveAttribute(
        'href',
        'https://example.com/go?for=Acme%20%3Cb%3E',
      )
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        device.use.viewport.width,
      )
      await page.getByRole('button', { name: 'Replay' }).click()
      await expectStep(page, 1)
      expect(problems).toEqual([])
    })

    test('shows a step opened behind the form only after it', async ({ page }) => {
      await open(page, '?step=5')
      await expectStep(page, 4)
      await expect(page.getByLabel('WORK EMAIL')).toBeVisible()
    })
  })
}

test('starts at the first press, even if the loaded font changes a line break of the cover', async ({ page }) => {
  const font = page.waitForResponse(/inter-latin/)
  await open(page, '?company=Acme%20%3Cb%3E')
  await (await font).finished()
  const start = page.getByRole('button', { name: 'Start' })
  const box = (await start.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  // A press takes more than a frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Hello Acme <b>' })).toBeVisible()
})

test('plays by itself, and stops where the visitor takes over', async ({ page }) => {
  await open(page, '?step=1')
  await expect(page.getByRole('heading', { name: 'Hello there' })).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeVisible()
  await page.getByRole('button', { name: 'Speed: 1 times' }).click()
  await expect(page.getByRole('button', { name: 'Speed: 1.5 times' })).toBeVisible()
  await page.getByRole('button', { name: 'Speed: 1.5 times' }).click()
  await expectStep(page, 2)
  await pause.click()
  await expect(page.locator('.us-segment-fill')).toHaveCount(0)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.keyboard.press('ArrowLeft')
  await expectStep(page, 1)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('starts, follows the branch, and keeps the variables', async ({ page }) => {
    await page.goto(`${playUrl}?company=Acme`)
    await page.getByRole('button', { name: 'Start' }).click()
    await expectStep(page, 1)
    await expect(page.getByRole('heading', { name: 'Hello Acme' })).toBeVisible()
    await next(page).click()
    await next(page).click()
    await expectStep(page, 4)
    await next(page).click()
    await next(page).click()
    await expect(page.getByRole('link', { name: 'Get it' })).toBeVisible()
  })

  test('reads as one document, which leads back to the player', async ({ page }) => {
    const response = await page.goto(`${playUrl}?view=text&company=Acme`)
    expect(response?.headers()['content-type']).toContain('text/html')
    await expect(page.getByRole('heading', { level: 1, name: 'A tour for Acme' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(5)
    await expect(page.getByText('What to know about step 3.')).toBeVisible()
    // Each picture shows where to click: step 2 with a box around the element, the others with a ring.
    for (const [step, x, y] of [
      [1, 30, 40],
      [2, 40, 40],
      [3, 50, 40],
    ] as const) {
      const picture = await page.locator(`#step-${step} img`).boundingBox()
      const mark = await page.locator(step === 2 ? '#step-2 .us-text-box' : `#step-${step} .us-text-ring`).boundingBox()
      if (picture === null || mark === null) throw new Error('Not on the page')
      expect(Math.round((100 * (mark.x + mark.width / 2 - picture.x)) / picture.width)).toBe(x)
      expect(Math.round((100 * (mark.y + mark.height / 2 - picture.y)) / picture.height)).toBe(y)
    }
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${playUrl}?view=text`)
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0)
    const howTo = JSON.parse((await page.locator('script').textContent()) ?? '{}') as {
      step: readonly { name: string }[]
    }
    expect(howTo.step.map(({ name }) => name)).toContain('Hello Acme')
    await page.getByRole('link', { name: 'Play the demo' }).click()
    await expect(page.getByRole('heading', { name: 'Made for Acme' })).toBeVisible()
  })
})

test('the text has no accessibility problems', async ({ page }) => {
  const problems = watchConsole(page)
  await page.goto(`${playUrl}?view=text`)
  await expectAccessible(page)
  expect(problems).toEqual([])
})
