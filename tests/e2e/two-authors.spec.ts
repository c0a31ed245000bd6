import { randomUUID } from 'node:crypto'

import { expect, test, type Browser, type Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { ClientConfig } from '#protocol/client-config.ts'
import { expectSaved, thumbnails } from '#support/editor-page.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import type { MadeDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { signInPage } from '#support/sign-in-page.ts'
import { openNewTour, openTour } from '#support/tour-demo.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Two authors edit the same demo at the same time, each in a browser of their own. */

let server: ServerProcess
let demo: MadeDemo
let colleague: SupabaseClient
let ada: Page

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())
test.beforeEach(async ({ page, browser }) => {
  demo = await openNewTour(page, server.url, [
    { title: 'Open', description: 'Say hello.' },
    { title: 'Choose' },
    { title: 'Done' },
  ])
  colleague = await newColleague()
  ada = await openAsAda(browser)
})
test.afterEach(() => ada.context().close())

/** Ada, a member of the author's workspace. */
async function newColleague(): Promise<SupabaseClient> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  const client = createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const email = `ada-${randomUUID()}@example.com`
  await client.auth.signUp({ email, password: randomUUID(), options: { data: { first_name: 'Ada' } } })
  const [{ data: workspace }, { data: session }] = await Promise.all([
    demo.author.from('workspaces').select('id').single().throwOnError(),
    demo.author.auth.getSession(),
  ])
  const invited = await fetch(`${server.url}/account/v1/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.session?.access_token ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId: workspace?.id as string, email, role: 'editor' }),
  })
  const { link } = (await invited.json()) as { link: string }
  await client.rpc('accept_invitation', { p_token: link.split('/').at(-1) }).throwOnError()
  return client
}

async function openAsAda(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInPage(page, colleague)
  const joined = page.waitForEvent('websocket', (socket) => socket.url().includes('realtime'))
  await openTour(page, server.url, demo.id)
  await (await joined).waitForEvent('framereceived', ({ payload }) => String(payload).includes('step_cards'))
  return page
}

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const notes = (page: Page) => page.getByRole('textbox', { name: /^Speaker notes/ })
const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'until you choose' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose a version' })

async function stored(): Promise<Readonly<Record<string, unknown>>[]> {
  const { data } = await demo.author.from('demo_steps').select('*').eq('demo_id', demo.id).order('order').throwOnError()
  return data
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s')
  await expectSaved(page)
}

test('changes of different fields of a step both stay, and arrive without a reload', async ({ page }) => {
  const problems = [watchConsole(page), watchConsole(ada)]
  await ada.getByRole('button', { name: 'Add Notes' }).click()
  await title(page).fill('Open the app')
  await page.keyboard.press('ControlOrMeta+s')
  await notes(ada).fill('Say hello to everyone.')
  await ada.keyboard.press('ControlOrMeta+s')
  await expectSaved(page)
  await expectSaved(ada)
  await expect(title(ada)).toHaveValue('Open the app')
  await page.getByRole('button', { name: 'Add Notes' }).click()
  await expect(notes(page)).toHaveValue('Say hello to everyone.')
  expect((await stored())[0]).toMatchObject({ title: 'Open the app', description: 'Say hello to everyone.' })
  // Nobody has to choose, and own changes aren't reported.
  for (const each of [page, ada]) {
    await expect(bar(each)).toBeHidden()
    await expect(each.getByText('elsewhere')).toBeHidden()
  }
  // Chromium lists the refusal of a save that is then merged.
  expect(problems.flat().filter((problem) => !problem.includes('409 (Conflict)'))).toEqual([])
})

test('a field doesn’t change while the author types in it', async ({ page }) => {
  await title(page).fill('Open now')
  await save(page)
  await expect(title(ada)).toHaveValue('Open now')
  await title(ada).fill('Theirs')
  await ada.keyboard.press('ControlOrMeta+s')
  await thumbnails(ada).nth(1).click()
  await title(ada).fill('Pick one')
  await save(ada)
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-label', 'Step 2: Pick one')
  await expect(title(page)).toHaveValue('Open now')
  await title(page).blur()
  await expect(title(page)).toHaveValue('Theirs')
})

test('the later author of the same text sees both versions and takes either', async ({ page }) => {
  const problems = watchConsole(page)
  await page.context().setOffline(true)
  await title(page).fill('Mine')
  await expect(page.getByText('Offline, kept here')).toBeVisible()
  await title(ada).fill('Theirs')
  await save(ada)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('Ada also changed the title of step 1.')
  await expect(page.getByRole('banner').getByText('Not all saved')).toBeVisible()
  await expect(title(page)).toHaveValue('Mine')
  expect((await stored())[0]).toMatchObject({ title: 'Theirs' })
  await expectAccessible(page)

  // Also after a reload.
  await page.reload()
  await expect(bar(page)).toContainText('also changed the title of step 1.')
  await expect(title(page)).toHaveValue('Mine')
  await bar(page).getByRole('button', { name: 'Compare' }).click()
  await expect(dialog(page)).toContainText('Mine')
  await expect(dialog(page)).toContainText('Saved by Ada')
  await expect(dialog(page)).toContainText('Theirs')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Use theirs' }).click()
  await expect(page.locator('[role=dialog]')).toHaveCount(0)
  await expect(title(page)).toHaveValue('Theirs')
  await expect(bar(page)).toBeHidden()
  await expectSaved(page)

  // Taking theirs can be undone; undoing further leads to their text, not to the one before.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(title(page)).toHaveValue('Mine')
  await expectSaved(page)
  await title(ada).blur()
  await expect(title(ada)).toHaveValue('Mine')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(title(page)).toHaveValue('Theirs')
  await expectSaved(page)
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('a part of a look that both changed isn’t saved again and again', async ({ page }) => {
  const chapter = (of: Page) => of.getByRole('textbox', { name: 'Chapter' })
  await page.context().setOffline(true)
  await chapter(page).fill('Mine')
  await expect(page.getByText('Offline, kept here')).toBeVisible()
  await chapter(ada).fill('Theirs')
  await save(ada)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('Ada also changed the chapter of step 1.')
  const [before] = await stored()
  await page.getByLabel('Demo name').fill('My tour')
  await expect(ada.getByLabel('Demo name')).toHaveValue('My tour')
  expect(await stored()).toMatchObject([{ version: before?.['version'], look: { chapter: 'Theirs' } }, {}, {}])
})

test('the later author keeps their own texts, and other changes are saved meanwhile', async ({ page }) => {
  await page.getByRole('button', { name: 'Add Notes' }).click()
  await ada.getByRole('button', { name: 'Add Notes' }).click()
  await page.context().setOffline(true)
  await page.getByLabel('Demo name').fill('My tour')
  await notes(page).fill('Mine')
  await thumbnails(page).nth(1).click()
  await title(page).fill('Pick')
  await notes(ada).fill('Theirs')
  await ada.getByLabel('Demo name').fill('Their tour')
  await save(ada)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('Someone else changed the same things.')
  await expect(title(ada)).toHaveValue('Open')
  await expect(thumbnails(ada).nth(1)).toHaveAttribute('aria-label', 'Step 2: Pick')
  await thumbnails(page).first().click()
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('Someone else also changed these notes. Compare and choose a version.')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Compare' }).click()
  const choose = page.getByRole('dialog', { name: /^Choose/ })
  await choose.getByRole('region', { name: 'Notes · step 1' }).getByRole('button', { name: 'Keep mine' }).click()
  await choose.getByRole('region', { name: 'Demo name' }).getByRole('button', { name: 'Keep mine' }).click()
  await expect(choose).toBeHidden()
  await expectSaved(page)
  await ada.getByLabel('Demo name').blur()
  await expect(ada.getByLabel('Demo name')).toHaveValue('My tour')
  expect((await stored())[0]).toMatchObject({ description: 'Mine' })
})

test('a step that a colleague deletes disappears with a sentence and can be restored', async ({ page }) => {
  const problems = [watchConsole(page), watchConsole(ada)]
  await thumbnails(page).nth(1).click()
  await thumbnails(ada).nth(1).click()
  await ada.getByRole('button', { name: 'Delete step' }).first().click()
  await expect(thumbnails(ada)).toHaveCount(2)
  await expectSaved(ada)
  await expect(page.getByText('Step 2 “Choose” was deleted elsewhere.')).toBeVisible()
  await expect(ada.getByText('was deleted elsewhere')).toBeHidden()
  await expect(thumbnails(page)).toHaveCount(2)
  await expect(title(page)).toHaveValue('Done')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(thumbnails(page)).toHaveCount(3)
  await expectSaved(page)
  await expect(thumbnails(ada)).toHaveCount(3)
  expect((await stored()).map((step) => step['title'])).toEqual(['Open', 'Choose', 'Done'])
  expect(problems.flat()).toEqual([])
})

test('a change of a step that was deleted meanwhile isn’t lost, also after a reload', async ({ page }) => {
  await thumbnails(page).nth(1).click()
  await page.context().setOffline(true)
  await title(page).fill('Choose wisely')
  await expect(page.getByText('Offline, kept here')).toBeVisible()
  await thumbnails(ada).nth(1).click()
  await ada.getByRole('button', { name: 'Delete step' }).first().click()
  await expectSaved(ada)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('Step 2 was deleted while you were changing it.')
  await expect(thumbnails(page)).toHaveCount(2)
  expect(await stored()).toHaveLength(2)
  await page.reload()
  await bar(page).getByRole('button', { name: 'Compare' }).click()
  await expect(dialog(page)).toContainText('Choose wisely')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Restore step' }).click()
  await expectSaved(page)
  expect((await stored()).map((step) => step['title'])).toEqual(['Open', 'Choose wisely', 'Done'])
})

test('a step isn’t deleted with a colleague’s unseen card', async ({ page }) => {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete step' }).first().click()
  await expect(thumbnails(page)).toHaveCount(2)
  const [first] = await stored()
  const place = { x_percent: 10, y_percent: 10, width_percent: 20, height_percent: 20 }
  await colleague
    .from('step_cards')
    .insert({ step_id: first?.['id'], type: 'cue', title: 'Theirs', ...place })
    .throwOnError()
  await page.context().setOffline(false)
  await expect(page.getByText('Step 1 was not deleted: someone else has just made changes there.')).toBeVisible()
  await expect(thumbnails(page)).toHaveCount(3)
  expect(await stored()).toHaveLength(3)
})

test('a step isn’t deleted over a colleague’s unseen change, and the author chooses an order', async ({ page }) => {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete step' }).first().click()
  await expect(thumbnails(page)).toHaveCount(2)
  await title(ada).fill('Theirs')
  await save(ada)
  await page.context().setOffline(false)
  await expect(page.getByText('Step 1 was not deleted: someone else has just made changes there.')).toBeVisible()
  await expect(thumbnails(page)).toHaveCount(3)
  await expect(thumbnails(page).first()).toHaveAttribute('aria-label', 'Step 1: Theirs')
  await expectSaved(page)

  await page.context().setOffline(true)
  await thumbnails(page).first().focus()
  await page.keyboard.press('Alt+ArrowRight')
  await thumbnails(ada).nth(2).focus()
  await ada.keyboard.press('Alt+ArrowLeft')
  await expectSaved(ada)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('also changed the order of the steps.')
  expect((await stored()).map((step) => step['title'])).toEqual(['Theirs', 'Done', 'Choose'])
  await bar(page).getByRole('button', { name: 'Compare' }).click()
  await dialog(page).getByRole('button', { name: 'Use theirs' }).click()
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-label', 'Step 2: Done')
  await expectSaved(page)
})
