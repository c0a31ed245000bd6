import { writeFile } from 'node:fs/promises'

import { expect, test, type Page } from '@playwright/test'

import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import { actionPages } from '#support/action-pages.ts'
import { askExtension } from '#support/extension-page.ts'
import { startRecordedApp, type RecordedApp } from '#support/recorded-app.ts'
import { waitUntilReady } from '#support/recording-author.ts'

/* Everything a person does besides clicking, in the real extension. */

let app: RecordedApp<keyof typeof actionPages>

test.beforeAll(async () => {
  app = await startRecordedApp(actionPages)
})

test.afterAll(async () => {
  await app.stop()
})

test.afterEach(async () => {
  await app.forgetRecordings()
})

/** The resulting steps, once there are this many. */
async function expectActions(
  sessionId: string,
  expected: readonly (readonly [kind: string | undefined, text: string | undefined])[],
): Promise<readonly Capture[]> {
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(({ action }) => [action?.kind, action?.text]))
    .toEqual(expected)
  return app.listCaptures(sessionId)
}

async function clickReady(page: Page, selector: string): Promise<void> {
  await waitUntilReady(page)
  await page.locator(selector).click()
}

test('typing in one field is one step with its text; private fields stay private', async () => {
  const { page, sessionId } = await app.record('/form')
  await clickReady(page, '#project')
  await page.keyboard.type('Apollo')
  await clickReady(page, '#notes')
  await page.keyboard.type('Two lines')
  await page.keyboard.press('Enter')
  await page.keyboard.type('of notes')
  await clickReady(page, '#password')
  await page.keyboard.type('correct horse')
  await clickReady(page, '#reveal')
  await clickReady(page, '#password')
  await page.keyboard.type(' battery')
  await clickReady(page, '#card')
  await page.keyboard.type('4111 1111')
  await page.keyboard.press('Tab')
  await waitUntilReady(page)
  await page.keyboard.type('invoices of ada@example.com')
  await clickReady(page, '#search')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('open invoices')
  await page.keyboard.press('Enter')
  const captures = await expectActions(sessionId, [
    ['type', 'Apollo'],
    ['type', 'Two lines\nof notes'],
    ['type', ''],
    [undefined, undefined],
    ['type', ''],
    ['type', ''],
    ['type', ''],
    ['type', 'open invoices'],
    ['key', 'Enter'],
  ])
  expect(JSON.stringify(captures)).not.toMatch(/horse|battery|4111|ada@/)
  expect(captures.map(describeAction).slice(0, 3)).toEqual([
    'Fill in "Project"',
    'Fill in "Notes"',
    'Fill in "Password"',
  ])
  expect(captures[0]?.box).toBeDefined()
  await page.close()
})

test('choices name the chosen option, file fields the file', async () => {
  const { page, sessionId } = await app.record('/form')
  await waitUntilReady(page)
  await page.locator('#plan').focus()
  await page.keyboard.press('ArrowDown')
  await waitUntilReady(page)
  await page.locator('#due').focus()
  for (const key of ['1', '2', '2', '4', '2', '0', '2', '6']) await page.keyboard.press(key)
  const chooser = page.waitForEvent('filechooser')
  await clickReady(page, '#report')
  await (await chooser).setFiles({ name: 'figures.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') })
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Choose "Team" from "Plan"', 'Set "Due date" to 2026-12-24', 'Choose the file "figures.pdf"'])
  await page.close()
})

test('choices in an open list name the list and the chosen option', async () => {
  const { page, sessionId } = await app.record('/form')
  await waitUntilReady(page)
  const east = page.getByRole('option', { name: 'East' })
  await east.click()
  await waitUntilReady(page)
  await page.getByRole('option', { name: 'South' }).click({ modifiers: ['Control'] })
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Choose "East" from "Regions"', 'Choose "East, South" from "Regions"'])
  const [option, captures] = await Promise.all([east.boundingBox(), app.listCaptures(sessionId)])
  expect(captures[0]?.box?.heightPercent).toBeCloseTo(((option?.height ?? 0) / 800) * 100, 0)
  await page.close()
})

test('sliders say their value, by mouse and keyboard', async () => {
  const { page, sessionId } = await app.record('/form')
  await waitUntilReady(page)
  const slider = await page.locator('#volume').boundingBox()
  const y = (slider?.y ?? 0) + (slider?.height ?? 0) / 2
  await page.mouse.move((slider?.x ?? 0) + (slider?.width ?? 0) / 2, y)
  await page.mouse.down()
  await page.mouse.move((slider?.x ?? 0) + (slider?.width ?? 0) + 20, y, { steps: 6 })
  await page.mouse.up()
  await clickReady(page, '#project')
  await page.locator('#volume').focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Set "Volume" to 10', 'Fill in "Project"', 'Set "Volume" to 9'])
  await page.close()
})

test('a dropped file is a step with its name', async () => {
  const { page, sessionId } = await app.record('/form')
  await waitUntilReady(page)
  const box = await page.locator('#upload').boundingBox()
  const place = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 30 }
  const file = test.info().outputPath('figures.pdf')
  await writeFile(file, 'x')
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      ...place,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    })
  }
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Choose the file "figures.pdf"'])
  const [capture] = await app.listCaptures(sessionId)
  expect(capture?.hotspot?.xPercent).toBeCloseTo((place.x / 1280) * 100, 1)
  await page.close()
})

test('records the path of a drag, with the mouse and with drag and drop', async () => {
  const { page, sessionId } = await app.record('/board')
  await waitUntilReady(page)
  await page.mouse.move(160, 130)
  await page.mouse.down()
  await page.mouse.move(400, 130, { steps: 8 })
  await page.mouse.move(400, 400, { steps: 8 })
  await page.mouse.up()
  await waitUntilReady(page)
  await page.locator('#native').dragTo(page.locator('#zone'))
  await clickReady(page, '#after')
  const captures = await expectActions(sessionId, [
    ['drag', ''],
    ['drag', ''],
    [undefined, undefined],
  ])
  const [mouse, native] = captures.map(({ action }) => action?.path ?? [])
  expect(mouse?.length).toBeGreaterThanOrEqual(3)
  expect(mouse?.length).toBeLessThanOrEqual(24)
  expect(mouse?.at(-1)?.xPercent).toBeCloseTo((400 / 1280) * 100, 0)
  expect(mouse?.at(-1)?.yPercent).toBeCloseTo((400 / 800) * 100, 0)
  expect(native?.at(-1)?.xPercent).toBeCloseTo((750 / 1280) * 100, 0)
  expect(captures.map(describeAction).slice(0, 2)).toEqual(['Drag "Invoice 12"', 'Drag "Card A"'])
  await page.close()
})

test('records a drag whose page removes the dragged element on drop', async () => {
  const { page, sessionId } = await app.record('/board')
  await waitUntilReady(page)
  await page.evaluate(() => {
    const item = document.querySelector('#native')
    document.querySelector('#zone')?.addEventListener('drop', () => item?.remove())
  })
  await waitUntilReady(page)
  await page.locator('#native').dragTo(page.locator('#zone'), { steps: 5 })
  const [drag] = await expectActions(sessionId, [['drag', '']])
  expect(drag?.action?.path.at(-1)?.xPercent).toBeCloseTo((750 / 1280) * 100, 0)
  await page.close()
})

test('a page that captures the pointer drags, even if text gets selected on the way', async () => {
  const { page, sessionId } = await app.record('/board')
  await waitUntilReady(page)
  await page.locator('#grip').hover()
  await page.mouse.down()
  await page.mouse.move(300, 435, { steps: 8 })
  await page.mouse.up()
  await expectActions(sessionId, [['drag', '']])
  await page.close()
})

test('hover menus and scrolling are kept, merged into the next step', async () => {
  const { page, sessionId } = await app.record('/menu')
  await waitUntilReady(page)
  await page.mouse.move(700, 400)
  await page.mouse.move(60, 25)
  await page.waitForFunction(() => document.querySelector('#entry')?.checkVisibility())
  await waitUntilReady(page)
  await page.locator('#entry').click()
  await waitUntilReady(page)
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 900)
  await page.waitForFunction(() => scrollY > 800)
  await page.mouse.wheel(0, 5000)
  await page.waitForFunction(() => scrollY > 2000)
  await clickReady(page, '#end')
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map((each) => [describeAction(each), each.isFolded === true]))
    .toEqual([
      ['Point at "Products"', true],
      ['Click "Pricing"', false],
      ['Scroll down', true],
      ['Click "End of page"', false],
    ])
  const { recordings } = await askExtension(app.home, { type: 'list-recordings' })
  expect(recordings[0]?.captureCount).toBe(2)
  await page.close()
})

test('menus that scripts or styles open under the pointer are kept, wherever they are in the page', async () => {
  const { page, sessionId } = await app.record('/menus')
  await waitUntilReady(page)
  await page.mouse.move(700, 400)
  await page.locator('#top').hover()
  await page.locator('#entry').hover()
  await clickReady(page, '#entry')
  await page.mouse.move(700, 400)
  await waitUntilReady(page)
  await page.locator('#wrap button').hover()
  await page.locator('#csv').hover()
  await clickReady(page, '#csv')
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map((each) => [describeAction(each), each.isFolded === true]))
    .toEqual([
      ['Point at "Solutions"', true],
      ['Click "Overview"', false],
      ['Point at "Export"', true],
      ['Click "As CSV"', false],
    ])
  await page.close()
})

test('typing in a field that the page redraws for every key is one step, and stays private', async () => {
  const { page, sessionId } = await app.record('/redrawn')
  await clickReady(page, '#colour')
  await page.keyboard.type('ivory', { delay: 30 })
  await page.keyboard.press('Tab')
  await page.locator('#palette').focus()
  await waitUntilReady(page)
  await page.keyboard.type('Summer', { delay: 30 })
  await clickReady(page, '#show')
  await clickReady(page, '#word')
  await page.keyboard.type('horse', { delay: 30 })
  await clickReady(page, '#after')
  await expectActions(sessionId, [
    ['type', 'ivory'],
    ['type', 'Summer'],
    [undefined, undefined],
    ['type', ''],
    [undefined, undefined],
  ])
  await page.close()
})

test('Enter that sends a message is a step, with the picture of the typed message', async () => {
  const { page, sessionId } = await app.record('/chat')
  for (const [field, text] of [
    ['#plain', 'Hello there'],
    ['#rich', 'See you soon'],
  ] as const) {
    await clickReady(page, field)
    await page.keyboard.type(text)
    await waitUntilReady(page)
    await page.keyboard.press('Enter')
    await expect(page.locator('#log')).toContainText(text)
  }
  const captures = await expectActions(sessionId, [
    ['type', 'Hello there'],
    ['key', 'Enter'],
    ['type', 'See you soon'],
    ['key', 'Enter'],
  ])
  expect(captures.map(({ frameDelayMs }) => frameDelayMs)).toEqual([0, 0, 0, 0])
  await page.close()
})

test('the browser’s Back in an app that changes its address itself is a step', async () => {
  const { page, sessionId } = await app.record('/routes')
  await clickReady(page, '#go')
  await expect.poll(async () => (await app.listCaptures(sessionId)).length).toBe(1)
  await waitUntilReady(page)
  // Later than a page that navigates back by itself.
  await page.waitForTimeout(1_600)
  await page.goBack()
  await clickReady(page, '#here')
  const host = new URL(app.url).host
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Click "Go"', `Go to ${host}/routes`, 'Click "Here"'])
  await page.close()
})

test('shortcuts and addresses are steps', async () => {
  const { page, sessionId } = await app.record('/keys')
  await clickReady(page, '#first')
  await waitUntilReady(page)
  await page.keyboard.press('Control+k')
  await waitUntilReady(page)
  await page.goto(`${app.url}/other?token=planted-secret`)
  await clickReady(page, '#here')
  const host = new URL(app.url).host
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Click "First"', 'Press Ctrl+K', `Go to ${host}/other`, 'Click "Here"'])
  expect(JSON.stringify(await app.listCaptures(sessionId))).not.toContain('planted')
  await page.close()
})

test('letters are steps where the page answers them, and never where it shows what was typed', async () => {
  const { page, sessionId } = await app.record('/mail')
  for (const key of ['c', 'j', 'e', '4', '/']) {
    await waitUntilReady(page)
    await page.keyboard.press(key)
    await page.waitForTimeout(500)
  }
  await page.keyboard.type('invoice')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  // Text that the page draws, at any speed.
  await page.keyboard.type('tulip', { delay: 40 })
  for (const key of 'rose') {
    await page.keyboard.press(key)
    await page.waitForTimeout(450)
  }
  // A field that opens for the first letter, as in a spreadsheet.
  await page.keyboard.type('grants', { delay: 40 })
  await clickReady(page, '#after')
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Press C', 'Press E', 'Press /', 'Search for "invoice"', 'Fill in "Cell"', 'Click "After"'])
  const [compose] = await app.listCaptures(sessionId)
  expect(compose?.frameDelayMs).toBe(0)
  await page.close()
})

test('arrow keys that choose or open something in tabs, trees and radio buttons are steps', async () => {
  const { page, sessionId } = await app.record('/lists')
  await clickReady(page, '#general')
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await waitUntilReady(page)
      await page.keyboard.press(key)
    }
  }
  const expectSteps = (names: readonly string[]) =>
    expect.poll(async () => (await app.listCaptures(sessionId)).map(({ target }) => target.name)).toEqual(names)
  await press('ArrowRight')
  await expectSteps(['General', 'Billing'])
  await page.focus('#tree')
  await press('ArrowRight')
  await expectSteps(['General', 'Billing', 'Projects'])
  // The second only moves.
  await press('ArrowDown', 'Enter')
  await page.focus('#free')
  await press('ArrowDown')
  await clickReady(page, '#after')
  const all = ['General', 'Billing', 'Projects', 'Archive', 'Team', 'Opened']
  await expectSteps(all)
  const captures = await app.listCaptures(sessionId)
  // With the picture before the key.
  expect(captures.map(({ frameDelayMs }) => frameDelayMs)).toEqual(all.map(() => 0))
  await page.close()
})

test('icons, tooltips and headings name elements without a label', async () => {
  const { page, sessionId } = await app.record('/names')
  for (const selector of ['#icon', '#tip', '#chart']) await clickReady(page, selector)
  await expect
    .poll(async () => (await app.listCaptures(sessionId)).map(describeAction))
    .toEqual(['Click "Trash"', 'Click "Archive"', 'Click in "Team members"'])
  const [icon, , chart] = await app.listCaptures(sessionId)
  expect(icon?.box).toMatchObject({ widthPercent: (40 / 1280) * 100, heightPercent: 5 })
  expect(chart?.box).toBeUndefined()
  await page.close()
})

test('shortcuts pause, undo and stop', async () => {
  const { page, sessionId } = await app.record('/keys')
  await clickReady(page, '#first')
  await expect.poll(async () => (await app.listCaptures(sessionId)).length).toBe(1)
  const popup = await app.browser.openPopup()
  await app.browser.useShortcut('pause-recording')
  await expect(popup.getByRole('status')).toHaveText('Paused, 1 step')
  await app.browser.useShortcut('pause-recording')
  await expect(popup.getByRole('status')).toHaveText('Recording, 1 step')
  await app.browser.useShortcut('undo-step')
  await expect(popup.getByRole('status')).toHaveText('Recording, 0 steps')
  const importing = app.browser.context.waitForEvent('page')
  await app.browser.useShortcut('stop-recording')
  await (await importing).waitForURL(`**/dashboard/demos/import/${sessionId}`)
  await app.browser.useShortcut('undo-step')
  await expect(popup.getByText('Every click in this tab becomes a step')).toBeVisible()
  await page.close()
})
