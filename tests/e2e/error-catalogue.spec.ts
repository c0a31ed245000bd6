import { randomUUID } from 'node:crypto'

import { expect, test, type Page } from '@playwright/test'

import { messages } from '#domain/messages.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { createImage } from '#support/create-image.ts'
import { makeDemo, type MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { signInPage } from '#support/sign-in-page.ts'

/* Each message of the specification's §8, from a real failure: no answer, or rows taken by somebody else. */

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
  const { buffer: png } = await createImage(1)
  demo = await makeDemo(server.url, {
    name: 'Tour',
    steps: ['Open', 'Choose', 'Done'].map((title) => ({ png, width: 1280, height: 800, title })),
  })
  await signInPage(page, demo.author)
})

const alert = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title })

/** Logged for developers and never shown. */
function watchWarnings(page: Page): readonly string[] {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  return warnings
}

async function stepIds(): Promise<readonly string[]> {
  const { data } = await demo.author
    .from('demo_steps')
    .select('id')
    .eq('demo_id', demo.id)
    .order('order')
    .throwOnError()
  return data.map(({ id }) => String(id))
}

test('requests without an answer show a message until they get one', async ({ page, context }) => {
  for (const [sentence, path, lost] of [
    [messages.demosFailed, '/dashboard/demos', /rpc\/get_recent_demos/],
    [messages.sessionsFailed, '/dashboard/recordings', /v1\/captures\?select=session_id/],
    [messages.sessionsFailed, '/dashboard/conversations', /v1\/conversations/],
    [messages.demoDetailsFailed, `/dashboard/demos/${demo.id}`, /v1\/demos\?/],
    [messages.demoStepsFailed, `/dashboard/demos/${demo.id}/edit`, /v1\/demo_steps\?/],
  ] as const) {
    await context.route(lost, (route) => route.abort())
    await page.goto(server.url + path)
    await expect(alert(page, sentence)).toContainText('The server can’t be reached right now.')
    await context.unroute(lost)
    await alert(page, sentence).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }

  const captures = ['first', 'first', 'second'].map((session_id, index) => ({
    session_id,
    url: `https://app.example/${session_id}?page=${index}`,
    timestamp: `2026-11-0${index + 1}T12:00:00Z`,
  }))
  const { data } = await demo.author.from('captures').insert(captures).select('id').throwOnError()
  const [step] = await stepIds()
  await demo.author.from('demo_steps').update({ capture_id: data[0]?.id }).eq('id', step).throwOnError()
  await page.goto(`${server.url}/dashboard/recordings`)
  const sessions = page.getByRole('region', { name: 'Recorded Sessions' })
  await expect(sessions.getByText('3 captures')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveText([
    /^app\.example\/second.*3.*No demo$/,
    /^app\.example\/first.*2.*Open demo$/,
  ])
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('sessions.png'), fullPage: true })
  await sessions.getByRole('link', { name: 'Open demo' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard/demos/${demo.id}`)
})

test('offline edits are kept, announced, and sent when back online', async ({ page, context }) => {
  await page.addInitScript(() => {
    const shown = window as unknown as { layoutShift: number }
    shown.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shown.layoutShift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shift = (shown: Page) => shown.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift)
  const banner = (shown: Page) => shown.getByRole('status', { name: 'Connection' })
  const saveState = (shown: Page, text: string | RegExp) => shown.getByRole('status').filter({ hasText: text })
  const stored = async () => {
    const { data } = await demo.author
      .from('demos')
      .select('name, description, demo_steps(title, description, order)')
      .eq('id', demo.id)
      .order('order', { referencedTable: 'demo_steps' })
      .single()
      .throwOnError()
    return data
  }
  async function open(shown: Page): Promise<void> {
    const isWatching = shown.waitForResponse(/global-parts/)
    await shown.goto(`${server.url}/dashboard/demos/${demo.id}/edit`)
    await (await isWatching).finished()
    await expect(banner(shown)).toBeAttached()
  }

  await open(page)
  await context.setOffline(true)
  await expect(banner(page)).toContainText('You are offline. Changes in the editor are kept in this browser')
  await page.getByLabel('Demo name').fill('Written in a tunnel')
  await expect(saveState(page, /^Offline, kept here$/)).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('offline.png') })
  await context.setOffline(false)
  await expect(page.getByText('Back online')).toBeVisible()
  await expect(banner(page)).toBeEmpty()
  await expect(saveState(page, /^Saved$/)).toBeVisible()
  expect(await stored()).toMatchObject({ name: 'Written in a tunnel' })

  // The server goes down, and then the page is closed, too.
  await context.route(/healthz|rest\/v1/, (route) => route.abort())
  await page.getByRole('button', { name: /^Demo/, expanded: false }).click()
  await page.getByLabel('Description', { exact: true }).fill('Of a train ride')
  await page.getByLabel('Title').fill('First stop')
  await expect(banner(page)).toContainText('The server can’t be reached.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Notes' }).click()
  await page.getByPlaceholder(messages.notesPlaceholder).fill('Mind the gap')
  await page
    .getByRole('region', { name: 'Steps' })
    .getByRole('button', { name: /^Step 1/ })
    .focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(saveState(page, /^Offline, kept here$/)).toBeVisible()
  expect(await shift(page)).toBeLessThan(0.02)
  await page.close()
  await context.unroute(/healthz|rest\/v1/)

  // Another page reports pending work; the editor, even if it failed to load at first, resumes it.
  const next = await context.newPage()
  await signInPage(next, demo.author)
  await next.setViewportSize({ width: 390, height: 844 })
  await next.goto(`${server.url}/dashboard/demos`)
  await expect(banner(next)).toContainText('Changes to a demo were kept in this browser and are not sent yet.')
  await expectAccessible(next)
  await next.screenshot({ path: test.info().outputPath('waiting.png') })
  await context.route(/v1\/demo_steps\?/, (route) => route.abort())
  await banner(next).getByRole('link', { name: 'Open to save' }).click()
  await expect(alert(next, messages.demoStepsFailed)).toBeVisible()
  await context.unroute(/v1\/demo_steps\?/)
  await alert(next, messages.demoStepsFailed).getByRole('button', { name: 'Try again' }).click()
  await next.getByRole('button', { name: /^Details of step/ }).click()
  await next.getByRole('button', { name: /^Demo/, expanded: false }).click()
  await expect(next.getByLabel('Description', { exact: true })).toHaveValue('Of a train ride')
  await expect(saveState(next, /^Saved$/)).toBeVisible()
  await expect.poll(stored).toMatchObject({
    description: 'Of a train ride',
    demo_steps: [{ title: 'Choose' }, { title: 'First stop', description: 'Mind the gap' }, { title: 'Done' }],
  })
  await expect(banner(next)).toBeEmpty()
})

test('an edit that can no longer be saved shows a message and keeps its text', async ({ page }) => {
  const warnings = watchWarnings(page)
  const captureId = randomUUID()
  const [first, second, third] = await stepIds()
  await demo.author
    .from('captures')
    .insert({ id: captureId, session_id: 'elsewhere', url: 'https://app.example' })
    .throwOnError()
  await demo.author.from('demo_steps').update({ capture_id: captureId }).eq('id', first).throwOnError()
  await page.goto(`${server.url}/dashboard/demos/${demo.id}/edit`)
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^Step \d/ })
  await expect(steps).toHaveCount(3)

  await demo.author.from('captures').delete().eq('id', captureId).throwOnError()
  await page.getByRole('button', { name: 'Add Notes' }).click()
  const notes = page.getByPlaceholder(messages.notesPlaceholder)
  await notes.fill('Whose capture is gone')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText(messages.notesFailed).first()).toBeVisible()
  await expect.poll(() => warnings.join('\n')).toContain(messages.captureNotesLog)
  await expect(notes).toHaveValue('Whose capture is gone')

  const deleteBefore = (request: RegExp, id: string | undefined) =>
    page.route(
      request,
      async (route) => {
        await demo.author.from('demo_steps').delete().eq('id', id).throwOnError()
        await route.continue()
      },
      { times: 1 },
    )
  await deleteBefore(/rpc\/update_demo_step_notes/, second)
  await steps.nth(1).click()
  await notes.fill('Whose step is gone')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect.poll(() => warnings.join('\n')).toContain(messages.stepNotesLog)
  await expect(page.getByText(messages.notesFailed).first()).toBeVisible()
  await expect(page.getByText('Error updating')).toBeHidden()

  await expect(steps).toHaveCount(2)
  await deleteBefore(/rpc\/reorder_demo_steps/, third)
  await steps.first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText(messages.orderFailed)).toBeVisible()
  await expect(steps).toHaveCount(1)
  await expect(steps.first()).toHaveAccessibleName('Step 1: Open')

  await demo.author.from('demos').delete().eq('id', demo.id).throwOnError()
  await page.getByLabel('Demo name').fill('Whose demo is gone')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(messages.demoSaveFailed).first()).toBeVisible()
  await expect(page.getByLabel('Demo name')).toHaveValue('Whose demo is gone')

  await page.reload()
  const box = page.getByRole('alert').filter({ hasText: messages.demoNotFound })
  await expect(box).toBeVisible()
  const hue = await box.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')!
    context.fillStyle = getComputedStyle(element).borderTopColor
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return red > green && red > blue ? 'red' : `${red} ${green} ${blue}`
  })
  expect(hue).toBe('red')
  await expectAccessible(page)
})

test('a demo that cannot be shown says why, to its author and to visitors', async ({ page }) => {
  const [first, ...others] = await stepIds()
  await demo.author.from('demo_steps').update({ screenshot_url: ' ' }).eq('id', first).throwOnError()
  await page.goto(`${server.url}/dashboard/demos/${demo.id}`)
  await expect(alert(page, messages.missingScreenshot)).toBeVisible()

  await demo.author
    .from('demo_steps')
    .delete()
    .in('id', [first, ...others])
    .throwOnError()
  await page.reload()
  await expect(alert(page, messages.demoNotFoundOrEmpty)).toContainText(messages.noSteps)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await page.goto(`${server.url}/dashboard/demos/${demo.id}/edit`)
  await expect(page.getByRole('heading', { name: messages.noSteps })).toBeVisible()
  await page.goto(`${server.url}/demo/${demo.id}/play`)
  await expect(page.getByRole('heading', { name: messages.demoNotFoundOrEmpty })).toBeVisible()
  await expect(page.getByText(messages.noSteps, { exact: true })).toBeVisible()
  // Once it is switched off, strangers learn no more than that it doesn't exist.
  await demo.author.from('demos').update({ status: 'draft' }).eq('id', demo.id).throwOnError()
  await page.reload()
  await expect(page.getByText(messages.demoNotFound, { exact: true })).toBeVisible()
  await expect(page.getByText(messages.noSteps)).toBeHidden()
})

test('a URL without a demo says so in viewer, presenter, editor and player', async ({ page }) => {
  for (const path of [
    '/dashboard/demos/%20',
    '/dashboard/demos/present',
    '/dashboard/demos/edit',
    '/dashboard/demos/%20/edit',
  ]) {
    await page.goto(server.url + path)
    await expect(alert(page, messages.noDemoId)).toBeVisible()
  }
  for (const path of ['/demo/play', '/demo//play', '/demo/%20/play']) {
    expect((await page.goto(server.url + path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: messages.demoNotFoundOrEmpty })).toBeVisible()
    await expect(page.getByText(messages.noDemoId, { exact: true })).toBeVisible()
  }
})

test('an address with an account gets no second one, on the page and on the landing page', async ({ browser }) => {
  const { data } = await demo.author.auth.getUser()
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${server.url}/signup`)
  await page.getByLabel('Email').fill(data.user?.email ?? '')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(alert(page, messages.signUpFailed)).toBeVisible()
  await expect(page.getByText('An account with this email already exists. Log in instead.')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue('a long enough password')

  await page.goto(server.url)
  await page.getByRole('button', { name: 'Get started' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('First name').fill('Ada')
  await modal.getByLabel('Email').fill(data.user?.email ?? '')
  await modal.getByLabel('Password').fill('a long enough password')
  await modal.getByRole('button', { name: 'Sign up for free' }).click()
  await expect(modal.getByRole('alert')).toContainText(messages.signUpModalFailed)
  await expect(modal.getByLabel('First name')).toHaveValue('Ada')
  await expect(modal.getByLabel('Password')).toHaveValue('a long enough password')
  await page.context().close()
})
