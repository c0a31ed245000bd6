import { expect, type Locator, type Page } from '@playwright/test'

/* Editing a step's captured page on the editor's canvas. */

export function pageFrame(page: Page): Locator {
  return page.locator('iframe[title="Page of the step"]')
}

/** The bar of the selected part. */
export function pageBar(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Selected part of the page' })
}

/** Clicks a text of the captured page on the canvas. */
export async function selectPageText(page: Page, text: string): Promise<void> {
  const shown = pageFrame(page).contentFrame().getByText(text, { exact: true }).first()
  await expect(shown).toBeVisible()
  const place = await shown.boundingBox()
  if (place === null) throw new Error(`“${text}” isn’t seen.`)
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  await expect(pageBar(page)).toBeVisible()
}

/** Types another text in its place, on this step. */
export async function changePageText(page: Page, from: string, to: string): Promise<void> {
  await selectPageText(page, from)
  await pageBar(page).getByRole('button', { name: 'Edit text' }).click()
  await page.getByRole('textbox', { name: 'Text of the page' }).fill(to)
  await page.keyboard.press('Enter')
}
