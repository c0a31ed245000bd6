import { expect, test } from '@playwright/test'

import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Help and feedback pages. */

let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('help is searched, its checklist ticks itself, and feedback survives a reload until it is sent', async ({
  page,
}) => {
  const problems = watchConsole(page)
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill('author@example.com')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  await page.getByLabel('Search help').fill('second factor')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ answers?$/ })).toBeVisible()
  await expect(page.getByText('can sign you out elsewhere')).toBeVisible()
  await page.getByLabel('Search help').fill('hide customer names')
  await expect(page.getByText('Blur, black out or crop part of a picture')).toBeVisible()
  await page.getByLabel('Search help').fill('zeppelin')
  await expect(page.getByText('No matching help topics.')).toBeVisible()
  await page.getByRole('button', { name: 'embed', exact: true }).click()
  await expect(page.getByText('Embed a demo in a page')).toBeVisible()

  await page.getByRole('link', { name: 'Set up your agent' }).click()
  for (const step of ['Sales Process', 'Product Demo', 'Final Configuration']) {
    await page.getByRole('button', { name: 'Next Step' }).click()
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Complete Setup' }).click()
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page.getByText('1 of 4 done')).toBeVisible()

  await page.getByRole('link', { name: 'Feedback' }).click()
  await page.getByRole('radio', { name: 'A problem' }).check()
  await page.getByLabel('Message').fill('The list should be sorted by name.')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('The list should be sorted by name.')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'The list should be sorted by name.' })).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  expect(problems).toEqual([])
})
