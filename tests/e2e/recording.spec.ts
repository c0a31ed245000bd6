import { expect, test, type Page } from '@playwright/test'

import { launchExtensionBrowser, type ExtensionBrowser } from '#support/extension-browser.ts'
import { clickSlowly, type DoneClick, expectPlace, signUpAuthor, waitUntilReady } from '#support/recording-author.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'
import { startSwaggerApp, type SwaggerApp } from '#support/swagger-app.ts'

/*
 * The whole journey: record a real app, edit, share, play, ask, read the questions. Each test continues from the last.
 */

test.describe.configure({ mode: 'serial' })

const titles = [
  'Click "Getting started guide"',
  'Click "Back to the API"',
  'Click "Authorize"',
  'Fill in "auth-basic-password"',
  'Click "Close"',
  'Click "GET /rooms List the rooms"',
  'Click "Try it out"',
  'Click "Execute"',
]

let app: SwaggerApp
let server: ServerProcess
let port: number
let author: ExtensionBrowser
let dashboard: Page
let shareLink: string

test.beforeAll(async () => {
  port = await freePort()
  ;[app, server, author] = await Promise.all([startSwaggerApp(), startServer({ port }), launchExtensionBrowser()])
  dashboard = await signUpAuthor(author, server.url)
})

test.afterAll(async () => {
  await author.close()
  await Promise.all([app.stop(), server.stop()])
})

async function startRecording(): Promise<Page> {
  await dashboard.bringToFront()
  await dashboard.goto(`${server.url}/dashboard/demos`)
  await dashboard.getByRole('button', { name: 'New Demo' }).click()
  await dashboard.getByLabel('App URL').fill(app.url)
  const opened = author.context.waitForEvent('page')
  await dashboard.getByRole('button', { name: 'Start recording' }).click()
  const page = await opened
  await page.waitForURL(`${app.url}/`)
  await waitUntilReady(page)
  return page
}

async function recordEightClicks(page: Page): Promise<readonly DoneClick[]> {
  const clicks: DoneClick[] = []
  const click = async (target: Parameters<typeof clickSlowly>[1]) => clicks.push(await clickSlowly(page, target))
  await click(page.getByRole('link', { name: 'Getting started guide' }))
  await click(page.getByRole('link', { name: 'Back to the API' }))
  await click(page.getByRole('button', { name: 'Authorize' }).first())
  await click(page.getByLabel('auth-basic-password'))
  await page.keyboard.type('correct horse battery')
  await click(page.getByRole('button', { name: 'Close' }).first())
  await click(page.locator('#operations-rooms-listRooms .opblock-summary-control'))
  await click(page.getByRole('button', { name: 'Try it out' }))
  await click(page.getByRole('button', { name: 'Execute' }))
  return clicks
}

/** Stops in the popup; returns the page that opens to make a demo of the recording. */
async function stopRecording(): Promise<Page> {
  const popup = await author.openPopup()
  await expect(popup.getByRole('status')).toHaveText('Recording, 8 steps')
  const opened = author.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()
  const page = await opened
  await popup.close()
  return page
}

function stepsIn(page: Page) {
  return page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d+/ })
}

async function labelsOf(page: Page): Promise<readonly (string | null)[]> {
  return stepsIn(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
}

test('eight clicks with a navigation and a dialog become exactly those steps', async () => {
  const page = await startRecording()
  const clicks = await recordEightClicks(page)
  const editor = await stopRecording()
  await editor.waitForURL('**/dashboard/demos/*/edit')
  await expect(stepsIn(editor)).toHaveCount(8)
  expect(await labelsOf(editor)).toEqual(titles.map((title, index) => `Step ${index + 1}: ${title}`))

  const demoId = new URL(editor.url()).pathname.split('/').at(-2)
  const rows = editor.waitForResponse(
    async (response) =>
      (response.url().includes('get_demo_with_steps') || response.url().includes('/demo_steps')) &&
      // A late answer to the page before the reload has no body any more.
      response.json().then(
        () => true,
        () => false,
      ),
  )
  await editor.reload()
  const body: unknown = await (await rows).json()
  const steps = (Array.isArray(body) ? body : (body as { steps: unknown[] }).steps) as {
    readonly order: number
    readonly demo_id: string
    readonly click_x: number
    readonly click_y: number
  }[]
  expect(steps.map(({ demo_id }) => demo_id)).toEqual(steps.map(() => demoId))
  for (const [index, step] of steps.sort((a, b) => a.order - b.order).entries()) {
    expectPlace({ xPercent: step.click_x, yPercent: step.click_y }, clicks[index]!.place)
  }
  expect(JSON.stringify(body)).not.toContain('correct horse')
  await page.close()
  await dashboard.close()
  dashboard = editor
})

test('the author renames, reorders, writes notes and saves', async () => {
  await dashboard.getByLabel('Demo name').fill('Booking rooms by API')
  await stepsIn(dashboard).nth(7).focus()
  await dashboard.keyboard.press('Alt+ArrowLeft')
  await expect
    .poll(() => labelsOf(dashboard))
    .toEqual([...titles.slice(0, 6), titles[7], titles[6]].map((title, index) => `Step ${index + 1}: ${title}`))

  await stepsIn(dashboard).nth(3).click()
  await dashboard.getByRole('button', { name: 'Add Notes' }).click()
  await dashboard
    .getByLabel('Speaker notes for step 4')
    .fill('Refunds for cancelled bookings take 14 days and go back to the card that paid.')
  await dashboard.getByRole('button', { name: 'Save Notes' }).click()
  await expect(dashboard.getByText('Notes saved successfully')).toBeVisible()
  await dashboard.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dashboard.getByText('Saved', { exact: true })).toBeVisible()

  await dashboard.reload()
  await expect(dashboard.getByLabel('Demo name')).toHaveValue('Booking rooms by API')
  await expect(stepsIn(dashboard)).toHaveCount(8)
  expect((await labelsOf(dashboard)).at(-1)).toBe(`Step 8: ${titles[6]}`)
  await dashboard.getByRole('button', { name: 'Share' }).click()
  shareLink = await dashboard.getByRole('textbox', { name: 'Share Link' }).inputValue()
  expect(shareLink).toMatch(/\/demo\/[0-9a-f-]+\/play$/)
})

test('a visitor plays it by arrow keys and gets answers with the step cited', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(shareLink)
  await expect(page.getByRole('heading', { name: 'Booking rooms by API' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask about this demo' })).toBeVisible()
  for (let number = 1; number <= 8; number += 1) {
    await expect(page.getByText(`Step ${number} of 8`).first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
  }

  await page.getByRole('button', { name: 'Ask about this demo' }).click()
  const agent = page.getByRole('dialog')
  await agent.getByLabel('Your question').fill('How long do refunds for cancelled bookings take?')
  await agent.getByRole('button', { name: 'Send' }).click()
  const conversation = agent.getByRole('list', { name: 'Conversation' })
  await expect(conversation.getByText(/14 days/)).toBeVisible()
  await expect(conversation.getByRole('button', { name: 'Step 4' }).first()).toBeVisible()
  await expect(page.getByText('Step 4 of 8').first()).toBeVisible()

  await agent.getByLabel('Your question').fill('Who won the world chess championship?')
  await agent.getByRole('button', { name: 'Send' }).click()
  await expect(conversation.getByText(/notes/i).last()).toBeVisible()
  await context.close()
})

test('the author reads the conversation', async () => {
  await dashboard.goto(`${server.url}/dashboard/conversations`)
  // A talk in progress is listed as live, too.
  await dashboard
    .getByRole('listitem')
    .getByRole('link', { name: /Booking rooms by API/ })
    .last()
    .click()
  const transcript = dashboard.getByRole('log', { name: 'Conversation' })
  for (const text of [
    'How long do refunds for cancelled bookings take?',
    '14 days',
    'Who won the world chess championship?',
    'Not in the notes',
  ]) {
    await expect(transcript).toContainText(text)
  }
})

test('a server crash during the uploads delays the demo, and loses nothing', async () => {
  const page = await startRecording()
  await recordEightClicks(page)
  let uploads = 0
  let killed: Promise<void> | undefined
  author.context.on('response', (response) => {
    const isUpload = response.request().method() === 'POST' && response.url().includes('/storage/v1/object/')
    if (isUpload && response.ok()) uploads += 1
    if (uploads === 3) killed ??= server.kill()
  })
  const editor = await stopRecording()
  await expect.poll(() => killed !== undefined).toBe(true)
  await killed
  server = await startServer({ port, dataDir: server.dataDir })
  await editor.waitForURL('**/dashboard/demos/*/edit', { timeout: 60_000 })
  await expect(stepsIn(editor)).toHaveCount(8)
  expect(await labelsOf(editor)).toEqual(titles.map((title, index) => `Step ${index + 1}: ${title}`))
})
