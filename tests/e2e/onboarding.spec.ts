import { expect, test, type Page } from '@playwright/test'

import { messages } from '#domain/messages.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* From sign-up to a working agent (spec §2 and §4), and changing it later. */

let server: ServerProcess
let people = 0

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('a new user signs up in the wizard and sets up an agent for a demo', async ({ page }) => {
  const problems = watchConsole(page)
  await page.goto(`${server.url}/onboarding`)
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Next Step' }).click()
  await expect(page.getByRole('alert')).toContainText(messages.allFieldsRequired)
  await expectAccessible(page)

  await page.getByLabel('First name').fill('Sam')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Sam')
  await page.getByLabel('Email').fill(nextEmail())
  await page.getByLabel('Password').fill('a long enough password')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: "Let's set up your Sales AI Agent" })).toBeVisible()
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('a long enough password')
  await page.getByLabel('Agent name').fill('Mia')
  await page.getByRole('radio', { name: 'Female Friendly' }).check()
  await page.getByRole('radio', { name: 'Consultative & Strategic' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next Step' }).click()

  await page.getByLabel('Describe your sales process').fill('Ask how many people would use it.')
  // Saved on every change: another visit resumes here.
  await saved(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sales Process' })).toBeVisible()
  await expect(page.getByLabel('Describe your sales process')).toHaveValue('Ask how many people would use it.')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Agent name')).toHaveValue('Mia')
  await page.getByRole('button', { name: 'Next Step' }).click()
  await page.getByRole('button', { name: 'Next Step' }).click()

  await expect(page.getByRole('heading', { name: 'Product Demo' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Step 3 of 4' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Book a shipment' })).toBeChecked()
  await page.getByLabel('Demo script').fill('It costs nothing to run it on your own machine.')
  await page.getByRole('button', { name: 'Next Step' }).click()
  await expect(page.getByRole('heading', { name: 'Final Configuration' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Book a shipment' })).toBeVisible()
  await page.getByLabel('Welcome message').fill('Hello, shall I show you the tour?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  await page.getByRole('link', { name: 'Agents' }).click()
  await expect(page.getByRole('heading', { name: 'AI Sales Agents' })).toBeVisible()
  await expect(page.getByText('Your AI Sales Agent is ready to help you close more deals')).toBeVisible()
  await page.getByRole('link', { name: 'Mia', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mia', level: 1 })).toBeVisible()
  const trial = page.getByRole('complementary', { name: 'Try the agent' })
  await expect(trial.getByText('I’m Mia, an AI assistant. Shall I show you the tour?')).toBeVisible()
  await trial.getByRole('button', { name: 'Start a booking' }).click()
  await expect(trial.getByRole('list', { name: 'Conversation' })).toContainText('Hello, shall I show you the tour?')
  expect(problems).toEqual([])
})

test('the agents page opens with the setup; it can be closed, reopened and edited', async ({ page }) => {
  await signUp(page)
  const reading = page.waitForRequest('**/rest/v1/onboarding_data?*')
  await page.goto(`${server.url}/dashboard/agents`)
  expect(new URL((await reading).url()).search).toMatch(/^\?select=\*&user_id=eq\.[\w-]{36}$/)
  const setup = page.getByRole('dialog', { name: 'Set up your agent' })
  await expect(setup.getByRole('heading', { name: "Let's set up your Sales AI Agent" })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(setup).toBeHidden()

  await page.getByRole('link', { name: 'Leo', exact: true }).click()
  await page.getByRole('link', { name: 'Installation' }).click()
  await page.getByRole('switch', { name: 'Engage visitors' }).click()
  await page.getByLabel('Delay in seconds').fill('0')
  await expect(page.getByText('A whole number from 1 to 3,600.')).toBeVisible()
  await page.getByLabel('Delay in seconds').fill('45')
  await page.getByLabel('Delay in seconds').blur()
  await saved(page)
  await page.reload()
  await expect(page.getByLabel('Delay in seconds')).toHaveValue('45')
  await expect(page.getByRole('switch', { name: 'Engage visitors' })).toBeChecked()

  await page.getByRole('link', { name: 'All agents' }).click()
  await setup.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Configure Agent' }).click()
  await setup.getByLabel('Agent name').fill('')
  await expect(setup.getByRole('button', { name: 'Next Step' })).toBeDisabled()
  await setup.getByLabel('Agent name').fill('Robin')
  await page.context().setOffline(true)
  await setup.getByRole('button', { name: 'Next Step' }).click()
  await expect(setup.getByRole('alert')).toContainText(messages.onboardingFailed)
  await expect(setup.getByLabel('Agent name')).toHaveValue('Robin')
  await page.context().setOffline(false)
  await setup.getByRole('button', { name: 'Next Step' }).click()
  await expect(setup.getByRole('heading', { name: 'Sales Process' })).toBeVisible()
})

function nextEmail(): string {
  people += 1
  return `person${people}@example.com`
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill(nextEmail())
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
}

/** Waits until the last change has reached the server. */
async function saved(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}
