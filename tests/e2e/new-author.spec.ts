import { expect, test, type Locator } from '@playwright/test'

import { createImage } from '#support/create-image.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* From the front page of a fresh server to an answer about the author's own demo, counted in clicks. */

let server: ServerProcess

const clicksMax = 8
const shots = [
  'Acme billing - 01 invoice list.png',
  'Acme billing - 02 approve an invoice.png',
  'Acme billing - 03 send a reminder.png',
]

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('a new author makes, shares and asks about a demo in 8 clicks, without a word typed into it', async ({ page }) => {
  const problems = watchConsole(page)
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks += 1
  }

  await page.goto(server.url)
  await click(page.getByRole('button', { name: 'Get started' }).first())
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Email').fill('ines@example.com')
  await page.getByLabel('Password').fill('a long enough password')
  await click(page.getByRole('dialog').getByRole('button', { name: /^(Sign up|Create)/ }))
  await click(page.getByRole('button', { name: 'Skip for now' }))
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: /Record your app once/ })).toBeVisible()
  await expectAccessible(page)

  const chooser = page.waitForEvent('filechooser')
  await click(page.getByRole('button', { name: 'Choose images' }))
  const files = await Promise.all(shots.map(async (name, index) => ({ ...(await createImage(index + 1)), name })))
  await (await chooser).setFiles(files)
  await page.waitForURL('**/edit')
  await expect(page.getByLabel('Demo name')).toHaveValue('Acme billing')
  await expect(page.getByRole('button', { name: /^Step 2: .*approve an invoice/i })).toBeVisible()

  await click(page.getByRole('button', { name: 'Share', exact: true }))
  const opened = page.waitForEvent('popup')
  await click(page.getByRole('link', { name: 'Open as a visitor' }))
  const visitor = await opened
  await expect(visitor.getByText('Acme billing').first()).toBeVisible()
  await click(visitor.getByRole('button', { name: 'Ask about this demo' }))
  const panel = visitor.getByRole('dialog')
  await panel.getByLabel('Your question').fill('How do I approve an invoice?')
  await click(panel.getByRole('button', { name: 'Send' }))
  await expect(panel.getByRole('list', { name: 'Conversation' })).toContainText(/approve an invoice/i)
  await expect(panel.getByRole('button', { name: /^Step 2/ }).first()).toBeVisible()

  expect(clicks).toBeLessThanOrEqual(clicksMax)
  expect(problems).toEqual([])
})
