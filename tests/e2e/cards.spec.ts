import { expect, test, type Page } from '@playwright/test'

import { openNewDemo } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { createImage } from '#support/create-image.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Cards on a step: authors place them, visitors respond, and no input is lost. */

let server: ServerProcess

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

/** A new author in the editor of a new demo of two steps; returns the demo's id. */
const openTwoSteps = async (page: Page) => openNewDemo(page, server.url, [await createImage(1), await createImage(2)])

async function useCard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Action Card' }).click()
  const panel = page.getByRole('region', { name: 'Add Card' })
  await panel.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Use This Card' }).click()
  await expect(panel).toBeHidden()
}

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
}

test('an author places a lead card, and a visitor fills it in and continues', async ({ page, browser }) => {
  const problems = watchConsole(page)
  const demoId = await openTwoSteps(page)

  await page.getByRole('button', { name: 'Add Action Card' }).click()
  const panel = page.getByRole('region', { name: 'Add Card' })
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
    'Lead Card',
    'Click Card',
    'Cue Card',
    'Media Card',
    'Custom Card',
  ])
  // The first image of an entry is the card's; the other one is the button's.
  for (const entry of await panel.getByRole('listitem').all()) await expect(entry.locator('svg').first()).toBeVisible()
  await expect(panel.getByText('Captures lead info with a customizable form.')).toBeHidden()
  await panel.getByRole('button', { name: 'About the Lead Card' }).click()
  await expect(panel.getByText('Captures lead info with a customizable form.')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Use This Card' }).first().click()
  await expect(panel).toBeHidden()

  const card = page.getByTestId('card-lead')
  await expect(card.getByLabel('Card title')).toHaveText('Add your demo intro title')
  await expect(card.getByLabel('Card description')).toHaveText('Click here to add a description')
  const placed = await card.boundingBox()
  expect(Math.round(placed?.width ?? 0)).toBe(400)
  expect(Math.round(placed?.height ?? 0)).toBe(300)
  await page.screenshot({ path: test.info().outputPath('placed.png') })

  await card.getByLabel('Card title').fill('See it with your data')
  await card.getByLabel('Card description').fill('Two fields, and you are in.')
  const bar = page.getByRole('toolbar', { name: 'Text formatting' })
  const options = (name: string) => bar.getByLabel(name).locator('option').allTextContents()
  expect(await options('Font')).toEqual(['Inter', 'Arial', 'Helvetica', 'Times New Roman', 'Georgia'])
  expect(await options('Size')).toEqual(['12 px', '14 px', '16 px', '18 px', '24 px'])
  for (const name of ['Bold', 'Underline']) await expect(bar.getByRole('button', { name })).toBeVisible()
  await expect(bar.getByLabel('Colour')).toBeVisible()
  await card.getByLabel('Card title').focus()
  await bar.getByLabel('Font').selectOption('Georgia')
  await bar.getByLabel('Size').selectOption('24 px')
  await bar.getByRole('button', { name: 'Italic' }).click()

  // A part of a text is formatted by selecting it, by pointer or by keys.
  const description = card.getByLabel('Card description')
  await description.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+Control+ArrowRight')
  await expect(page.getByText('Formats the selected words.')).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(bar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await bar.getByLabel('Size').selectOption('18 px')
  await description.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden()
  await page.getByLabel('Link to').fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an address that starts with https://.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Link to').fill('https://example.com/start')
  await page.keyboard.press('Enter')
  await expect(description).toBeFocused()
  await expect(bar.getByRole('button', { name: 'Link' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+z')
  await expect(bar.getByRole('button', { name: 'Link' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Control+y')
  const grip = card.getByRole('button', { name: /^Move the Lead Card/ })
  await grip.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  const before = await card.boundingBox()
  const hold = await grip.boundingBox()
  await page.mouse.move(hold!.x + 10, hold!.y + 5)
  await page.mouse.down()
  await page.mouse.move(hold!.x + 30, hold!.y + 25, { steps: 4 })
  await page.mouse.up()
  expect(Math.round((await card.boundingBox())!.x - before!.x)).toBe(20)
  // Near the middle of the picture, the card snaps to it.
  await page.mouse.move(hold!.x + 30, hold!.y + 25)
  await page.mouse.down()
  await page.mouse.move(hold!.x + 50, hold!.y + 25, { steps: 4 })
  await page.mouse.up()
  const picture = (await page.getByTestId('canvas').getByRole('img').boundingBox())!
  const rested = (await card.boundingBox())!
  expect(Math.abs(rested.x + rested.width / 2 - picture.x - picture.width / 2)).toBeLessThan(0.6)
  await expectSaved(page)
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('editor.png') })

  await page.reload()
  await expect(card.getByLabel('Card title')).toHaveText('See it with your data')
  await expect(card.getByLabel('Card title')).toHaveCSS('font-size', '24px')
  await expect(card.getByLabel('Card title')).toHaveCSS('font-style', 'italic')
  await expect(description.getByText('Two', { exact: true })).toHaveCSS('font-size', '18px')

  const visitor = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const visitorProblems = watchConsole(visitor)
  await visitor.goto(`${server.url}/demo/${demoId}/play`)
  await expect(visitor.getByText('See it with your data')).toBeVisible()
  await expect(visitor.getByRole('strong')).toHaveText('Two ')
  await expect(visitor.getByRole('strong')).toHaveCSS('font-size', '18px')
  await expect(visitor.getByRole('link', { name: 'in.' })).toHaveAttribute('href', 'https://example.com/start')
  await expectAccessible(visitor)
  await visitor.screenshot({ path: test.info().outputPath('player.png') })
  await visitor.getByLabel('WORK EMAIL').fill('ada@')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('Enter a work email such as name@company.com.')).toBeVisible()
  await expect(visitor.getByLabel('WORK EMAIL')).toBeFocused()
  await visitor.getByLabel('WORK EMAIL').fill('ada@example.com')
  await visitor.getByLabel('NAME').fill('Ada')

  // Input survives viewing another step, and a server outage.
  await visitor.getByRole('button', { name: 'Next', exact: true }).click()
  await visitor.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(visitor.getByLabel('NAME')).toHaveValue('Ada')
  await visitor.context().setOffline(true)
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByText(/^Your answers could not be sent/)).toBeVisible()
  await visitor.context().setOffline(false)
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByText('Step 2 of 2').first()).toBeVisible()
  await visitor.keyboard.press('ArrowLeft')
  await expect(visitor.getByText('Sent. Thank you.')).toBeVisible()
  expect(visitorProblems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  // Navigating away sends pending work; closing the context just ends.
  await visitor.goto('about:blank')
  await visitor.context().close()

  await page.goto(`${server.url}/dashboard/leads`)
  // Search ignores accents the address lacks.
  await page.getByRole('searchbox', { name: 'Search by name, email or demo' }).fill('ÁDA@')
  const row = page.getByRole('link', { name: /Ada ada@example\.com/ })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('leads.png') })
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/)
  await row.click()
  await expect(page.getByRole('heading', { name: 'Ada' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Saw step 1' }).first()).toBeVisible()
  await page.getByLabel('Status').selectOption('Won')
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('won')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('lead.png') })
  const colleague = await page.context().newPage()
  const colleagueProblems = watchConsole(colleague)
  await colleague.goto(page.url())
  await expect(colleague.getByRole('heading', { name: 'Ada' })).toBeVisible()
  await page.getByRole('button', { name: 'More for Ada' }).click()
  await page.getByRole('menuitem', { name: 'Erase everywhere' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Erase everywhere' })).toBeDisabled()
  await expect(dialog.getByRole('list', { name: 'What is erased' })).toContainText(
    '1 lead with this contact1 visit with ',
  )
  await dialog.getByLabel('Type ada@example.com to confirm').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Erase everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
  await expect(colleague.getByRole('heading', { name: 'Lead not found' })).toBeVisible()
  await expect(colleague.getByRole('heading', { name: 'Ada' })).toBeHidden()
  expect([...problems, ...colleagueProblems]).toEqual([])
})

test('on a phone cards are below the image, and a click card advances', async ({ page, browser }) => {
  const demoId = await openTwoSteps(page)
  await useCard(page, 'Click Card')
  const card = page.getByTestId('card-click')
  expect(await card.boundingBox()).toMatchObject({ width: expect.closeTo(300, 0), height: expect.closeTo(100, 0) })
  await useCard(page, 'Lead Card')
  await expectSaved(page)

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const problems = watchConsole(phone)
  await phone.goto(`${server.url}/demo/${demoId}/play`)
  const way = phone.getByRole('button', { name: 'Click here Follow this step to continue' })
  await expect(way).toBeVisible()
  const picture = await phone.locator('.us-frame').boundingBox()
  expect((await way.boundingBox())!.y).toBeGreaterThanOrEqual(picture!.y + picture!.height)
  await expectAccessible(phone)
  await phone.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true })
  await way.click()
  await expect(phone.getByText('Step 2 of 2').first()).toBeVisible()
  expect(problems).toEqual([])
  await phone.context().close()
})

test('undo restores a deleted card, and offline edits are kept', async ({ page }) => {
  await openTwoSteps(page)
  await useCard(page, 'Cue Card')
  const card = page.getByTestId('card-cue')
  await card.getByRole('button', { name: /^Move the Cue Card/ }).focus()
  await page.keyboard.press('Delete')
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(card).toBeVisible()
  await expectSaved(page)

  // Escape cancels a drag; clicking beside the card deselects it, and the editor gets the next key.
  const box = (await card.boundingBox())!
  await page.mouse.move(box.x + 6, box.y + 6)
  await page.mouse.down()
  await page.mouse.move(box.x - 60, box.y - 40, { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => card.boundingBox()).toEqual(box)
  await expect(page.getByRole('button', { name: 'Resize the Cue Card' })).toBeVisible()
  await page.mouse.click(box.x - 40, box.y)
  await expect(page.getByRole('button', { name: 'Resize the Cue Card' })).toBeHidden()
  await page.keyboard.press('n')
  await expect(page.getByRole('region', { name: 'Speaker Notes' })).toBeVisible()

  await page.route('**/rest/v1/step_cards**', (route) => route.abort('internetdisconnected'))
  await card.getByLabel('Card description').fill('Written on the train')
  await expect(page.getByText('Offline, kept here')).toBeVisible()
  await page.reload()
  await expect(card.getByLabel('Card description')).toHaveText('Written on the train')
  await page.unroute('**/rest/v1/step_cards**')
  await expectSaved(page)
})

test('unfinished parts of cards are marked and listed, and never shown to visitors', async ({ page, browser }) => {
  const problems = watchConsole(page)
  const demoId = await openTwoSteps(page)
  await useCard(page, 'Lead Card')
  await useCard(page, 'Media Card')
  await useCard(page, 'Custom Card')
  await useCard(page, 'Cue Card')
  await page.getByTestId('card-cue').getByLabel('Card description').fill('Mind the total')
  await page.getByTestId('card-custom').getByLabel('Card title').fill('Your numbers')
  const marks = page.getByTestId('canvas').getByText('Unfinished', { exact: true })
  await expect(marks).toHaveCount(3)
  await expect(page.getByRole('group', { name: 'Cue Card: Good to know' }).getByText('Unfinished')).toBeHidden()
  await expect(page.getByText('Missing, and not shown to visitors: description.')).toBeVisible()
  await expectSaved(page)
  await page.screenshot({ path: test.info().outputPath('unfinished.png') })

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const list = page.getByRole('region', { name: '3 unfinished' })
  await list.getByText('2 more').click()
  for (const name of ['Lead Card', 'Media Card', 'Custom Card'])
    await expect(list.getByRole('link', { name: `Fix: Step 1 · ${name}` })).toBeVisible()
  await expect(list).toContainText('Step 1 · Media Card: Hidden, no picture or video')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('share.png') })

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${server.url}/demo/${demoId}/play`)
  await expect(visitor.getByText('Mind the total')).toBeVisible()
  await expect(visitor.getByText('Your numbers')).toBeVisible()
  await expect(visitor.locator('.us-card')).toHaveCount(2)
  for (const text of ['Click here to add a description', 'Add your demo intro title', 'Say it your way'])
    expect(await visitor.content()).not.toContain(text)
  await visitor.context().close()

  // The list leads to the card, and shrinks.
  await list.getByRole('link', { name: 'Fix: Step 1 · Media Card' }).click()
  await expect(page.getByRole('dialog', { name: 'Share Demo' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Resize the Media Card' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByTestId('card-media')
    .getByRole('button', { name: /^Move the/ })
    .focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('region', { name: '2 unfinished' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectSaved(page)

  // The author’s own viewer shows what visitors get.
  await page.goto(`${server.url}/dashboard/demos/${demoId}`)
  await expect(page.getByText('Mind the total')).toBeVisible()
  await expect(page.locator('.us-card')).toHaveCount(2)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('region', { name: '2 unfinished' })).toBeVisible()
  expect(problems).toEqual([])
})
