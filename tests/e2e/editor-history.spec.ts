import { expect, test, type Page } from '@playwright/test'

import { createImage } from '#support/create-image.ts'
import { expectSaved, thumbnails } from '#support/editor-page.ts'
import { importDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { openNewTour } from '#support/tour-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Every edit can be undone, in order, even after a reload. */

let server: ServerProcess
let demo: MadeDemo

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})
test.beforeEach(async ({ page }) => {
  demo = await openNewTour(page, server.url, [
    { title: 'Open' },
    { title: 'Choose', description: 'Say what each plan costs.', click: { x: 20, y: 30 } },
    { title: 'Done' },
  ])
})

const undo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Undo/ })

async function stored(): Promise<readonly unknown[]> {
  const rows = async (table: 'demo_steps' | 'step_cards', by: string) => {
    const { data } = await demo.author.from(table).select('*').eq('demo_id', demo.id).order(by).throwOnError()
    return data.map((row) => ({ ...row, updated_at: null, version: null }) as unknown)
  }
  const cards = await rows('step_cards', 'id')
  return (await rows('demo_steps', 'order')).map((step) => ({ step, cards }))
}

test('Ctrl+Z after deleting a step restores it, not an older edit', async ({ page }) => {
  const problems = watchConsole(page)
  await page.getByLabel('Title', { exact: true }).fill('Open it')
  await thumbnails(page).nth(1).click()
  await page.getByRole('button', { name: 'Add Action Card' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Cue Card' })
    .getByRole('button', { name: 'Use This Card' })
    .click()
  await expectSaved(page)
  const before = await stored()

  await page.getByRole('button', { name: 'Delete step' }).click()
  await expect(thumbnails(page)).toHaveCount(2)
  await expectSaved(page)
  await expect(undo(page)).toHaveAccessibleName('Undo delete step')
  await page.keyboard.press('Control+z')
  await expect(thumbnails(page)).toHaveCount(3)
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-label', 'Step 2: Choose')
  await expect(page.getByTestId('card-cue')).toBeVisible()
  await expectSaved(page)
  expect(await stored()).toEqual(before)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Redo/ })).toHaveAccessibleName('Redo delete step')

  // Redone, then undone after a reload; then the edits before it.
  await page.keyboard.press('Control+Shift+z')
  await expect(thumbnails(page)).toHaveCount(2)
  await expectSaved(page)
  await page.reload()
  await expect(undo(page)).toHaveAccessibleName('Undo delete step')
  await page.keyboard.press('Control+z')
  await expect(thumbnails(page)).toHaveCount(3)
  await expectSaved(page)
  expect(await stored()).toEqual(before)
  await expect(undo(page)).toHaveAccessibleName('Undo add card')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('card-cue')).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(thumbnails(page).first()).toHaveAttribute('aria-label', 'Step 1: Open')
  await expect(undo(page)).toBeDisabled()
  await expectSaved(page)
  expect(problems).toEqual([])
})

test('Undo removes duplicated and added steps, also from the palette', async ({ page }) => {
  const problems = watchConsole(page)
  await page.getByRole('button', { name: 'Duplicate step' }).click()
  await expect(thumbnails(page)).toHaveCount(4)
  await expect(undo(page)).toHaveAccessibleName('Undo duplicate step')

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add Step' }).click()
  await page.getByRole('menuitem', { name: 'From images' }).click()
  await (await chooser).setFiles([await createImage(2), await createImage(3)])
  await expect(thumbnails(page)).toHaveCount(6)
  await expect(undo(page)).toHaveAccessibleName('Undo add steps')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('undo')
  await page.getByRole('option', { name: 'Undo add steps' }).click()
  await expect(thumbnails(page)).toHaveCount(4)
  await page.keyboard.press('Control+z')
  await expect(thumbnails(page)).toHaveCount(3)
  await expectSaved(page)
  await page.keyboard.press('Control+y')
  await page.keyboard.press('Control+y')
  await expect(thumbnails(page)).toHaveCount(6)
  await expectSaved(page)
  expect((await stored()).length).toBe(6)
  expect(problems).toEqual([])
})

test('Undo restores a replaced image, and the step keeps the rest', async ({ page }) => {
  const problems = watchConsole(page)
  await thumbnails(page).nth(1).click()
  const before = await stored()
  const picture = page.getByTestId('canvas').locator('img').last()
  const address = await picture.getAttribute('src')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Replace image', exact: true }).click()
  await (await chooser).setFiles(await createImage(5))
  await expect(undo(page)).toHaveAccessibleName('Undo replace image')
  await expect(picture).not.toHaveAttribute('src', address ?? '')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Choose')
  await expectSaved(page)
  expect(await stored()).not.toEqual(before)
  await page.keyboard.press('Control+z')
  await expect(picture).toHaveAttribute('src', address ?? '')
  await expectSaved(page)
  expect(await stored()).toEqual(before)

  const refused = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Replace image', exact: true }).click()
  await (await refused).setFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText('The image was not replaced.')).toBeVisible()
  expect(problems).toEqual([])
})

test('a step loses its “Check picture” mark when its image is replaced', async ({ page }) => {
  const { buffer: png } = await createImage(1)
  const late = { png, width: 1280, height: 800, frameDelayMs: 400 }
  const id = await importDemo(demo.author, {
    name: 'Recorded',
    steps: [
      { ...late, frameDelayMs: 0, title: 'Open' },
      { ...late, title: 'Choose' },
      { ...late, title: 'Done' },
    ],
  })
  await page.goto(`${server.url}/dashboard/demos/${id}/edit`)
  const marks = page.getByRole('region', { name: 'Steps' }).getByText('Check image', { exact: true })
  await expect(marks).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  const isInside = await thumbnails(page)
    .nth(2)
    .evaluate((thumbnail) => thumbnail.scrollHeight <= thumbnail.clientHeight)
  expect(isInside).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await thumbnails(page).nth(1).click()
  await expect(marks).toHaveCount(2)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Replace image', exact: true }).click()
  await (await chooser).setFiles(await createImage(5))
  await expect(undo(page)).toHaveAccessibleName('Undo replace image')
  await expect(marks).toHaveCount(1)
  await expect(thumbnails(page).nth(2)).toContainText('Check image')
  await expectSaved(page)
  await page.reload()
  await expect(thumbnails(page).nth(2)).toContainText('Check image')
  await expect(marks).toHaveCount(1)
})

test('undo keeps a colleague’s later changes and says so', async ({ page }) => {
  const title = page.getByLabel('Title', { exact: true })
  const firstId = await thumbnails(page).first().getAttribute('data-step-id')
  await title.fill('Mine')
  await title.blur()
  await expectSaved(page)
  const theirs = async (text: string) =>
    demo.author.from('demo_steps').update({ title: text }).eq('id', firstId).throwOnError()

  // With the editor open, the colleague's change is detected before the undo is saved.
  await theirs('Theirs')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('This can no longer be undone: someone else changed it.')).toBeVisible()
  await expect(title).toHaveValue('Theirs')

  // After a reload, the change is known, so the undo isn't even tried.
  await title.fill('Mine again')
  await title.blur()
  await expectSaved(page)
  await theirs('Theirs again')
  await page.reload()
  await expect(title).toHaveValue('Theirs again')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('“Undo edit title” is no longer possible')).toBeVisible()
  await expect(title).toHaveValue('Theirs again')
  const { data } = await demo.author.from('demo_steps').select('title').eq('id', firstId).single()
  expect(data).toEqual({ title: 'Theirs again' })
})

test('a step deleted offline is deleted later, and its undo survives the reload', async ({ page }) => {
  await page.route('**/rest/v1/rpc/remove_demo_steps', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Delete step' }).click()
  await expect(page.getByText('Offline, kept here')).toBeVisible()
  await page.reload()
  await expect(thumbnails(page)).toHaveCount(2)
  await page.unroute('**/rest/v1/rpc/remove_demo_steps')
  await expectSaved(page)
  expect((await stored()).length).toBe(2)
  await page.keyboard.press('Control+z')
  await expect(thumbnails(page)).toHaveCount(3)
  await expectSaved(page)
  expect((await stored()).length).toBe(3)
})
