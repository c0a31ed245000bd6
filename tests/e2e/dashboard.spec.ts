import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from '#support/expect-accessible.ts'
import { makeDemo } from '#support/make-demo.ts'
import { createImage } from '#support/create-image.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* The dashboard: labelled figures, workspaces, and the sales associate's area. */

let server: ServerProcess

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('the dashboard shows sample figures, labelled so, until there is a demo', async ({ page }) => {
  const problems = watchConsole(page)
  await signUp(page)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(tile(page, 'Total demos')).toHaveText(/Sample.*12/)
  await expect(tile(page, 'Active demos')).toHaveText(/Sample.*4/)
  await expect(tile(page, 'Conversion')).toHaveText(/Sample.*28\.5%/)
  await expect(page.getByRole('term')).toHaveCount(3)
  for (const name of ['Recent activity', 'Demo performance']) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect(page.getByText('“The Understudy tour” came with your workspace')).toBeVisible()
  await expect(page.getByText('Share a demo to see its visits here.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create New Demo' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard/demos`)
  expect(problems).toEqual([])
})

test('with a demo and a visit the figures are live', async ({ page }) => {
  const { buffer } = await createImage(1)
  const { author, id } = await makeDemo(server.url, {
    name: 'Plan a launch',
    steps: [{ png: buffer, width: 1280, height: 800 }],
  })
  const { data } = await author.auth.getSession()
  await page.addInitScript(([key, session]) => localStorage.setItem(key, session), [
    'understudy-session',
    JSON.stringify(data.session),
  ] as const)
  await page.goto(`${server.url}/dashboard`)
  await expect(tile(page, 'Total demos')).toHaveText(/^Total demos1/)
  await expect(tile(page, 'Active demos')).toHaveText(/^Active demos1/)
  await expect(tile(page, 'Conversion')).toContainText('No visits in 28 days.')
  await expect(page.getByText('“Plan a launch” was created')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plan a launch' }).first()).toHaveAttribute(
    'href',
    `/dashboard/demos/${id}`,
  )
})

test('demos are searched, copied and archived, with the view in the URL', async ({ page }) => {
  const problems = watchConsole(page)
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos`)
  await choose(page, 'The Understudy tour', 'Duplicate')
  const copy = page.getByRole('article', { name: 'Copy of The Understudy tour' })
  await expect(copy.getByText('Draft')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search demos' }).fill('copy tour')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Active')
  await expect(page.getByText('No matching demos.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search demos' })).toHaveValue('copy tour')
  await expect(page).toHaveURL(/q=copy\+tour&status=active/)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await choose(page, 'Copy of The Understudy tour', 'Archive')
  await expect(copy.getByText('Archived')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(copy.getByText('Draft')).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('switches between workspaces and creates another, by keyboard', async ({ page }) => {
  const problems = watchConsole(page)
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos`)
  await expect(page.getByRole('article', { name: 'The Understudy tour' })).toBeVisible()
  const workspace = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Workspace / })
  const first = /Workspace (.*'s workspace)/.exec(
    await workspace.innerText().then((text) => text.replaceAll('\n', ' ')),
  )?.[1]
  await workspace.press('Enter')
  const current = page.getByRole('menuitemradio', { name: `${first} Owner` })
  await expect(current).toBeChecked()
  await expect(current).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'New workspace…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'New workspace' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Second')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(workspace).toContainText('Second')
  await expect(page.getByText('No Demos Yet')).toBeVisible()
  await page.goto(`${server.url}/dashboard/settings`)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Second')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.type('switch to')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(first ?? '')
  await page.getByRole('link', { name: 'Demos', exact: true }).click()
  await expect(page.getByRole('article', { name: 'The Understudy tour' })).toBeVisible()
  expect(problems).toEqual([])
})

test('Ctrl+K opens a page or demo by name, by keyboard', async ({ page }) => {
  const problems = watchConsole(page)
  await signUp(page)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('new agent')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/dashboard/agents`)
  await expect(page.getByRole('dialog', { name: 'New agent' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('view tour')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/demos\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'The Understudy tour' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('embed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Share Demo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('edit tour')
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/demos\/[\w-]+\/edit$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zeppelin')
  await expect(palette.getByText('No matching commands')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(palette).toBeHidden()
  expect(problems).toEqual([])
})

test('Rita’s panel has its entries, and is icons only on the classic campaign page', async ({ page }) => {
  const problems = watchConsole(page)
  await signUp(page)
  await page.goto(`${server.url}/dashboard/rita`)
  await expect(page).toHaveURL(`${server.url}/dashboard/rita/home`)
  const panel = page.getByRole('complementary', { name: 'Rita' })
  await expect(panel.getByText('Rita, AI Sales Associate')).toBeVisible()
  await expect(panel.getByText('4,750 credits')).toBeVisible()
  for (const [name, path, heading, content] of [
    ['Campaign', 'campaign', 'Campaign', 'No contacts yet'],
    ['Master Inbox', 'performance', 'Master Inbox', 'No conversations yet'],
    ['Connected Accounts', 'inbox', 'Connected Accounts', 'Your website'],
    ['Output', 'output', 'Output', 'No answers yet'],
    ['Settings', 'settings', 'Settings', 'Agent'],
    ['Home', 'home', 'Home', 'No one to follow up with'],
  ] as const) {
    await panel.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${server.url}/dashboard/rita/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: content, exact: true })).toBeVisible()
  }
  await expect(panel.getByRole('link', { name: 'Campaign' }).getByText('Campaign')).toBeVisible()
  await page.goto(`${server.url}/dashboard/rita/campaign?classic=true`)
  await expect(panel.getByRole('link', { name: 'Campaign' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Campaign' }).getByText('Campaign')).toBeHidden()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

let people = 0

async function signUp(page: Page): Promise<void> {
  people += 1
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill(`author${people}@example.com`)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
}

async function choose(page: Page, demo: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${demo}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

function tile(page: Page, term: string) {
  return page.locator('dl > div').filter({ hasText: term })
}
