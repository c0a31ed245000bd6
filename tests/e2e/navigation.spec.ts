import { expect, test, type Page } from '@playwright/test'

import { messages } from '#domain/messages.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Signing in, navigating the dashboard, and signing out. */

let server: ServerProcess

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

const email = 'author@example.com'
const password = 'a long enough password'

async function fillPerson(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Email')).toHaveAttribute('required')
  await expect(page.getByLabel('Password')).toHaveAttribute('required')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

test('a user signs up, navigates, signs out to the front page, and returns to the requested page', async ({ page }) => {
  const problems = watchConsole(page)
  const logged = Promise.withResolvers<string>()
  page.on('console', (message) => {
    if (message.text().startsWith('Understudy realtime, system:')) logged.resolve(message.text())
  })
  await page.goto(`${server.url}/login`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`${server.url}/signup`)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillPerson(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  // For logging only, and joined when the page is idle.
  expect(await logged.promise).toBe('Understudy realtime, system: SUBSCRIBED')

  const navigation = page.getByRole('navigation', { name: 'Main' }).first()
  await expect(navigation.getByText(email)).toBeVisible()
  await expect(navigation.getByRole('listitem').locator('> a, > button')).toHaveText([
    'Dashboard',
    'Demos',
    'Recordings',
    'Agents',
    'Conversations',
    'Rita',
    'Analytics',
    'Leads',
    'Meetings',
    'Settings',
    'Account',
    'Help',
    'Feedback',
    'Sign Out',
  ])
  for (const name of ['Analytics', 'Settings', 'Account', 'Help', 'Feedback']) {
    await navigation.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  }
  for (const [name, path] of [
    ['Recordings', '/dashboard/recordings'],
    ['Conversations', '/dashboard/conversations'],
    ['Rita', '/dashboard/rita/home'],
    ['Leads', '/dashboard/leads'],
    ['Meetings', '/dashboard/leads?meeting=ahead'],
  ] as const) {
    const entry = navigation.getByRole('link', { name, exact: true })
    await entry.click()
    await expect(page).toHaveURL(`${server.url}${path}`)
    await expect(navigation.locator('[aria-current=page]')).toHaveText([name])
  }
  const listing = page.waitForRequest('**/rpc/get_recent_demos')
  await page.goto(`${server.url}/dashboard`)
  expect((await listing).postDataJSON()).toMatchObject({ p_limit: 100 })
  await page.getByRole('link', { name: 'Create New Demo' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard/demos`)
  await expect(page.getByRole('dialog', { name: 'New demo' })).toBeVisible()
  await page.keyboard.press('Escape')
  const samples = page.getByRole('article')
  await expect(samples.first()).toBeVisible()
  for (let left = await samples.count(); left > 0; left -= 1) {
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(samples).toHaveCount(left - 1)
  }
  await expect(page.getByText(messages.noDemosTitle)).toBeVisible()
  await expect(page.getByText(messages.noDemosHint)).toBeVisible()
  await expectAccessible(page)

  await navigation.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto(`${server.url}/dashboard/help?topic=sharing#share`)
  await expect(page).toHaveURL(`${server.url}/login`)
  await fillPerson(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard/help?topic=sharing#share`)
  expect(problems).toEqual([])
})

test('shows a spinner while the session loads', async ({ page, context }) => {
  await context.route('**/config.json', () => undefined)
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading your session' })).toBeVisible()
})
