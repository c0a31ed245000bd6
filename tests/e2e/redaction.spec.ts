import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'

import { createImage } from '#support/create-image.ts'
import { dragOver, expectSaved, thumbnails } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { openNewTour, openTour } from '#support/tour-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Hiding parts of a picture, replacing it, and what is left to do before a demo is shared. */

let server: ServerProcess
let demo: MadeDemo

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})
test.beforeEach(async ({ page }) => {
  demo = await openNewTour(page, server.url, [{ title: 'Open' }, { title: 'Choose' }, {}])
})

const redact = (page: Page) => page.getByRole('region', { name: 'Redact' })

/** Draws from the picture's middle to its lower right corner. */
const drawArea = (page: Page) => dragOver(page, page.getByTestId('draw-surface'), [50, 50], [99.7, 99.7])

/** Columns of the first step. Sorted, since the REST dialect takes a filter named "order" as a sort. */
async function firstStep<T>(columns: string): Promise<T> {
  const steps = demo.author.from('demo_steps').select(columns).eq('demo_id', demo.id)
  const { data } = await steps.order('order').limit(1).single().throwOnError()
  return data as T
}

/** What a visitor gets at a place of the first step, in percent of the picture: red, green and blue. */
async function visitorsPixel(x: number, y: number): Promise<string> {
  const { screenshot_url: path } = await firstStep<{ screenshot_url: string }>('screenshot_url')
  const page = await (await fetch(`${server.url}/demo/${demo.id}/play`)).text()
  expect(page).toContain(path)
  const picture = await fetch(`${server.url}/storage/v1/object/public/demo-captures/${path}`)
  const { data: pixels, info } = await sharp(await picture.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
  return [...pixels.subarray(at, at + 3)].join(' ')
}

test('hides a part of a picture from visitors; undo and redo hold over a reload', async ({ page }) => {
  const problems = watchConsole(page)
  const ground = await visitorsPixel(0.75, 0.75)
  await page.keyboard.press('r')
  await expect(page.getByText('Drag over what nobody should see.')).toBeVisible()
  await drawArea(page)
  await expect(redact(page).getByText('Applied to the picture')).toBeVisible()
  expect(await visitorsPixel(0.75, 0.75)).toBe('28 23 34')
  expect(await visitorsPixel(0.25, 0.25)).toBe(ground)
  await expectAccessible(page)

  await page.reload()
  // The keys work once the history has loaded again.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await page.keyboard.press('Control+z')
  await expect(async () => expect(await visitorsPixel(0.75, 0.75)).toBe(ground)).toPass()
  await expectSaved(page)
  await page.keyboard.press('Control+y')
  await expect(async () => expect(await visitorsPixel(0.75, 0.75)).toBe('28 23 34')).toPass()
  expect(problems).toEqual([])
})

test('an area is added, made a blur, moved and removed by keys alone', async ({ page }) => {
  await page.getByRole('button', { name: 'Redact', exact: true }).first().press('Escape')
  await redact(page)
    .getByRole('button', { name: /Redact/ })
    .press('Enter')
  await redact(page).getByRole('button', { name: 'Add area' }).press('Enter')
  await redact(page).getByRole('radio', { name: 'Solid' }).press('ArrowRight')
  await expect(redact(page).getByRole('radio', { name: 'Blur' })).toBeChecked()
  const handle = page.getByRole('button', { name: /^Move the redacted area 1/ })
  await handle.press('ArrowDown')
  await expect(redact(page).getByText('Applied to the picture')).toBeVisible()
  await handle.press('Delete')
  await expect(page.getByRole('group', { name: 'Redacted area 1' })).toHaveCount(0)
  await expectSaved(page)
})

test('keeps a part of a picture, and asks before another picture shows what was hidden', async ({ page }) => {
  await page.keyboard.press('k')
  await drawArea(page)
  await expect(redact(page).getByRole('button', { name: 'Remove crop' })).toBeVisible()
  await expectSaved(page)
  const width = async () => (await firstStep<{ width: number }>('width')).width
  await expect.poll(width).toBeLessThan(700)

  const { buffer, name, mimeType } = await createImage(3)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Replace image' }).click()
  await (await chooser).setFiles({ buffer, name, mimeType })
  const question = page.getByRole('dialog', { name: 'Redact the new picture too?' })
  await expect(question).toContainText('a crop')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Redact again' }).click()
  await expect(question).toBeHidden()
  await expect(async () => expect(await visitorsPixel(0.5, 0.5)).not.toBe('67 131 29')).toPass()
  expect(await width()).toBeLessThan(700)
})

test('a step is copied to another demo of the workspace, and the copy is undone', async ({ page }) => {
  const { data } = await demo.author.rpc('duplicate_demo', { p_demo_id: demo.id }).throwOnError()
  await demo.author.from('demos').update({ name: 'Tour' }).eq('id', String(data)).throwOnError()
  await thumbnails(page).nth(1).click()
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Step copied.')).toBeVisible()
  await openTour(page, server.url, String(data))
  await page.keyboard.press('Control+v')
  await expect(thumbnails(page)).toHaveCount(4)
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Choose/)
  await page.keyboard.press('Control+z')
  await expect(thumbnails(page)).toHaveCount(3)
  await page.keyboard.press('d')
  await expect(thumbnails(page)).toHaveCount(4)
})

test('lists what is left to do, with a fix each', async ({ page }) => {
  await page.getByRole('button', { name: /left to do$/ }).click()
  const list = page.getByRole('dialog', { name: 'Before you share' })
  const use = list.getByRole('button', { name: 'Use title: No alt text, Step 1 · Open' })
  await expect(use).toBeVisible()
  await expectAccessible(page)
  await use.click()
  await expect(use).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toHaveValue('Open')
  await list.getByRole('button', { name: 'Write: No title, Step 3' }).click()
  await expect(list).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
})

test('the map of paths is walked by keys and leads to a step', async ({ page }) => {
  await page.getByRole('radio', { name: 'Paths' }).press('Space')
  const map = page.getByRole('region', { name: 'Paths' })
  await expect(map.getByRole('button', { name: /^Step 1.*Open.*Leads to 2$/ })).toBeVisible()
  await expectAccessible(page)
  await map.getByRole('button', { name: /^Step 1/ }).press('ArrowDown')
  await expect(map.getByRole('button', { name: /^Step 2/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('canvas')).toBeVisible()
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-current', /.+/)
})

test('a branch is added from the map, which then shows its paths', async ({ page }) => {
  await page.getByRole('radio', { name: 'Paths' }).press('Space')
  await page.getByRole('button', { name: 'Add branch' }).click()
  const panel = page.getByRole('region', { name: 'Add Card' })
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Custom Card' })
    .getByRole('button', { name: 'Use This Card' })
    .click()
  await page.getByTestId('card-custom').getByLabel('Card title').fill('What is your role?')
  await page.getByRole('combobox', { name: /^Link to/ }).click()
  await page.getByRole('option', { name: /^Step 3/ }).click()
  await page.getByRole('radio', { name: 'Paths' }).press('Space')
  const choice = page.getByRole('region', { name: 'Paths' }).getByRole('button', { name: /^What is your role\?/ })
  await expect(choice).toHaveAccessibleName(/after step 1\. Next to step 2\. Continue to step 3\./)
  await expectAccessible(page)
  await choice.click()
  await expect(page.getByRole('region', { name: 'Custom Card' })).toBeVisible()
})
