import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { openAuthorPage } from '#support/author-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { makeLedgerlineDemo } from '#support/ledgerline-demo.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* A visitor leaves an address in the chat; the author gets a lead with what was said. */

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

/** The subjects of the mails about leads. */
function leadMails(): readonly string[] {
  const folder = join(server.dataDir, 'outbox')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { kind: string; subject: string })
    .flatMap(({ kind, subject }) => (kind === 'lead_notice' ? subject : []))
}

test('an address left in the chat becomes a lead with its score and evidence', async ({ browser, page }) => {
  const author = await openAuthorPage(browser, server.url, demo)
  const problems = [watchConsole(page), watchConsole(author)]
  await author.goto(`${server.url}/dashboard/leads`)
  await expect(author.getByText('No leads yet')).toBeVisible()

  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Your question').fill('There are about sixty of us, reach me at ada@globex.example')
  await page.keyboard.press('Enter')

  // The author has not touched the page.
  const lead = author.getByRole('link', { name: /ada@globex\.example/ })
  await expect(lead).toBeVisible()
  await lead.click()
  const score = author.getByRole('region', { name: 'Score' })
  await expect(score).toContainText('about sixty of us')
  await expect(author.getByText('Conversation with the agent')).toBeVisible()
  await expectAccessible(author)
  await score.getByRole('link', { name: /^Turn/ }).first().click()
  await expect(author).toHaveURL(/\/dashboard\/conversations\/.*#turn-\d+$/)
  await expect(author.getByRole('article').filter({ hasText: 'There are about sixty of us' })).toBeInViewport()
  await expect.poll(leadMails).toEqual([expect.stringMatching(/^New lead from Ledgerline reports: /)])
  expect(problems.flat()).toEqual([])
  await author.close()
})
