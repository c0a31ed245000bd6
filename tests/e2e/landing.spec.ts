import { expect, test, type Page } from '@playwright/test'

import { sampleDemoId, tourDemoId } from '#protocol/client-config.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startHostSite } from '#support/host-page.ts'
import { watchLayoutShift } from '#support/layout-shift.ts'
import { createImage } from '#support/create-image.ts'
import { makeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* The landing page for strangers. */

let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('the landing page works without script, with a demo in it', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByText('Where is my data?').click()
  await expect(page.getByText('On the server that runs Understudy')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
  await page.goBack()
  await page.getByRole('link', { name: 'Play the demo' }).click()
  await expect(page.getByText('1 of 8', { exact: true })).toBeVisible()
  await context.close()
})

test('header, footer and calls to action lead visitors to sign-up, and users to the dashboard', async ({ page }) => {
  const problems = watchConsole(page)
  // The first call to action is clicked before its script has loaded.
  const clicked = Promise.withResolvers<void>()
  await page.route('**/hydrate-landing-*.js', async (route) => {
    await clicked.promise
    await route.continue()
  })
  await page.goto(server.url)
  const header = page.getByRole('banner')
  await expect(header.getByRole('navigation').getByRole('link')).toHaveText([
    'Solutions',
    'Platform',
    'Resources',
    'Company',
  ])
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Terms of Service' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await expect(footer.getByText(/^© \d{4} Understudy$/)).toBeVisible()

  const calls = [
    header.getByRole('button', { name: 'Get started' }),
    page.getByRole('button', { name: 'Test Drive our AI Agent Now' }),
    page.getByRole('main').getByRole('button', { name: 'Sign up for free' }),
  ]
  const modal = page.getByRole('dialog', { name: 'Create your account' })
  for (const call of calls) {
    await call.click()
    clicked.resolve()
    await expect(modal.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
  }
  await calls[0]?.click()
  await modal.getByLabel('First name').fill('Ada')
  await modal.getByLabel('Email').fill('ada@example.com')
  await modal.getByLabel('Password').fill('a long enough password')
  await modal.getByRole('button', { name: 'Sign up for free' }).click()
  await page.waitForURL('**/onboarding')
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  for (const call of [...calls.slice(1), header.getByRole('link', { name: 'Dashboard' })]) {
    await page.goto(server.url)
    await expect(header.getByRole('button', { name: 'Get started' })).toBeHidden()
    await call.click()
    await expect(page).toHaveURL(`${server.url}/dashboard`)
  }
  expect(problems).toEqual([])
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`at ${width} px the layout doesn't shift, and clicking continues the demo from the current step`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    const problems = watchConsole(page)
    const readShift = await watchLayoutShift(page)
    await page.goto(server.url)
    await expect(page.locator('[data-demo-id]')).toHaveAttribute('data-demo-id', sampleDemoId)
    await expect(page.locator('script[src="/js/demo-player.js"]')).toBeAttached()
    const demo = page.frameLocator('iframe[title="Interactive demo"]')
    // It plays itself: the camera is where the loop has been for eight seconds.
    await playTo(page, 8_000)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.getByRole('button', { name: 'Play it yourself' }).click()
    await expect(demo.getByText('Pick a carrier').first()).toBeVisible()
    await expect(demo.getByRole('button', { name: 'Next', exact: true })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Play it yourself' })).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(demo.getByText('Booked in one click').first()).toBeVisible()
    // An embedded demo doesn't navigate or scroll its host page.
    await expect(page).toHaveURL(`${server.url}/`)
    expect(await readShift()).toBeLessThan(0.005)
    // Reload, because following a hash link would keep the document.
    await page.goto('about:blank')
    await page.goto(`${server.url}/#company`)
    await expect(page.getByRole('button', { name: 'Sign up for free' })).toBeInViewport()
    expect(await readShift()).toBeLessThan(0.005)
    expect(problems).toEqual([])
    await context.close()
  })
}

test('the loop can be paused, and doesn’t run with reduced motion', async ({ browser, page }) => {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await page.goto(server.url)
  expect(await moving()).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Pause the animation' }).click()
  await expect.poll(moving).toBe(0)
  // Everything has faded in.
  await playTo(page, 8_000)
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Play the animation' })).toBeFocused()

  const calm = await browser.newContext({ reducedMotion: 'reduce' })
  const still = await calm.newPage()
  await still.goto(server.url)
  await expect(still.locator('.hero-answer')).toBeVisible()
  expect(await still.evaluate(() => getComputedStyle(document.querySelector('.hero-camera')!).animationName)).toBe(
    'none',
  )
  await calm.close()
})

/** The first answer of a server waits until the agent's weights are loaded and the notes are read. */
const firstAnswer = { timeout: 30_000 }

test('a question to the demo is answered in the player, by the agent that sells it', async ({ page }) => {
  const problems = watchConsole(page)
  // It is asked before the script has loaded.
  const asked = Promise.withResolvers<void>()
  await page.route('**/hydrate-landing-*.js', async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.goto(server.url)
  await page.getByLabel('Ask about this demo').fill('Is customs in the price?')
  await page.keyboard.press('Enter')
  asked.resolve()
  const panel = page.frameLocator('iframe[title="Interactive demo"]').getByRole('dialog')
  await expect(panel.getByText('Every price has sea freight')).toBeVisible(firstAnswer)
  await expect(panel.getByRole('button', { name: /Step 3/ }).first()).toBeVisible()
  expect(problems).toEqual([])
})

test('the landing page’s animation shows the answer that the agent gives', async ({ page }) => {
  await page.goto(server.url)
  const [question, answer] = [page.locator('.hero-question'), page.locator('.hero-answer')]
  const asked = (await question.textContent()) ?? ''
  const [said = ''] = /^[^.]+\./.exec((await answer.textContent()) ?? '') ?? []
  const [step = 'no step'] = /Step \d/.exec((await page.locator('.hero-chip').textContent()) ?? '') ?? []
  await page.getByLabel('Ask about this demo').fill(asked)
  await page.keyboard.press('Enter')
  const panel = page.frameLocator('iframe[title="Interactive demo"]').getByRole('dialog')
  await expect(panel.getByText(said)).toBeVisible(firstAnswer)
  await expect(panel.getByRole('button', { name: new RegExp(step) }).first()).toBeVisible()
})

test('“Ask it anything” is a talk with the real agent, which cites the step it answers from', async ({ page }) => {
  const problems = watchConsole(page)
  await page.goto(`${server.url}/#ask`)
  await page.getByRole('button', { name: 'Can it book meetings?' }).click()
  const talk = page.getByRole('list', { name: 'Conversation' })
  await expect(talk.getByText('books the one the visitor picks')).toBeVisible(firstAnswer)
  await expect(talk.getByRole('link', { name: /Step 6/ })).toHaveAttribute('href', `/demo/${tourDemoId}/play?step=6`)
  await expectAccessible(page)
  await page.getByLabel('Your question').fill('What does it cost?')
  await page.keyboard.press('Enter')
  await expect(talk.getByText(/\$0|MIT licence/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('heading', { name: 'I’m Leo, an AI assistant.' })).toBeVisible()
  expect(problems).toEqual([])
})

/** Sets the hero's loop to a time in milliseconds. */
async function playTo(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((time) => {
    for (const animation of document.getAnimations()) animation.currentTime = time
  }, milliseconds)
}

test('a framed demo has no scrollbar of its own, and nothing covers its text', async ({ page }) => {
  const host = await startHostSite()
  const { buffer: png } = await createImage(1)
  const said = 'Choose the plan that fits how your team works today. You can change it later. '
  const { id } = await makeDemo(server.url, {
    name: 'A demo with a rather long name that goes on and on',
    description: said,
    steps: [1, 3, 6].map((times) => ({
      png,
      width: 1280,
      height: 800,
      title: 'Choose',
      description: said.repeat(times),
    })),
  })
  const script = `<script async src="${server.url}/js/demo-player.js"></script>`
  const embed = host.serve('/embed', `<div data-demo-id="${id}"></div>${script}`)
  for (const [address, width, steps] of [
    [embed, 1440, 3],
    [embed, 900, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(address)
    await page.locator('iframe').first().scrollIntoViewIfNeeded()
    const frame = page.frameLocator('iframe').first()
    for (let step = 1; step <= steps; step += 1) {
      await expect(frame.getByText(`Step ${step} of ${steps}`).first()).toBeVisible()
      const caption = await frame.locator('.us-caption > :last-child').boundingBox()
      const bubble = await frame.locator('.us-agent-offer').boundingBox()
      const isBeside = caption!.x + caption!.width <= bubble!.x || caption!.y + caption!.height <= bubble!.y
      const over = await frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)
      expect({ address, width, step, over, isBeside }).toEqual({ address, width, step, over: 0, isBeside: true })
      if (step < steps) await frame.getByRole('button', { name: 'Next', exact: true }).click()
    }
  }
  await host.close()
})
