import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { openAuthorPage } from '#support/author-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { makeLedgerlineDemo } from '#support/ledgerline-demo.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* An author sets hours; a visitor books with the agent; the author sees the meeting live and cancels it. */

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  demo = await makeLedgerlineDemo(server.url, {
    'Open the dashboard': 'The dashboard shows revenue for the last 30 days.',
    Finish: 'That is all.',
  })
})

test.afterAll(async () => {
  await server.stop()
})

/** The newest mail of a kind in the outbox. */
function mailTo(address: string): { readonly subject: string; readonly link: string } | undefined {
  const folder = join(server.dataDir, 'outbox')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; subject: string; link: string },
    )
    .find(({ to }) => to === address)
}

test('a visitor books with the agent, and the author sees the meeting in the lead’s story', async ({
  browser,
  page,
}) => {
  const author = await openAuthorPage(browser, server.url, demo)
  const problems = [watchConsole(page), watchConsole(author)]

  await author.goto(`${server.url}/dashboard/agents`)
  await author.getByRole('button', { name: 'Close' }).click()
  await author.getByRole('link', { name: 'Leo', exact: true }).click()
  await author.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Meetings' }).click()
  await author.getByRole('switch', { name: 'Book meetings' }).click()
  await author.getByRole('button', { name: 'Save' }).click()
  await expect(author.getByText('Say where it takes place: a link, or how you call.')).toBeVisible()
  await expect(author.getByLabel('Location')).toBeFocused()
  await expect(author.getByText('These hours aren’t saved yet.')).toBeVisible()
  await author.getByLabel('Location').fill('https://meet.example/rosa')
  // From the top, where the tabs cover no row.
  await author.getByRole('switch', { name: 'Book meetings' }).scrollIntoViewIfNeeded()
  await expectAccessible(author)
  // Input survives a reload.
  await author.reload()
  await expect(author.getByLabel('Location')).toHaveValue('https://meet.example/rosa')
  await author.getByRole('button', { name: 'Save' }).click()
  await expect(author.getByText('Your agent now books meetings.')).toBeVisible()
  await author.goto(`${server.url}/dashboard/leads`)
  await expect(author.getByText('No leads yet')).toBeVisible()

  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Book a meeting' }).click()
  const days = panel.getByRole('group', { name: 'Days' })
  await expect(days.getByRole('button', { pressed: true })).toHaveAccessibleName(/ \d+ \w+, \d+ times?$/)
  await expectAccessible(page)
  // Focus moves to the next question.
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: /^Book / }).click()
  await panel.getByLabel('Your email').fill('ada at example')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Enter an address such as name@company.com.')).toBeVisible()
  await panel.getByLabel('Your email').fill('ada@example.com')
  await panel.getByLabel('Your name (optional)').fill('Ada')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: /^Book / })).toBeFocused()
  await page.keyboard.press('Enter')
  const conversation = panel.getByRole('list', { name: 'Conversation' })
  await expect(conversation).toContainText(/Booked: .*The invitation is on its way to ada@example\.com\./)
  await expect(conversation).toContainText('Meeting booked')

  // The author has not touched the page.
  const lead = author.getByRole('link', { name: /Ada ada@example\.com/ })
  await expect(lead).toBeVisible()
  await lead.click()
  const story = author.getByRole('region', { name: 'The visit' })
  await expect(story).toContainText('Booked a meeting for')
  const meeting = author.getByRole('region', { name: 'Meeting' })
  await expect(meeting).toContainText(', 30 min')
  await expect(meeting.getByRole('link', { name: /^Join/ })).toHaveAttribute('href', 'https://meet.example/rosa')
  await expectAccessible(author)

  // The visitor moves it through the mail's link while the author's page is open.
  await expect.poll(() => mailTo('ada@example.com')?.subject).toMatch(/is booked$/)
  await page.goto(mailTo('ada@example.com')?.link ?? '')
  await expect(page.getByRole('link', { name: 'Join the call' })).toHaveAttribute('href', 'https://meet.example/rosa')
  await page.getByText('Reschedule').first().click()
  const move = page.getByRole('button', { name: /^(?:Choose a time|Move to)/ })
  await expect(move).toBeDisabled()
  const time = page.getByRole('radio', { name: /^\d\d:\d\d$/ })
  await time.first().check()
  await page
    .getByRole('radio', { name: /, \d+ times?\b/ })
    .last()
    .check()
  await expect(move).toHaveText('Choose a time')
  await time.last().check()
  await expect(move).toHaveText(/^Move to \w{3} \d+ \w+, \d\d:\d\d$/)
  await expectAccessible(page)
  await move.click()
  await expect(page.getByRole('status')).toHaveText('The meeting has been moved. A new invitation is on its way.')
  await expect(story).toContainText('Moved the meeting to')

  await author.getByRole('button', { name: 'Cancel the meeting' }).click()
  await author.getByRole('dialog').getByRole('button', { name: 'Cancel the meeting' }).click()
  await expect(story).toContainText('Your team cancelled the meeting')
  await expect.poll(() => mailTo('ada@example.com')?.subject).toMatch(/was cancelled$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: /was cancelled$/ })).toBeVisible()
  expect(problems.flat()).toEqual([])
  await author.close()
})
