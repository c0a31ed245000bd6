import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test, type Browser, type Page, type Route } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { unzipSync } from 'fflate'
import { Secret, TOTP } from 'otpauth'

import { createOutbox } from '#backend/mail/outbox.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { signInBrowser } from '#support/browser-session.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { createImage } from '#support/create-image.ts'
import { importDemo } from '#support/make-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Account and workspace settings, and a session in several tabs. */

const jwtSecret = 'a secret of this test alone, and long enough'
const password = 'correct horse battery'

let server: ServerProcess
let people = 0

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  server = await startServer({
    env: {
      JWT_SECRET: jwtSecret,
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
      AUTH_RATE_LIMITS: 'off',
      GOTRUE_SMTP_MAX_FREQUENCY: '0s',
    },
  })
})
test.afterAll(async () => {
  expect(server.output()).not.toMatch(/"level":(50|60)/)
  await server.stop()
})

test('a second factor is added by scanning or typing, required at the next login, and removed', async ({ page }) => {
  const problems = watchConsole(page, 'refusals')
  const { email } = await signedIn(page)
  await page.goto(`${server.url}/dashboard/account`)
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('Your name was saved.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await adding.getByLabel('Name').fill('Phone')
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect(adding.getByRole('img', { name: /code to scan/ })).toHaveJSProperty('complete', true)
  expect(await adding.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50)
  await expectAccessible(page)
  const secret = (await adding.locator('.select-all').innerText()).replaceAll(/\s/g, '')
  await adding.getByLabel('Code from the app').fill('000000')
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await expect(adding.getByText(/The code is wrong/)).toBeVisible()
  await adding.getByLabel('Code from the app').fill(codeOf(secret, 'now'))
  await adding.getByRole('button', { name: 'Turn on' }).click()

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const first = await codes.getByRole('listitem').first().innerText()
  const downloading = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  const kept = await readFile(await (await downloading).path(), 'utf8')
  expect(kept.trim().split('\n')).toHaveLength(10)
  expect(kept).toContain(first)
  await expectAccessible(page)
  await codes.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('list', { name: 'Second factors' }).getByText('Phone', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('two-factor')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(`${server.url}/`)
  await logIn(page, email)
  await page.getByLabel('Authenticator code').fill(codeOf(secret, 'next'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${server.url}/dashboard/account`)
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog', { name: 'Remove Phone?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Off. You log in with a password only.')).toBeVisible()
  expect(problems).toEqual([])
})

test('a new address needs both mailboxes’ confirmation and can be cancelled before', async ({ page }) => {
  const { email } = await signedIn(page)
  const newEmail = `new-${email}`
  await page.goto(`${server.url}/dashboard/account`)
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByLabel('New email')).toBeFocused()
  await section.getByLabel('New email').fill(`mistyped-${email}`)
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText(`Waiting for mistyped-${email}`)).toBeVisible()
  const mistyped = await linkTo(`mistyped-${email}`)
  await section.getByRole('button', { name: 'Keep current address' }).click()
  await expect(section.getByRole('button', { name: 'Change email' })).toBeVisible()
  const dead = await page.request.get(mistyped, { maxRedirects: 0 })
  expect(dead.headers()['location']).toContain('error_code=otp_expired')

  await section.getByRole('button', { name: 'Change email' }).click()
  await section.getByLabel('New email').fill(newEmail)
  await section.getByRole('button', { name: 'Change email' }).click()
  await expect(section.getByText(`Waiting for ${newEmail}`)).toBeVisible()
  await page.goto(await linkTo(newEmail))
  await expect(page.getByRole('heading', { name: 'One more confirmation' })).toBeVisible()
  await page.goto(await linkTo(email))
  await page.waitForURL('**/dashboard/account')
  await expect(page.getByRole('region', { name: 'Email' }).getByText(newEmail, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible()
})

test('other sessions are listed and ended; unsaved text there survives', async ({ page, browser }) => {
  const { email, client } = await signedIn(page)
  const elsewhere = await newPage(browser)
  await logIn(elsewhere, email)
  await elsewhere.waitForURL('**/dashboard')
  await makeDemo(elsewhere, client)
  const tab = await elsewhere.context().newPage()
  await tab.goto(elsewhere.url())
  await expect(tab.getByLabel('Demo name')).toBeVisible()

  await page.goto(`${server.url}/dashboard/account`)
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This device')
  await expect(sessions.last()).toContainText('127.0.0.1')
  await sessions
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(sessions).toHaveCount(1)

  await elsewhere.getByRole('textbox', { name: 'Title' }).fill('Typed after the session had ended')
  for (const each of [elsewhere, tab]) {
    await expect(each.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  }
  const dialog = tab.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Signing in once is enough for both tabs.
  for (const each of [elsewhere, tab]) {
    await expect(each.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
  }
  await expect(elsewhere.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await elsewhere.context().close()
})

test('signing out is done before the page is left, however slow the server is', async ({ page }) => {
  await signedIn(page)
  await page.goto(`${server.url}/dashboard/account`)
  const leaving = Promise.withResolvers<Route>()
  await page.route('**/auth/v1/logout*', (route) => leaving.resolve(route))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const route = await leaving.promise
  expect(page.url()).toBe(`${server.url}/dashboard/account`)
  await route.continue()
  await page.waitForURL(`${server.url}/`)
  await page.goBack()
  await page.waitForURL('**/login')
})

test('two tabs share one refresh, and signing out in one returns the other to its page after login', async ({
  page,
  context,
}) => {
  const { email, client } = await signedIn(page)
  await makeDemo(page, client)
  const place = new URL(page.url()).pathname
  const other = await context.newPage()
  await other.goto(`${server.url}${place}`)
  await expect(other.getByLabel('Demo name')).toBeVisible()

  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
  })
  // Nothing runs here that could refresh the session before both tabs load.
  for (const each of [page, other]) await each.goto(`${server.url}/healthz`)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('understudy-session') ?? '{}') as Record<string, unknown>
    localStorage.setItem('understudy-session', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
  })
  await Promise.all([page, other].map((each) => each.goto(`${server.url}${place}`)))
  for (const each of [page, other]) await expect(each.getByLabel('Demo name')).toBeVisible()
  expect(refreshes).toHaveLength(1)

  await other.getByLabel('Demo name').fill('Not saved yet')
  // The client notifies its other tabs, which fire an event of their own.
  await other.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new BroadcastChannel('understudy-session').addEventListener(
      'message',
      ({ data }: MessageEvent<{ event: string }>) => heard.push(data.event),
    )
  })
  await page.goto(`${server.url}/dashboard/account`)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('Your name was saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(`${server.url}/`)
  await other.waitForURL('**/login')
  await expect(other.getByLabel('Demo name')).toBeHidden()
  const heard = await other.evaluate(() => Reflect.get(window, 'heard') as readonly string[])
  // A loading tab sends SIGNED_IN to the others.
  expect(heard.filter((event) => event !== 'SIGNED_IN')).toEqual(['USER_UPDATED', 'SIGNED_OUT'])
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await other.waitForURL(`**${place}`)
  await expect(other.getByLabel('Demo name')).toHaveValue('Not saved yet')
})

test('a workspace: invite by mail, join, change a role, require a second factor, and read the audit log', async ({
  page,
  browser,
}) => {
  const problems = watchConsole(page, 'refusals')
  await signedIn(page)
  await page.goto(`${server.url}/dashboard/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await page.getByRole('region', { name: 'Workspace' }).getByRole('textbox', { name: 'Name' }).fill('The team')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click()
  const guest = await newAccount()
  await page.getByLabel('Email').fill(guest)
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByLabel('Invitation link')).toHaveValue(/\/invitations\/[\w-]{43}$/)
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(guest)
  await expectAccessible(page)

  const theirs = await newPage(browser, { width: 390, height: 844 })
  await theirs.goto(await linkTo(guest))
  await expect(theirs.getByRole('heading', { name: 'Join “The team”' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: 'Log in' }).click()
  await expect(theirs.getByLabel('Email')).toHaveValue(guest)
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Log in', exact: true }).click()
  await theirs.getByRole('button', { name: 'Join workspace' }).click()
  await theirs.waitForURL('**/dashboard/demos')

  await page.reload()
  await page.getByLabel(`Role of ${guest}`).selectOption('editor')
  await expect(page.getByText(`${guest} is now Editor.`)).toBeVisible()
  await page.getByRole('button', { name: 'Leave The team' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave “The team”?' })
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(leaving.getByText('A workspace needs an owner.')).toBeVisible()
  await leaving.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('switch', { name: 'Require two-factor authentication' })).toBeDisabled()
  await page.getByRole('link', { name: 'Open account' }).click()
  await addAuthenticator(page)
  await page.goto(`${server.url}/dashboard/settings/security`)
  await page.getByRole('switch', { name: 'Require two-factor authentication' }).click()
  await expect(page.getByText('One member has no second factor and can’t open this workspace.')).toBeVisible()
  const factors = page.getByRole('list', { name: 'Two-factor authentication by member' }).getByRole('listitem')
  await expect(factors.filter({ hasText: guest })).toContainText('Off')
  await expect(factors.filter({ hasNotText: guest })).toContainText('On')
  const waysIn = page.getByRole('region', { name: 'Access without login' })
  await expect(waysIn.getByRole('link', { name: /^Public demos/ })).toContainText('Anyone with the link')
  await expect(page.getByRole('list', { name: 'Latest activity' })).toContainText('required two-factor authentication.')
  await expectAccessible(page)
  const log = page.getByRole('list', { name: 'Audit log' })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(log.getByText('required two-factor authentication.')).toBeVisible()
  await expect(log.getByText(`made ${guest} Editor, previously Viewer.`)).toBeVisible()
  await expect(log.getByText(`invited ${guest} as Viewer.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'API keys' }).click()
  await useApiKey(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Credits' }).click()
  await expect(page.getByRole('slider', { name: 'Credits by day' })).toHaveAttribute('aria-valuetext', /: 0 credits$/)
  await expectAccessible(page)

  // The guest also has their own workspace, so there is a switcher.
  await theirs.reload()
  await expect(theirs.getByRole('complementary', { name: 'Locked workspaces' })).toContainText('“The team” requires')
  await expectAccessible(theirs)
  await theirs.context().close()
  expect(problems).toEqual([])
})

/** Creates an API key, uses it as a program would, and revokes it. */
async function useApiKey(page: Page): Promise<void> {
  const keys = page.getByRole('region', { name: 'Keys', exact: true })
  await keys.getByLabel('Name').fill('Release robot')
  await keys.getByRole('button', { name: 'Create key' }).click()
  const apikey = await keys.getByLabel('The key').inputValue()
  const example = page.getByRole('region', { name: 'Try it' })
  await expect(example.getByRole('region', { name: 'Request text' })).toContainText(`-H "apikey: ${apikey}"`)
  await expect(example.getByRole('region', { name: 'Response' })).toContainText('"status": "active"')
  await expectAccessible(page)
  const ask = () => page.request.get(`${server.url}/rest/v1/workspaces?select=name`, { headers: { apikey } })
  expect(await (await ask()).json()).toEqual([{ name: 'The team' }])
  await keys.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByRole('list', { name: 'API keys' })).toContainText(`usk_…${apikey.slice(-4)} · only reads`)
  await keys.getByRole('button', { name: 'Revoke Release robot' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('The key “Release robot” was revoked.')).toBeVisible()
  expect((await ask()).status()).toBe(401)
}

test('a locked workspace says so instead of looking empty, and leads to the second factor', async ({ page }) => {
  const { email } = await signedIn(page)
  const { data: user } = await serviceClient().from('users').select('id').eq('email', email).single().throwOnError()
  const { data: membership } = await serviceClient()
    .from('workspace_members')
    .select('workspace_id')
    .eq('user_id', String(user.id))
    .single()
    .throwOnError()
  await serviceClient()
    .from('workspaces')
    .update({ requires_aal2: true })
    .eq('id', String(membership.workspace_id))
    .throwOnError()
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: /requires two-factor authentication/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
  await addAuthenticator(page)
  await page.goto(`${server.url}/dashboard/demos`)
  await expect(page.getByRole('heading', { name: 'Your Demos' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /requires two-factor authentication/ })).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a brand shows around the demos of its workspace', async ({ page }) => {
  const { client } = await signedIn(page)
  await makeDemo(page, client)
  const play = page.url().replace('/dashboard/demos/', '/demo/').replace('/edit', '/play')
  await page.goto(`${server.url}/dashboard/settings/brand`)
  const brand = page.getByRole('region', { name: 'Brand' })
  const saved = page.getByRole('status').filter({ hasText: 'Saved' })
  const colour = brand.getByLabel('Colour', { exact: true })
  await colour.fill('reddish')
  await page.keyboard.press('Enter')
  await expect(brand.getByText('Not a valid colour.')).toBeVisible()
  await colour.fill('#0A7D3C')
  await page.keyboard.press('Enter')
  await expect(saved).toBeVisible()
  await brand.getByLabel('Logo', { exact: true }).setInputFiles(await createImage(2))
  await expect(brand.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await brand.getByRole('radio', { name: 'Serif' }).click()
  await brand.getByRole('switch', { name: 'Show Understudy' }).click()
  await expect(saved).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(brand.getByRole('switch', { name: 'Show Understudy' })).not.toBeChecked()
  await expect(brand.getByRole('radio', { name: 'Serif' })).toBeChecked()
  await expect(colour).toHaveValue('#0a7d3c')

  await page.goto(play)
  await expect(page.getByText('Step 1 of 1').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Understudy' })).toBeHidden()
  await expect(page.locator('.us-segment-done').first()).toHaveCSS('background-color', 'rgb(10, 125, 60)')
  await expect(page.locator('.us-logo')).toHaveJSProperty('complete', true)
  expect(await page.locator('.us-logo').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('all data can be exported, and the account deleted for good', async ({ page }) => {
  const { email, client } = await signedIn(page)
  await makeDemo(page, client)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/dashboard/account`)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^understudy-export-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  expect(Buffer.from(files['data/demos.json'] ?? []).toString()).toContain('Team plan 1')
  expect(Object.keys(files).some((name) => name.startsWith('files/demo-captures/'))).toBe(true)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  const confirm = dialog.getByRole('button', { name: 'Delete account and data' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await dialog.getByLabel(/^Type/).fill(email)
  await confirm.click()
  await page.waitForURL(`${server.url}/`)
  await logIn(page, email)
  await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible()
})

function serviceClient() {
  return createClient(server.url, roleKey('service_role', jwtSecret), { auth: { persistSession: false } })
}

/** An account with a confirmed address. */
async function newAccount(): Promise<string> {
  people += 1
  const email = `person-${people}-${Date.now()}@example.com`
  const { error } = await serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
  if (error !== null) throw error
  return email
}

/** A new account, in this browser and in a client. */
async function signedIn(page: Page): Promise<{ readonly email: string; readonly client: SupabaseClient }> {
  const email = await newAccount()
  return { email, client: await signInBrowser(page, server.url, { email, password }) }
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function newPage(browser: Browser, viewport = { width: 1440, height: 900 }): Promise<Page> {
  return (await browser.newContext({ viewport })).newPage()
}

async function addAuthenticator(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await adding.getByRole('button', { name: 'Continue' }).click()
  const secret = (await adding.locator('.select-all').innerText()).replaceAll(/\s/g, '')
  await adding.getByLabel('Code from the app').fill(codeOf(secret, 'now'))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}

/** The authenticator's code; each counts once, so a second use needs the next. */
function codeOf(secret: string, when: 'now' | 'next'): string {
  const timestamp = Date.now() + (when === 'now' ? 0 : 30_000)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Opens a new demo of one step in the editor. */
async function makeDemo(page: Page, client: SupabaseClient): Promise<void> {
  const { buffer: png } = await createImage(1)
  const id = await importDemo(client, { name: 'Team plan 1', steps: [{ png, width: 1280, height: 800 }] })
  await page.goto(`${server.url}/dashboard/demos/${id}/edit`)
  await expect(page.getByLabel('Demo name')).toBeVisible()
}

/** The link in the newest mail to an address. */
async function linkTo(address: string): Promise<string> {
  const outbox = createOutbox(join(server.dataDir, 'outbox'), () => Date.now())
  let link: string | null | undefined
  await expect
    .poll(async () => {
      link = (await outbox.list()).find(({ to }) => to === address)?.link
      return link
    })
    .toBeTruthy()
  return link ?? ''
}
