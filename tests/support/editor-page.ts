import { expect, type Locator, type Page } from '@playwright/test'

/* Parts of the editor that several tests use. */

export const thumbnails = (page: Page) =>
  page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d/ })

/** The inspector's section with this name. */
export const section = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Details' }).getByRole('region', { name })

export const expectSaved = (page: Page) =>
  expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible()

export const canvasPicture = (page: Page) => page.getByTestId('canvas').getByRole('img')

type Place = readonly [xPercent: number, yPercent: number]

/** Presses on an element and drags; in percent of it. */
export async function dragOver(page: Page, element: Locator, from: Place, to: Place): Promise<void> {
  const box = (await element.boundingBox())!
  const at = ([x, y]: Place) => [box.x + (x / 100) * box.width, box.y + (y / 100) * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

/** Signs up a new author and makes a demo of images; returns its id, with the editor open. */
export async function openNewDemo(page: Page, serverUrl: string, images: readonly ImageFile[]): Promise<string> {
  await page.goto(`${serverUrl}/signup`)
  await page.getByLabel('Email').fill(`author-${Date.now()}@example.com`)
  await page.getByLabel('Password').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${serverUrl}/dashboard/demos`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New demo' }).click()
  await page
    .getByRole('dialog', { name: 'New demo' })
    .getByRole('button', { name: /^Images/ })
    .click()
  await (await chooser).setFiles([...images])
  await page.waitForURL('**/edit')
  await expect(page.getByLabel('Demo name')).toBeVisible()
  return /demos\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
}

interface ImageFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}
