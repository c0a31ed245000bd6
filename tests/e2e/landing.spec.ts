import { expect, test } from '@playwright/test'

import { sampleDemoId } from '#protocol/client-config.ts'
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
  await expect(page.frameLocator('iframe[title="Interactive demo"]').getByText('Step 1 of 8')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
  await context.close()
})

test('header, footer and calls to action lead strangers to sign-up, and users to the dashboard', async ({ page }) => {
  const problems = watchConsole(page)
  // The first call to action is clicked before its script has loaded.
  const clicked = Promise.withResolvers<void>()
  await page.route('**/take-over-landing-*.js', async (route) => {
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
  test(`at ${width} px nothing shifts while it loads, and the tour plays`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    const problems = watchConsole(page)
    const readShift = await watchLayoutShift(page)
    await page.goto(server.url)
    const tour = page.frameLocator('iframe[title="Interactive demo"]')
    await expect(page.locator('[data-demo-id]')).toHaveAttribute('data-demo-id', sampleDemoId)
    await expect(page.locator('script[src="/js/demo-player.js"]')).toBeAttached()
    // An embedded demo doesn't navigate its host page.
    await expect(tour.getByText('Step 1 of 8')).toBeVisible()
    await expect(tour.getByRole('button', { name: 'Ask about this demo' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await tour.getByRole('button', { name: 'Next' }).click()
    await expect(tour.getByText('Step 2 of 8')).toBeVisible()
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
    [server.url, 1440, 8],
    [server.url, 1280, 8],
    [server.url, 1024, 8],
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
