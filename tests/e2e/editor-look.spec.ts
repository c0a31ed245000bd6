import { expect, test, type Page } from '@playwright/test'

import { createImage } from '#support/create-image.ts'
import { canvasPicture, dragOver, expectSaved, section, thumbnails } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { openNewTour } from '#support/tour-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* How a demo is shown: callouts, boxes, camera, branches, chapters, cover and ending, each saved and undone. */

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
    { title: 'Open', click: { x: 20, y: 30 } },
    { title: 'Choose', description: 'Say what each plan costs.', click: { x: 60, y: 40 } },
    { title: 'Done' },
  ])
})

const undo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Undo/ })

async function stored(): Promise<unknown> {
  const [{ data: demos }, { data: steps }] = await Promise.all([
    demo.author.from('demos').select('look').eq('id', demo.id).single().throwOnError(),
    demo.author
      .from('demo_steps')
      .select('id,title,description,click_x,click_y,look,target_step_id')
      .eq('demo_id', demo.id)
      .order('order')
      .throwOnError(),
  ])
  return { look: demos.look as unknown, steps: steps as unknown }
}

test('everything about a demo’s look is made on the canvas, saved, undone across a reload, and redone', async ({
  page,
}) => {
  const problems = watchConsole(page)
  const before = await stored()

  // A callout is written where visitors read it; its heading and text are the step's.
  await page.getByLabel('Callout heading').fill('Open the plan')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Callout text')).toBeFocused()
  await page.keyboard.type('It takes a minute.')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Open the plan')
  await page.getByLabel('Callout text').blur()
  await section(page, 'Callout').getByRole('radio', { name: 'Below' }).click()

  // A drag with the hotspot's tool is a box around it; the box has handles for pointer and keys.
  await page.keyboard.press('h')
  await expect(page.getByText('Click where visitors should click, or drag a box around it.')).toBeVisible()
  await dragOver(page, canvasPicture(page), [10, 10], [30, 20])
  await expect(section(page, 'Hotspot').getByRole('radio', { name: 'Box' })).toBeChecked()
  await dragOver(page, canvasPicture(page), [20, 15], [40.5, 40])
  await page.getByRole('button', { name: 'Resize the hotspot box at its bottom right corner' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByLabel('Box width')).toHaveValue('25')

  // The hotspot leads elsewhere, chosen by picture.
  await section(page, 'Hotspot')
    .getByRole('combobox', { name: /^On click/ })
    .click()
  await page.getByRole('option', { name: 'Step 3: Done' }).click()
  await expect(section(page, 'Hotspot').getByRole('combobox', { name: /^On click/ })).toContainText('Step 3: Done')

  // The camera's area.
  await page.keyboard.press('z')
  await dragOver(page, canvasPicture(page), [20, 20], [70, 70])
  await expect(page.getByText('Zoom 200 %')).toBeVisible()
  await page.getByRole('slider', { name: 'Level' }).fill('250')
  await expect(page.getByText('Zoom 250 %')).toBeVisible()

  await thumbnails(page).nth(1).click()
  await page.getByLabel('Chapter').fill('Prices')
  await expect(page.getByRole('region', { name: 'Steps' }).getByText('Prices')).toBeVisible()

  // The demo's own look.
  await page.getByRole('button', { name: /^Demo/, expanded: false }).click()
  const ofDemo = section(page, 'Demo')
  await ofDemo.getByRole('radio', { name: 'Window' }).click()
  await ofDemo.getByLabel('Address').fill('app.example.com')
  await ofDemo.getByRole('switch', { name: 'Cover' }).click()
  await ofDemo.getByLabel('Cover title').fill('Plans for {{company}}')
  await expect(ofDemo.getByText('{{company}} has no fallback')).toBeVisible()
  await ofDemo.getByRole('button', { name: 'Set', exact: true }).click()
  await ofDemo.getByLabel('{{company}}').fill('your team')
  await ofDemo.getByLabel('Ending').selectOption('Link')
  await ofDemo.getByLabel('End link').fill('javascript:alert(1)')
  await expect(ofDemo.getByText('Enter an address that starts with https://.')).toBeVisible()
  await ofDemo.getByLabel('End link').fill('https://example.com/start')
  await expectSaved(page)
  await expectAccessible(page)
  const after = await stored()
  expect(after).toMatchObject({
    look: {
      layout: 'callout',
      frame: 'window',
      frameAddress: 'app.example.com',
      cover: { isOn: true, title: 'Plans for {{company}}' },
      ending: { kind: 'link', url: 'https://example.com/start' },
      variables: [{ name: 'company', fallback: 'your team' }],
    },
    steps: [
      {
        title: 'Open the plan',
        description: 'It takes a minute.',
        look: { marker: 'box', calloutSide: 'below', zoom: { widthPercent: 40, heightPercent: 40 } },
        target_step_id: await thumbnails(page).nth(2).getAttribute('data-step-id'),
      },
      { look: { chapter: 'Prices' } },
      {},
    ],
  })

  // Undone to the beginning over a reload, and redone.
  await page.reload()
  await expect(page.getByLabel('Demo name')).toHaveValue('Tour')
  for (let steps = 0; await undo(page).isEnabled(); steps += 1) {
    expect(steps).toBeLessThan(60)
    await page.keyboard.press('Control+z')
  }
  await expectSaved(page)
  expect(await stored()).toEqual(before)
  await page.reload()
  const redo = page.getByRole('banner').getByRole('button', { name: /^Redo/ })
  await expect(redo).toBeEnabled()
  while (await redo.isEnabled()) await page.keyboard.press('Control+y')
  await expectSaved(page)
  expect(await stored()).toEqual(after)
  expect(problems).toEqual([])
})

test('Preview plays what is not saved yet, and records nothing', async ({ page }) => {
  const problems = watchConsole(page)
  const sent: string[] = []
  page.on(
    'request',
    (request) => /tracking|tracker\.js|rpc\/submit_lead|\/agent\/v1/.test(request.url()) && sent.push(request.url()),
  )
  await page.route('**/rest/v1/demo_steps**', (route) => route.abort('internetdisconnected'))
  await page.getByLabel('Callout heading').fill('Only in this browser')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.frameLocator('iframe[title="Preview of the demo"]')
  await expect(preview.getByRole('heading', { name: 'Only in this browser' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByRole('heading', { name: 'Choose' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Preview' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused()
  expect(sent).toEqual([])
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('a card’s picture is uploaded, and visitors see it', async ({ page, browser }) => {
  const problems = watchConsole(page)
  await page.keyboard.press('c')
  const panel = page.getByRole('region', { name: 'Add Card' })
  await panel.getByRole('listitem').filter({ hasText: 'Media Card' }).getByRole('button').last().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload image' }).click()
  await (await chooser).setFiles(await createImage(7))
  // Without a text on the card the picture is decoration, and has no role.
  const picture = page.getByTestId('card-media').locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(undo(page)).toHaveAccessibleName('Undo edit card')
  await expectSaved(page)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${server.url}/demo/${demo.id}/play`)
  await expect
    .poll(() => visitor.locator('img.us-card-media').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await visitor.context().close()
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(picture).toBeHidden()
  expect(problems).toEqual([])
})

test('on a phone the canvas comes first, and everything is in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByLabel('Callout heading')).toHaveValue('Open')
  await expect(page.getByLabel('Title', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Details of step 1' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Open it')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Details of step 1' }).click()
  await expect(page.getByLabel('Callout heading')).toHaveValue('Open it')
  await expectSaved(page)
})
