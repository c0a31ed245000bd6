import type { Locator, Page } from '@playwright/test'

import { launchExtensionBrowser } from '#support/extension-browser.ts'

import { FlowProblem } from './flow.ts'
import { openDashboard, type Home } from './record-flow.ts'

/** How long pages may take to be compared, edited and drawn. */
const timeout = 300_000

/**
 * Replaces a demo's steps as an author does in the review of a recording: each one by the step of `freshIds` at its
 * place, with redactions and page edits carried over and the titles kept. Nothing changes if an edit has no place.
 */
export async function replaceSteps(
  home: Home,
  { into, from, freshIds }: { readonly into: string; readonly from: string; readonly freshIds: readonly string[] },
): Promise<void> {
  const browser = await launchExtensionBrowser({ width: 1440, height: 900 })
  try {
    const page = await openDashboard(browser, home)
    await page.goto(`${home.url}/dashboard/demos/${into}/recapture/${from}`)
    const review = page.getByRole('region', { name: 'Replace steps' })
    for (const [index, freshId] of freshIds.entries()) {
      await replaceStep(review.locator('> ol > li').nth(index), freshId, index + 1)
    }
    await review.getByRole('button', { name: 'Replace', exact: true }).click()
    await untilReplaced(page, review)
  } finally {
    await browser.close()
  }
}

async function replaceStep(item: Locator, freshId: string, number: number): Promise<void> {
  await item.getByLabel('New picture', { exact: true }).selectOption(freshId)
  const title = item.getByRole('switch', { name: /^Use the new title: / })
  if ((await title.count()) > 0 && (await title.isChecked())) await title.click()
  await item.getByText('Comparing the pages…').waitFor({ state: 'hidden', timeout })
  const lost = item.getByRole('switch', { name: /^Drop / })
  if ((await lost.count()) > 0) {
    const what = (await item.getByText(/^Not found in the new page: /).textContent()) ?? ''
    throw new FlowProblem(`Nothing was changed: the page of step ${number} was edited. ${what}`)
  }
  const fits = item.getByRole('switch', { name: /^I checked the (?:redaction|page edits)/ })
  if ((await fits.count()) > 0) await fits.click()
}

async function untilReplaced(page: Page, review: Locator): Promise<void> {
  const problem = review.getByRole('alert')
  await Promise.race([
    page.waitForURL('**/edit?step=*', { timeout }),
    problem.waitFor({ timeout }).then(async () => {
      throw new FlowProblem(`Nothing was changed: ${await problem.textContent()}`)
    }),
  ])
}
