import { expect, test, type Page } from '@playwright/test'

import { openAuthorPage } from '#support/author-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { makeLedgerlineDemo } from '#support/ledgerline-demo.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* A visitor asks for a person; a signed-in colleague takes over at the same step, moves the demo and hands back. */

const notes = {
  'Open the dashboard': 'The dashboard shows revenue for the last 30 days.',
  'Invite a colleague': 'Colleagues are invited by email.',
  'Schedule an export': 'Exports run every night at 02:00 UTC. They are kept for 90 days.',
  Finish: 'That is all.',
}

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  demo = await makeLedgerlineDemo(server.url, notes)
  await demo.author.auth.updateUser({ data: { first_name: 'Ada' } })
  await demo.author.auth.refreshSession()
})

test.afterAll(async () => {
  await server.stop()
})

const panelOf = (page: Page) => page.getByRole('dialog')

async function ask(page: Page, question: string): Promise<void> {
  await panelOf(page).getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
}

test('a colleague is rung, takes over at the same step, moves the demo and hands back', async ({ browser, page }) => {
  const author = await openAuthorPage(browser, server.url, demo)
  const problems = [watchConsole(page), watchConsole(author)]
  await author.goto(`${server.url}/dashboard/demos`)
  await author.getByRole('switch', { name: 'Available for visitors' }).click()
  await expect(author.getByRole('switch', { name: 'Available for visitors' })).toBeChecked()

  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  await ask(page, 'How long are exports kept?')
  await expect(page.locator('.us-count')).toHaveText('Step 3 of 4')
  await ask(page, 'Can I talk to a real person please?')

  // On whichever page the colleague is.
  const ring = author.getByRole('region', { name: 'Visitors waiting' })
  await expect(ring.getByRole('heading')).toHaveText('A visitor of Ledgerline reports asks for a person')
  await expect(ring).toContainText('“Can I talk to a real person please?”')
  await expect(ring).toContainText('Step 3')
  await expectAccessible(author)
  await ring.getByRole('button', { name: 'Take over' }).click()
  await expect(ring.getByRole('heading')).toHaveCount(0)
  await expect(author).toHaveURL(/\/dashboard\/conversations\//)
  await expect(panelOf(page)).toContainText('You’re talking to a person.')
  await expect(panelOf(page)).toContainText('Ada joined')

  const transcript = author.getByRole('log', { name: 'Conversation' })
  await expect(author.getByRole('region', { name: 'What the visitor sees' })).toContainText(
    'Step 3, Schedule an export',
  )
  await expect(transcript).toContainText('How long are exports kept?')
  await author.getByLabel('Message to the visitor').fill('Hi, Ada here. What would you like to know?')
  await author.keyboard.press('Enter')
  await expect(panelOf(page)).toContainText('Hi, Ada here. What would you like to know?')
  await ask(page, 'Where do I invite people?')
  await expect(transcript).toContainText('Where do I invite people?')
  await expectAccessible(author)

  const navigation = author.getByRole('navigation', { name: 'Main' }).first()
  await expect(navigation.getByRole('link', { name: /^Conversations/ })).toContainText('1')

  await author.getByRole('button', { name: 'Previous step' }).click()
  await expect(page.locator('.us-count')).toHaveText('Step 2 of 4')
  await expect(author.getByRole('region', { name: 'What the visitor sees' })).toContainText(
    'Step 2, Invite a colleague',
  )

  // The inbox beside it shows the talk as live.
  const live = author.getByRole('region', { name: /^Live/ })
  await expect(live.getByRole('listitem')).toContainText('Step 2')
  await expect(live).toContainText('Where do I invite people?')
  await expectAccessible(author)
  await live.getByRole('link').click()

  await author.getByRole('button', { name: 'Hand back' }).click()
  await expect(panelOf(page).getByText('You’re talking to a person.')).toBeHidden()
  await ask(page, 'How long are exports kept?')
  await expect(page.locator('.us-count')).toHaveText('Step 3 of 4')
  await expect(transcript).toContainText('Ada handed back to the agent')
  await expect(author.getByRole('button', { name: 'Take over', exact: true })).toBeVisible()

  // A message takes over, too.
  await author.getByLabel('Message to the visitor').fill('One more thing: exports are free.')
  await author.keyboard.press('Enter')
  await expect(panelOf(page)).toContainText('One more thing: exports are free.')
  await expect(author.getByRole('button', { name: 'Hand back' })).toBeVisible()
  await expect(author.getByLabel('Message to the visitor')).toBeFocused()
  await author.getByRole('button', { name: 'Hand back' }).click()
  expect(problems.flat()).toEqual([])
  await author.close()
})
