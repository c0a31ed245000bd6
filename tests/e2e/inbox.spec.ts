import { expect, test } from '@playwright/test'

import { expectAccessible } from '#support/expect-accessible.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

import { signInAs } from '../screens/open-screen.ts'
import { makeScreenWorld, type ScreenWorld } from '../screens/screen-people.ts'

/* Working through conversations, and what an empty workspace shows of leads. */

let server: ServerProcess
let world: ScreenWorld

test.beforeAll(async () => {
  server = await startServer()
  world = await makeScreenWorld(server)
})
test.afterAll(() => server.stop())

test('finds a conversation, marks it as done, and takes that back', async ({ page }) => {
  const problems = watchConsole(page)
  await signInAs(page, world, 'author')
  await page.goto(`${server.url}/dashboard/conversations`)
  const rows = page.getByRole('link', { name: /Kaya Moss/ })
  await page.getByLabel('Search conversations').fill('kaya moss')
  await expect(page.getByRole('link', { name: /Ada Moreau/ })).toHaveCount(0)
  await expect(rows.first()).toBeVisible()
  const found = await rows.count()
  await rows.first().click()
  await expect(page.getByRole('heading', { name: 'Kaya Moss', level: 1 })).toBeVisible()
  // The search stays while a conversation is open.
  await expect(page.getByLabel('Search conversations')).toHaveValue('kaya moss')
  await page.keyboard.press('e')
  await expect(page.getByText('Marked as done')).toBeVisible()
  await expect(rows).toHaveCount(found - 1)
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.getByRole('button', { name: /^Done/ }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No matching conversations.')).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('keeps visitors who asked nothing apart, and marks what the agent could not answer', async ({ page }) => {
  const problems = watchConsole(page)
  await signInAs(page, world, 'author')
  await page.goto(`${server.url}/dashboard/conversations`)
  await expect(page.getByText('Unanswered').first()).toBeVisible()
  await expect(page.getByText('Wants a person').first()).toBeVisible()
  await expect(page.getByText('No question asked')).toHaveCount(0)
  const silent = page.getByRole('button', { name: '5 without a question' })
  await silent.click()
  await expect(silent).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('No question asked')).toHaveCount(5)
  await expectAccessible(page)
  await silent.click()
  await expect(page.getByText('No question asked')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('shows sample conversations until the author wants their own', async ({ page }) => {
  const problems = watchConsole(page)
  await signInAs(page, world, 'newcomer')
  await page.goto(`${server.url}/dashboard/conversations`)
  await page.getByRole('button', { name: 'See sample data' }).click()
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Can I compare carriers?')
  await page.getByRole('link', { name: /Iver Dahl/ }).click()
  await expect(page.getByRole('heading', { name: 'Iver Dahl' })).toBeVisible()
  await expect(page.getByText('Not in the notes')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Done/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show my data' }).click()
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible()
  expect(problems).toEqual([])
})

test('shows sample leads until the author wants their own', async ({ page }) => {
  const problems = watchConsole(page)
  await signInAs(page, world, 'newcomer')
  await page.goto(`${server.url}/dashboard/leads`)
  await page.getByRole('button', { name: 'See sample data' }).click()
  await expect(page.getByText(/^Sample data/)).toBeVisible()
  await expect(page.getByText('Iver Dahl')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show my data' }).click()
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
  expect(problems).toEqual([])
})
