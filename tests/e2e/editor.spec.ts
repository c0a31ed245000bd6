import { expect, test, type Locator, type Page } from '@playwright/test'

import { messages } from '#domain/messages.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { openNewTour } from '#support/tour-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* The editor on a large screen, by pointer and by keys (spec §2). */

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
  demo = await openNewTour(page, server.url, [
    { title: 'Open' },
    { title: 'Choose', description: 'Say what each plan costs.' },
    { title: 'Done' },
  ])
})

const strip = (page: Page) => page.getByRole('region', { name: 'Steps' })
const thumbnails = (page: Page) => strip(page).getByRole('button', { name: /^Step \d/ })

async function labels(page: Page): Promise<readonly (string | null)[]> {
  return thumbnails(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
}

async function drag(page: Page, target: Locator, x: number, y: number): Promise<void> {
  const box = (await target.boundingBox())!
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + x / 2, fromY + y / 2)
  await page.mouse.move(fromX + x, fromY + y)
  await page.mouse.up()
}

test('the image is zoomed by keys, panned above 100 percent, and fills the strip’s space in full view', async ({
  page,
}) => {
  const problems = watchConsole(page)
  const canvas = page.getByTestId('canvas')
  const picture = canvas.getByRole('img', { name: 'Open' })
  await expect(picture).toBeVisible()
  const placeOf = async () => {
    const box = (await picture.boundingBox())!
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  }
  const middle = await placeOf()
  await drag(page, canvas, 60, 40)
  expect(await placeOf()).toEqual(middle)
  await page.keyboard.press('+')
  await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('125%')
  await drag(page, canvas, 60, 40)
  await expect.poll(placeOf).toEqual({ x: middle.x + 60, y: middle.y + 40 })
  await page.keyboard.press('-')
  await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText('100%')
  await expect.poll(placeOf).toEqual(middle)

  await page.getByRole('button', { name: 'Full view' }).click()
  await expect(strip(page)).toBeHidden()
  await page.getByRole('button', { name: 'Show the steps' }).click()
  await expect(strip(page)).toBeVisible()
  expect(problems).toEqual([])
})

test('steps are six in a row, show their number on hover, and are dragged into order', async ({ page }) => {
  const problems = watchConsole(page)
  const columns = () =>
    strip(page)
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  // On a large screen they begin as a list at the left.
  expect(await columns()).toBe(1)
  await page.keyboard.press('v')
  expect(await columns()).toBe(6)
  const second = thumbnails(page).nth(1)
  await expect(second.getByText('Step 2')).toBeHidden()
  await second.hover()
  await expect(second.getByText('Step 2')).toBeVisible()
  await expect(thumbnails(page).first()).toHaveAttribute('aria-current', 'step')

  const third = (await thumbnails(page).nth(2).boundingBox())!
  await thumbnails(page)
    .first()
    .dragTo(thumbnails(page).nth(2), { targetPosition: { x: third.width - 8, y: third.height / 2 } })
  await expect.poll(() => labels(page)).toEqual(['Step 1: Choose', 'Step 2: Done', 'Step 3: Open'])
  const orderOf = async () =>
    (await demo.author.from('demo_steps').select('order,title').eq('demo_id', demo.id).order('order')).data
  await expect.poll(orderOf).toEqual([
    { order: 1, title: 'Choose' },
    { order: 2, title: 'Done' },
    { order: 3, title: 'Open' },
  ])

  await page.keyboard.press('v')
  await expect(page.getByRole('button', { name: 'Show steps as a grid' })).toBeVisible()
  expect(await columns()).toBe(1)
  await page.reload()
  await expect(thumbnails(page)).toHaveCount(3)
  expect(await columns()).toBe(1)
  await page.keyboard.press('v')
  expect(await columns()).toBe(6)
  await strip(page).getByRole('button', { name: 'Add Step' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate selected step' }).click()
  await expect(thumbnails(page)).toHaveCount(4)
  expect(problems).toEqual([])
})

test('notes follow the selected step and save on blur; Ctrl+S saves name and description', async ({ page }) => {
  const problems = watchConsole(page)
  await thumbnails(page).nth(1).click()
  await page.keyboard.press('n')
  const notes = page.getByPlaceholder(messages.notesPlaceholder)
  await expect(notes).toHaveValue('Say what each plan costs.')
  await thumbnails(page).first().click()
  await expect(notes).toHaveValue('')
  await notes.fill('Say hello.')
  await notes.blur()
  await expect(page.getByText(messages.notesSaved)).toBeVisible()
  const textOf = async () =>
    (await demo.author.from('demos').select('name,description,demo_steps(description)').eq('id', demo.id).single()).data
  expect(await textOf()).toMatchObject({ demo_steps: expect.arrayContaining([{ description: 'Say hello.' }]) })

  await page.getByRole('button', { name: /^Demo/, expanded: false }).click()
  const saving = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/demos?'))
  await page.getByLabel('Demo name').fill('  Tour of plans ')
  await page.getByLabel('Description', { exact: true }).fill('  ')
  await page.keyboard.press('Control+s')
  expect((await saving).postDataJSON()).toEqual({
    name: 'Tour of plans',
    description: null,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  const headers = await (await saving).allHeaders()
  expect(headers['x-application-name']).toBe('understudy-web')
  expect(headers['apikey']).toBeTruthy()
  expect(headers['authorization']).toMatch(/^Bearer .+/)
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  expect(await textOf()).toMatchObject({ name: 'Tour of plans', description: null })
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('the header lists the keys, copies a share link, and leads back', async ({ page }) => {
  const problems = watchConsole(page)
  await page.getByRole('button', { name: 'Shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [label, key] of [
    ['Toggle speaker notes', 'N'],
    ['Toggle grid/vertical view', 'V'],
    ['Zoom in', '+'],
    ['Zoom out', '-'],
    ['Move between steps in the viewer', '← →'],
    ['Save changes', 'Ctrl+S'],
    ['Exit full screen in the viewer', 'Esc'],
  ] as const) {
    await expect(keys.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}${key}`)
  }
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share Demo' })
  const link = `${server.url}/demo/${demo.id}/play`
  await expect(share.getByRole('textbox', { name: 'Share Link' })).toHaveValue(link)
  await expect(share.getByRole('textbox', { name: 'Share Link' })).not.toBeEditable()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await share.getByRole('button', { name: 'Copy Share Link' }).click()
  await expect(share.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await clipboard()).toBe(link)
  await share.getByRole('button', { name: 'Copy Embed Code' }).click()
  await expect.poll(clipboard).toBe(await share.getByRole('textbox', { name: 'Embed Code' }).inputValue())
  expect(await clipboard()).toBe(
    `<div data-demo-id="${demo.id}"></div>\n<script async src="${server.url}/js/demo-player.js"></script>`,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  expect(problems).toEqual([])
})

test('the tools fit without a scrollbar, and a name has room beside them', async ({ page }) => {
  const long = 'How the finance team approves an invoice in two currencies and sends it on to the bank before noon'
  await page.getByLabel('Demo name').fill(long)
  const rail = page.getByRole('toolbar', { name: 'Tools' })
  const overflow = (locator: Locator) =>
    locator.evaluate((element) => [
      Math.max(0, element.scrollWidth - element.clientWidth),
      Math.max(0, element.scrollHeight - element.clientHeight),
    ])
  for (const width of [1920, 1440, 1024, 768, 390, 360]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await overflow(rail)]).toEqual([width, [0, 0]])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1920, height: 900 })
  expect(await overflow(page.getByLabel('Demo name'))).toEqual([0, 0])
  // Otherwise a tooltip has the full name.
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(page.getByRole('banner').getByRole('status')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Demo name')).toHaveAttribute('title', long)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expectAccessible(page)
  }
})

test('shows what another tab changed once the author returns', async ({ page, context }) => {
  const problems = watchConsole(page)
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Demo name').fill('The new tour')
  await thumbnails(other).nth(1).click()
  await other.getByRole('button', { name: 'Delete step' }).first().click()
  await expect(thumbnails(other)).toHaveCount(2)
  await expect(other.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await other.close()
  const returns = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await returns()
  await expect(page.getByText(/^Step 2 .*was deleted elsewhere\.$/)).toBeVisible()
  await expect(thumbnails(page)).toHaveCount(2)
  await expect(page.getByLabel('Demo name')).toHaveValue('The new tour')
  // The author's own changes cause no notice.
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await page.getByLabel('Demo name').fill('My tour')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByText('Updated with changes made elsewhere.')).toBeHidden()
  const reading = page.waitForResponse((response) => response.url().includes('get_demo_cards'))
  await returns()
  await reading
  await expect(page.getByLabel('Demo name')).toHaveValue('My tour')
  await expect(page.getByText('Updated with changes made elsewhere.')).toBeHidden()
  expect(problems).toEqual([])
})
