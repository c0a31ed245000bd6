import { expect, test, type Page } from '@playwright/test'

import { openAuthorPage } from '#support/author-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { makeLedgerlineDemo } from '#support/ledgerline-demo.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* An author makes an agent, teaches it, tests it and publishes it; a visitor meets what was published. */

let server: ServerProcess
let demo: MadeDemo

test.beforeAll(async () => {
  server = await startServer({ env: { AGENT_LIMITS: 'off' } })
  demo = await makeLedgerlineDemo(server.url, {
    'Open the dashboard': 'The dashboard shows revenue for the last 30 days.',
    'Schedule an export': 'Exports run every night at 02:00 UTC.',
  })
})
test.afterAll(() => server.stop())

test('an author teaches, tests and publishes an agent, and a visitor gets its answers', async ({ browser, page }) => {
  const author = await openAuthorPage(browser, server.url, demo)
  const problems = watchConsole(author)
  await author.goto(`${server.url}/dashboard/agents`)
  await author.getByRole('button', { name: 'Close' }).click()
  await author.getByRole('button', { name: 'New agent' }).first().click()
  await author.getByLabel('Agent name').fill('Ada')
  await author.getByRole('button', { name: 'Create agent' }).click()

  // Behaviour is saved while the author types.
  await expect(author.getByRole('heading', { name: 'Ada', level: 1 })).toBeVisible()
  await open(author, 'Words')
  await author.getByRole('textbox', { name: 'Greeting' }).fill('Good to see you. Ask me about exports.')
  await expect(author.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await author.reload()
  await open(author, 'Words')
  await expect(author.getByRole('textbox', { name: 'Greeting' })).toHaveValue('Good to see you. Ask me about exports.')
  await expectAccessible(author)

  // Its demo answers with this agent's words only.
  await open(author, 'Demos')
  await author.getByRole('switch', { name: 'Ledgerline reports' }).click()
  await expect(author.getByRole('switch', { name: 'Ledgerline reports' })).toBeChecked()
  await expect(author.getByRole('button', { name: 'Own greeting and script' })).toBeVisible()

  const tabs = author.getByRole('navigation', { name: 'Agent' })
  await tabs.getByRole('link', { name: 'Knowledge' }).click()
  await author.getByRole('button', { name: 'Add a plan' }).click()
  await author.getByLabel('Plan', { exact: true }).fill('Team')
  await author.getByLabel('Price', { exact: true }).fill('$29')
  await author.getByLabel('Period').fill('per seat and month')
  await author.getByRole('button', { name: 'Save' }).click()
  await expect(author.getByRole('cell', { name: '$29 per seat and month' })).toBeVisible()
  await expectAccessible(author)

  await author.getByLabel('Documents').setInputFiles({
    name: 'refunds.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Refunds\n\nRefunds are paid within 30 days of the purchase.'),
  })
  await expect(author.getByRole('button', { name: 'More for refunds' })).toBeVisible()

  // A test whose question has no answer yet.
  await tabs.getByRole('link', { name: 'Test' }).click()
  await author.getByRole('button', { name: 'Add a question' }).click()
  await author.getByRole('textbox', { name: 'Question' }).fill('Is there a free trial?')
  await author.getByLabel('The answer contains').fill('14 days')
  await author.getByRole('button', { name: 'Save' }).click()
  await author.getByRole('button', { name: 'Run all' }).click()
  await expect(author.getByRole('img', { name: '0 passed, 1 failed' })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Test 1 failing' })).toBeVisible()

  // Publishing asks for a reason while a test fails.
  await author.getByRole('button', { name: 'Publish version 1' }).click()
  await author.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(author.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await author.keyboard.press('Escape')

  // The draft answers beside the page, and the panel says when it has changed since.
  const trial = author.getByRole('complementary', { name: 'Try the agent' })
  // Closing the dialog returns the focus to its button.
  await expect(author.getByRole('dialog', { name: 'Publish version 1' })).toBeHidden()
  await trial.getByLabel('Ask the agent').fill('When are refunds paid?')
  await trial.getByLabel('Ask the agent').press('Enter')
  await expect(trial.getByRole('list', { name: 'Conversation' })).toContainText('within 30 days')
  const outdated = trial.getByText('Changed since this conversation began.')
  await expect(outdated).toBeHidden()

  await author.getByRole('button', { name: 'Fix source' }).click()
  await expect(author.getByRole('textbox', { name: 'Question' })).toHaveValue('Is there a free trial?')
  await author.getByRole('textbox', { name: 'Answer' }).fill('Yes, you can try everything for 14 days.')
  await author.getByRole('button', { name: 'Save' }).click()
  await author.getByRole('button', { name: 'Run all' }).click()
  await expect(author.getByRole('img', { name: '1 passed, 0 failed' })).toBeVisible()

  await outdated.getByRole('button', { name: 'Restart' }).click()
  await expect(outdated).toBeHidden()
  await trial.getByLabel('Ask the agent').fill('Is there a free trial?')
  await trial.getByLabel('Ask the agent').press('Enter')
  await expect(trial.getByRole('list', { name: 'Conversation' })).toContainText('14 days')

  await author.getByRole('button', { name: 'Publish version 1' }).click()
  await author.getByRole('textbox', { name: 'Note' }).fill('First words')
  await author.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(author.getByText('Version 1 is live.')).toBeVisible()

  // What is typed after that stays a draft.
  await tabs.getByRole('link', { name: 'Behaviour' }).click()
  await open(author, 'Words')
  await author.getByRole('textbox', { name: 'Greeting' }).fill('A greeting nobody should hear yet.')
  await expect(author.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Versions' }).click()
  await expect(author.getByRole('button', { name: '1 change since version 1' })).toBeVisible()

  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox').fill('Is there a free trial?')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('list', { name: 'Conversation' })).toContainText('14 days')
  await panel.getByRole('textbox').fill('What does the Team plan cost?')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('list', { name: 'Conversation' })).toContainText('$29')
  await expect(panel).not.toContainText('nobody should hear')

  // The author finds the conversation on the agent's first page.
  await tabs.getByRole('link', { name: 'Overview' }).click()
  const recent = author.getByRole('region', { name: 'Recent conversations' })
  await expectAccessible(author)
  await recent.getByRole('link', { name: '“Is there a free trial?”' }).click()
  await expect(author.getByRole('log', { name: 'Conversation' })).toContainText('What does the Team plan cost?')
  // The browser logs the refused publication.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  await author.close()
})

test('two authors who change the same text keep both until one of them chooses', async ({ browser }) => {
  const [first, second] = [
    await openAuthorPage(browser, server.url, demo),
    await openAuthorPage(browser, server.url, demo),
  ]
  const { data: agents } = await demo.author.from('agents').select('id').eq('slug', 'leo').throwOnError()
  const address = `${server.url}/dashboard/agents/${String(agents[0]?.id)}/behaviour`
  await first.goto(address)
  await second.goto(address)
  await open(first, 'Words')
  await open(second, 'Words')
  const greetingOf = (author: Page) => author.getByRole('textbox', { name: 'Greeting' })
  await expect(greetingOf(second)).toBeVisible()
  await greetingOf(first).fill('From the first author.')
  await expect(first.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await greetingOf(second).fill('From the second author.')
  const conflict = second.getByRole('alert').filter({ hasText: 'A colleague changed the greeting' })
  await expect(conflict).toContainText('From the first author.')
  await expect(greetingOf(second)).toHaveValue('From the second author.')
  await conflict.getByRole('button', { name: 'Use theirs' }).click()
  await expect(greetingOf(second)).toHaveValue('From the first author.')
  await first.close()
  await second.close()
})

/** Unfolds a section of the agent's behaviour. */
async function open(author: Page, title: string): Promise<void> {
  await author.locator('summary', { hasText: title }).click()
}
