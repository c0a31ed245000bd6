import { readFile } from 'node:fs/promises'

import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import type { ExtensionRequestEnvelope } from '#protocol/extension-messages.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { launchExtensionBrowser } from '#support/extension-browser.ts'
import { brokenImage, heavyImage, createImage, type TestImage } from '#support/create-image.ts'
import { waitUntilReady } from '#support/recording-author.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { startSwaggerApp } from '#support/swagger-app.ts'
import { watchConsole } from '#support/watch-console.ts'

/* An author without the extension, on a phone-sized screen, and error cases. */

let server: ServerProcess
let people = 0

test.use({ viewport: { width: 390, height: 844 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('an author makes a demo of images, shapes it and shares it', async ({ page, browser }) => {
  const problems = watchConsole(page)
  await signUp(page)
  await makeDemo(page, [await createImage(1), await createImage(2), await createImage(3)])

  await page.getByLabel('Demo name').fill('  Plan a launch  ')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  // On a phone the fields are in a sheet.
  const sheet = page.getByRole('button', { name: /^Details of step/ })
  await sheet.click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The first screen')
  await sheet.click()
  const first = page.getByRole('button', { name: 'Step 1: The first screen' })
  await first.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('Step 1 is now step 2 of 3.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Step 2: The first screen' })).toBeFocused()

  await page.getByRole('button', { name: 'Add Notes' }).click()
  await page.getByPlaceholder(messages.notesPlaceholder).fill('Say why the date matters.')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText(messages.notesSaved)).toBeVisible()

  await page.getByRole('button', { name: 'Add hotspot' }).click()
  await expect(page.getByRole('button', { name: /Hotspot at 50 percent/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expectAccessible(page)
  const link = await page.getByRole('textbox', { name: 'Share Link' }).inputValue()
  await expect(page.getByRole('textbox', { name: 'Embed Code' })).toHaveValue(/data-demo-id=.*\/js\/demo-player\.js/s)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  // On a phone the picture takes the space of the name, which screen readers still announce.
  await expect(visitor.getByRole('heading', { name: 'Plan a launch', level: 1 })).toBeAttached()
  await expect(visitor.getByText('Step 1 of 3').first()).toBeVisible()
  await visitor.keyboard.press('ArrowRight')
  await expect(visitor.getByText('Step 2 of 3').first()).toBeVisible()
  await expect(visitor.getByText('Say why the date matters.').first()).toBeVisible()
  await visitor.keyboard.press('ArrowRight')
  await expect(visitor.getByText('Step 3 of 3').first()).toBeVisible()
  await visitor.context().close()

  await page.reload()
  await expect(page.getByLabel('Demo name')).toHaveValue('Plan a launch')
  await expect(page.getByRole('button', { name: 'Step 2: The first screen' })).toBeVisible()
  await page.goto(`${server.url}/dashboard/demos`)
  await expect(page.getByRole('article', { name: 'Plan a launch' })).toBeVisible()
  expect(problems).toEqual([])
})

test('the viewer is controlled by keyboard and shows the notes', async ({ page }) => {
  await signUp(page)
  await makeDemo(page, [await createImage(1), await createImage(2)])
  await page.goto(page.url().replace('/edit', ''))
  await expect(page.getByText('Step 1 of 2').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous step' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Next step' })).toBeDisabled()
  await expect(page.getByText(messages.noNotes)).toBeHidden()
  await page.keyboard.press('n')
  await expect(page.getByText(messages.noNotes)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText(messages.noNotes)).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(page.getByText(messages.noNotes)).toBeVisible()
  // Without notes, their panel is a single line, and the picture has the full width.
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width
  expect(await widthOf(page.getByRole('region', { name: 'Step', exact: true }))).toBe(1280)
  expect((await page.getByRole('complementary', { name: 'Speaker Notes' }).boundingBox())?.height).toBeLessThan(48)
  await page.keyboard.press('f')
  const presenter = page.getByRole('dialog')
  await expect(presenter.getByRole('button', { name: 'Exit Full Screen (ESC)' })).toBeVisible()
  await expect(presenter).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await page.keyboard.press('Escape')
  await expect(presenter).toBeHidden()
})

test('Undo restores a deleted demo, which is otherwise gone for good', async ({ page }) => {
  await signUp(page)
  await makeDemo(page, [await createImage(4)])
  await page.goto(`${server.url}/dashboard/demos`)
  const card = page.getByRole('article', { name: 'Team plan' })
  await page.getByRole('button', { name: 'More for Team plan' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()

  await page.getByRole('button', { name: 'More for Team plan' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Demos' })).toBeVisible()
  await expect(page.getByLabel('Loading your demos')).toBeHidden()
  await expect(card).toBeHidden()
})

test('bad images are named and skipped; the good ones become a demo', async ({ page }) => {
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos`)
  const script = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await pick(page, [await brokenImage(), await heavyImage(40), script])
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('“broken.png” is broken')
  await expect(alert).toContainText('“heavy.png” is larger than 25 MB')
  await expect(alert).toContainText('“notes.txt” is not a PNG')

  await pick(page, [await brokenImage(), await createImage(5)])
  await page.waitForURL('**/edit')
  await expect(page.getByRole('button', { name: 'Step 1: Team plan', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Step 2: Team plan', exact: true })).toBeHidden()
  // The editor still says what is missing, until the author has read it.
  await expect(alert).toContainText('“broken.png” is broken')
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert).toBeHidden()
})

test('an unknown URL says so, and an empty name is not saved', async ({ page }) => {
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos/6a3d1e00-0000-4000-8000-000000000001`)
  await expect(page.getByText(messages.demoNotFoundOrEmpty)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
  await page.goto(`${server.url}/dashboard/demos/not-an-id/edit`)
  await expect(page.getByRole('alert')).toContainText(messages.demoNotFound)

  await makeDemo(page, [await createImage(6)])
  await page.getByLabel('Demo name').fill('   ')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  // /ui is for developers.
  for (const unknown of ['nowhere', 'ui']) {
    await page.goto(`${server.url}/${unknown}`)
    await expect(page).toHaveURL(`${server.url}/`)
  }
})

test('a wrong password and a missing first name show their messages', async ({ page }) => {
  await page.goto(`${server.url}/dashboard/conversations`)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText(messages.signInFailed)
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
  await expectAccessible(page)

  await page.goto(server.url)
  await page.getByRole('button', { name: 'Get started' }).click()
  const modal = page.getByRole('dialog', { name: 'Create your account' })
  const [firstName, email, typed] = ['First name', 'Email', 'Password'].map((label) => modal.getByLabel(label))
  for (const [field, blank] of [
    [firstName, '  '],
    [email, ''],
    [typed, '       '],
  ] as const) {
    await firstName?.fill('Ada')
    await email?.fill('ada@example.com')
    await typed?.fill(password)
    await field?.fill(blank)
    await modal.getByRole('button', { name: 'Sign up for free' }).click()
    await expect(modal.getByRole('alert')).toContainText(messages.allFieldsRequired)
    await modal.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Get started' }).click()
  }
})

test('a session that ends while editing asks to sign in again and keeps the work', async ({ page, context }) => {
  const email = await signUp(page)
  await makeDemo(page, [await createImage(9)])
  await endSession(page, context)
  await page.getByLabel('Callout heading').fill('Typed before the session ended')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Step 1: Typed before the session ended' })).toBeVisible()

  // Edits left at once are kept as well, and save themselves on return.
  await page.getByLabel('Demo name').fill('Left at once')
  await page.reload()
  await expect(page.getByLabel('Demo name')).toHaveValue('Left at once')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
})

test('an upload resumes by itself after a server outage', async ({ page, context }) => {
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos`)
  await context.route('**/storage/v1/object/**', (route) => route.abort())
  await pick(page, [await createImage(10), await createImage(11)])
  await expect(page.getByText(/The server can’t be reached\. Your images are kept in this browser/)).toBeVisible()
  await context.unroute('**/storage/v1/object/**')
  await page.reload()
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/edit$/)
  await expect(page.getByRole('button', { name: 'Step 2: Team plan', exact: true })).toBeVisible()
})

test('the extension is downloaded from this server, with installation steps', async ({ page }) => {
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'Get the extension' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get the extension' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByText('Connect to this site')).toBeVisible()
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the extension' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('understudy-extension.zip')
  const files = unzipSync(await readFile(await download.path()))
  const read = (name: string): unknown => JSON.parse(Buffer.from(files[name] ?? []).toString())
  expect(read('manifest.json')).toMatchObject({ manifest_version: 3, name: '__MSG_appName__' })
  for (const language of ['en', 'de', 'fr', 'es']) {
    expect(read(`_locales/${language}/messages.json`)).toMatchObject({ appName: { message: 'Understudy' } })
  }

  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByText(/The extension does not respond yet/)).toBeVisible()
})

test('once the extension is connected, checking again finds it', async () => {
  const browser = await launchExtensionBrowser()
  const page = await browser.context.newPage()
  await signUp(page)
  await page.goto(`${server.url}/dashboard/demos`)
  await page.getByRole('button', { name: 'Get the extension' }).click()
  await browser.nameHome(server.url)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Extension installed / connected')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Get the extension' })).toBeHidden()

  const code = await page.getByLabel('Pairing code').textContent()
  const popup = await browser.openPopup()
  await popup.getByLabel('Pairing code').fill(code ?? '')
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Pair the extension' })).toBeHidden()
  await page.bringToFront()
  await page.getByRole('button', { name: 'New Demo' }).click()
  await expect(page.getByRole('dialog', { name: 'New demo' }).getByLabel('App URL')).toBeEnabled()
  await browser.close()
})

test('a recording made before pairing waits for the code, then becomes a demo', async () => {
  const [app, browser] = await Promise.all([startSwaggerApp(), launchExtensionBrowser()])
  await browser.nameHome(server.url)
  const page = await browser.context.newPage()
  await signUp(page)
  await page.goto(app.url)
  const popup = await browser.openPopup()
  await popup.getByRole('button', { name: 'Start recording' }).click()
  await waitUntilReady(page)
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await expect(popup.getByRole('status')).toHaveText('Recording, 1 step')
  const importing = browser.context.waitForEvent('page')
  await popup.getByRole('button', { name: 'Stop' }).click()

  const handover = await importing
  const card = handover.getByRole('region', { name: 'Pair the extension' })
  const code = await card.getByLabel('Pairing code').textContent()
  expect(code).toMatch(/^\d{3} \d{3}$/)
  await expectAccessible(handover)
  await popup.getByLabel('Pairing code').fill(code ?? '')
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
  await handover.waitForURL('**/dashboard/demos/*/edit')
  await expect(handover.getByRole('button', { name: 'Step 1: Click "Authorize"' })).toBeVisible()
  await browser.close()
  await app.stop()
})

test('a recording longer than the image limit becomes one demo, in order', async ({ page }) => {
  await signUp(page)
  const count = limits.importImagesMax + 5
  await page.addInitScript(holdRecording, {
    count,
    dataUrl: `data:image/png;base64,${(await dot()).toString('base64')}`,
  })
  await page.goto(`${server.url}/dashboard/demos/import/long-recording`)
  await expect(page.getByText(`of ${count}…`)).toBeVisible()
  await page.waitForURL('**/edit', { timeout: 60_000 })
  await expect(page.getByLabel('Demo name')).toHaveValue('A long day')
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d+/ })
  await expect(steps).toHaveCount(count)
  await expect(steps.first()).toHaveAccessibleName('Step 1: Click "Row 1"')
  await expect(steps.last()).toHaveAccessibleName(`Step ${count}: Click "Row ${count}"`)
})

/** Runs in the page: the content script's answers about one stopped recording. */
function holdRecording(recording: { readonly count: number; readonly dataUrl: string }): void {
  const captures = Array.from({ length: recording.count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    sessionId: 'long-recording',
    url: 'https://app.example.com/rows',
    title: 'A long day',
    timestamp: '2026-11-20T10:00:00.000Z',
    hotspot: { xPercent: 50, yPercent: 50 },
    target: { role: 'button', name: `Row ${index + 1}` },
    viewport: { width: 8, height: 5 },
    scroll: { x: 0, y: 0 },
    devicePixelRatio: 1,
    frameDelayMs: 0,
  }))
  const answers: Readonly<Record<string, unknown>> = {
    'list-recordings': { recordings: [] },
    'list-captures': { captures },
    'read-capture-image': { dataUrl: recording.dataUrl },
    'forget-recording': {},
  }
  addEventListener('message', ({ data }: MessageEvent<Partial<ExtensionRequestEnvelope>>) => {
    if (data.source !== 'understudy-page' || data.request === undefined) return
    const { requestId } = data
    postMessage({ source: 'understudy-extension', requestId, ok: true, answer: answers[data.request.type] }, '*')
  })
}

function dot(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 5, channels: 3, background: '#6d4aff' } })
    .png()
    .toBuffer()
}

const password = 'correct horse battery'

async function signUp(page: Page): Promise<string> {
  people += 1
  const email = `author-${people}-${Date.now()}@example.com`
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  return email
}

async function makeDemo(page: Page, images: readonly TestImage[]): Promise<void> {
  await page.goto(`${server.url}/dashboard/demos`)
  await pick(page, images)
  await page.waitForURL('**/edit')
  await expect(page.getByLabel('Demo name')).toBeVisible()
}

async function pick(page: Page, images: readonly TestImage[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New demo' }).click()
  await page
    .getByRole('dialog', { name: 'New demo' })
    .getByRole('button', { name: /^Images/ })
    .click()
  await (await chooser).setFiles([...images])
}

/** As when an administrator or another device ended it: the server refuses the next call and the refresh. */
async function endSession(page: Page, context: BrowserContext): Promise<void> {
  await context.request.post(`${server.url}/auth/v1/logout?scope=global`, {
    headers: await page.evaluate(async () => {
      const config = (await (await fetch('/config.json')).json()) as { supabaseAnonKey: string }
      const session = JSON.parse(localStorage.getItem('understudy-session') ?? '{}') as { access_token: string }
      return { apikey: config.supabaseAnonKey, authorization: `Bearer ${session.access_token}` }
    }),
  })
  // The token is valid for an hour, too long to wait.
  await context.route(
    '**/rest/v1/**',
    (route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }),
    { times: 1 },
  )
}
