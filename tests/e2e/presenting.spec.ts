import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from '#support/expect-accessible.ts'
import { createImage } from '#support/create-image.ts'
import { makeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Presenting with two windows: the audience's and the presenter's. */

let server: ServerProcess
let address: string

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})
test.beforeEach(async ({ page }) => {
  const pictures = await Promise.all([createImage(1), createImage(2), createImage(3)])
  const demo = await makeDemo(server.url, {
    name: 'Tour of billing',
    steps: ['Open', 'Choose', 'Pay'].map((title, index) => ({
      png: pictures[index]!.buffer,
      width: 1280,
      height: 800,
      title,
      description: `What I say at ${title}.`,
    })),
  })
  await signInPage(page, demo.author)
  address = `${server.url}/dashboard/demos/${demo.id}`
})

const steps = (page: Page) => page.getByText(/^Step \d of 3$/)
const timer = (page: Page) => page.getByRole('timer', { name: 'Elapsed' })

test('a presenter window shows notes, time and the next step, and both windows stay in sync', async ({
  page,
  context,
}) => {
  const problems = [watchConsole(page)]
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Tour of billing' })).toBeVisible()
  await page.keyboard.press('f')
  const stage = page.getByRole('dialog', { name: 'Tour of billing' })
  await expect(stage).toBeVisible()

  const opening = context.waitForEvent('page')
  await page.keyboard.press('p')
  const presenter = await opening
  problems.push(watchConsole(presenter))
  const notes = presenter.getByRole('region', { name: 'Speaker Notes' })
  await expect(notes).toContainText('What I say at Open.')
  await expect(presenter.getByRole('region', { name: 'Next step' }).getByRole('img')).toHaveAttribute('alt', 'Choose')
  await expect(steps(presenter)).toHaveText('Step 1 of 3')
  await expect(stage).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Speaker Notes' })).toBeHidden()
  await expect(presenter.getByText('The audience window')).toBeHidden()

  await presenter.keyboard.press('PageDown')
  await expect(stage.getByText('Step 2 of 3')).toBeVisible()
  await stage.getByRole('button', { name: 'Next step' }).first().click()
  await expect(steps(presenter)).toHaveText('Step 3 of 3')
  await expect(notes).toContainText('What I say at Pay.')
  await expect(presenter.getByText('This is the last step.')).toBeVisible()
  await presenter.getByRole('button', { name: 'Previous' }).click()
  await expect(stage.getByText('Step 2 of 3')).toBeVisible()

  // The timer pauses in both windows, and resumes.
  await expect(timer(presenter)).toHaveText(/^\d+:(0[1-9]|[1-5]\d)$/)
  await presenter.getByRole('button', { name: 'Pause the timer' }).click()
  const stood = (await timer(presenter).textContent()) ?? ''
  await expect(timer(page)).toHaveText(stood)

  const sizeOf = () => notes.getByText('What I say').evaluate((element) => getComputedStyle(element).fontSize)
  const before = await sizeOf()
  await presenter.keyboard.press('+')
  await expect.poll(sizeOf).not.toBe(before)
  const larger = await sizeOf()

  for (const scheme of ['light', 'dark'] as const) {
    await presenter.emulateMedia({ colorScheme: scheme })
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await presenter.setViewportSize(viewport)
      await expectAccessible(presenter)
      await presenter.screenshot({ path: test.info().outputPath(`presenter-${scheme}-${viewport.width}.png`) })
    }
  }
  await page.screenshot({ path: test.info().outputPath('audience.png') })

  // After a reload, either window rejoins at the other's step.
  await presenter.reload()
  await expect(steps(presenter)).toHaveText('Step 2 of 3')
  await expect(timer(presenter)).toHaveText(stood)
  expect(await sizeOf()).toBe(larger)
  await page.reload()
  await expect(stage.getByText('Step 2 of 3')).toBeVisible()

  // Opening it again focuses the existing window; one opened by URL joins in.
  await page.keyboard.press('p')
  const second = await context.newPage()
  await second.goto(presenter.url())
  await expect(steps(second)).toHaveText('Step 2 of 3')
  await second.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(steps(presenter)).toHaveText('Step 3 of 3')
  await expect(stage.getByText('Step 3 of 3')).toBeVisible()
  await second.close()
  expect(context.pages()).toHaveLength(2)

  await page.getByRole('button', { name: 'Exit Full Screen (ESC)' }).click()
  await expect(presenter.getByText('The audience window is not in full screen. Press F there.')).toBeVisible()
  await page.close()
  await expect(presenter.getByText('The audience window was closed.')).toBeVisible()
  await expectAccessible(presenter)
  await presenter.keyboard.press('ArrowLeft')
  const reopening = context.waitForEvent('page')
  await presenter.getByRole('button', { name: 'Open audience window' }).click()
  const audience = await reopening
  await expect(steps(audience).first()).toHaveText('Step 2 of 3')
  await expect(presenter.getByText('The audience window was closed.')).toBeHidden()
  expect(problems.flat()).toEqual([])
})

test('a blocked presenter window is reported, with a plain link instead', async ({ page, context }) => {
  // What window.open returns when popups are blocked.
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Presenter Window/ }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your browser blocked the presenter window.' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  const opening = context.waitForEvent('page')
  await notice.getByRole('link', { name: 'open it in a tab' }).click()
  const presenter = await opening
  await page.keyboard.press('ArrowRight')
  await expect(steps(presenter)).toHaveText('Step 2 of 3')
})
