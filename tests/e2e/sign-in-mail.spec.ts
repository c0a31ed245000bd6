import { expect, test, type Page } from '@playwright/test'

import { messages } from '#domain/messages.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { signInBrowser } from '#support/browser-session.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { startMailServer, type MailServer } from '#support/mail-server.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Sign-up and sign-in with required confirmation: every path through a mail. */

let mails: MailServer
let server: ServerProcess
let people = 0
let problems: readonly string[]

test.beforeAll(async () => {
  mails = await startMailServer()
  server = await startServer({
    env: {
      JWT_SECRET: jwtSecret,
      SMTP_URL: mails.url,
      GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com',
      GOTRUE_SMTP_MAX_FREQUENCY: '2s',
      GOTRUE_PASSWORD_MIN_LENGTH: '8',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000',
      AUTH_RATE_LIMITS: 'off',
    },
  })
})
test.beforeEach(({ page }) => {
  problems = watchConsole(page, 'refusals')
})
test.afterEach(() => {
  expect(problems).toEqual([])
})
test.afterAll(async () => {
  expect(server.output()).not.toMatch(/"level":(50|60)/)
  await server.stop()
  await mails.close()
})

const password = 'correct horse battery'
const jwtSecret = 'a secret that only the sign-in tests know'
const serviceKey = roleKey('service_role', jwtSecret)

test('a new account is confirmed with the mailed code; a wrong code and a wrong address can be corrected', async ({
  page,
}) => {
  const [wrong, email] = [newAddress(), newAddress()]
  await page.goto(`${server.url}/signup`)
  await fillPerson(page, wrong, 'short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.signUpFailed)
  const passwordField = page.getByLabel('Password')
  await expect(passwordField).toHaveAccessibleDescription(/at least 8 characters/)
  await expect(passwordField).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(wrong)

  await passwordField.fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(wrong)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use another address' }).click()

  await fillPerson(page, email, password)
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByText(email)).toBeVisible()
  const first = await mails.take(email)
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  const code = page.getByLabel('Code')
  await code.fill(first.code === '000000' ? '000001' : '000000')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/wrong or expired/)

  await page.getByRole('button', { name: 'Send again' }).click()
  const again = page.getByRole('button', { name: 'Send again', exact: true })
  const wait = page.getByRole('button', { name: /Send again in \d s/ })
  await expect(wait.or(page.getByText('Sent again.'))).toBeVisible()
  await expect(again).toBeEnabled()
  if (mails.countOf(email) === 1) await again.click()
  const second = await mails.take(email)
  await code.fill(`${second.code.slice(0, 3)} ${second.code.slice(3)}`)
  await code.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect(page.getByText(email)).toBeVisible()
})

test('the mailed link leads back to the requested page, and leaves no token behind', async ({ page, browser }) => {
  const email = newAddress()
  await page.goto(`${server.url}/dashboard/demos?view=list#your-demos`)
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillPerson(page, email, password)
  await page.getByRole('button', { name: 'Create account' }).click()
  const { link } = await mails.take(email)

  // The phone, with no prior state.
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const addresses: string[] = []
  phone.on('framenavigated', (frame) => addresses.push(frame.url()))
  await phone.goto(link)
  await phone.waitForURL('**/dashboard/demos?view=list#your-demos')
  await expect(phone.getByRole('heading', { name: 'Demos', exact: true })).toBeVisible()
  expect(new URL(phone.url()).hash).toBe('#your-demos')
  await phone.goBack({ waitUntil: 'commit' }).catch(() => null)
  expect(phone.url()).not.toContain('access_token')
  expect(addresses.some((address) => address.includes('/arrive'))).toBe(true)

  // The used link again: reported on the login page to someone signed out.
  await page.goto(link)
  await page.waitForURL('**/login')
  await expect(page.getByRole('alert')).toContainText('This link no longer works.')
  await expectAccessible(page)
  await phone.context().close()
})

test('the landing page’s sign-up continues in its dialog until the address is confirmed', async ({ page }) => {
  const email = newAddress()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Get started' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up for free' }).click()
  await expect(dialog.getByText(`We sent a link and a code to ${email}`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Code').fill((await mails.take(email)).code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/onboarding')
})

test('an unconfirmed account can be confirmed from the login page', async ({ page }) => {
  const email = newAddress()
  await signUpUnconfirmed(page, email)
  await page.goto(`${server.url}/login`)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Code').fill((await mails.take(email)).code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/dashboard')
})

test('signs in with an emailed code here and link elsewhere; unknown addresses look the same', async ({ page }) => {
  const email = newAddress()
  await account(email)
  await page.goto(`${server.url}/dashboard/account`)
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Email me a code' }).click()
  await expectAccessible(page)
  const unknown = newAddress()
  await page.getByLabel('Email').fill(unknown)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByText(`We sent a link and a code to ${unknown}`)).toBeVisible()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByText(`We sent a link and a code to ${email}`)).toBeVisible()
  await expectAccessible(page)
  const mail = await mails.take(email)
  expect(mails.countOf(unknown)).toBe(0)
  await page.getByLabel('Code').fill(mail.code)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard/account')

  // Somebody else's link does not silently replace a signed-in session.
  const other = newAddress()
  await account(other)
  await post('otp', { email: other, create_user: false })
  await page.goto((await mails.take(other)).link)
  await expect(page.getByRole('heading', { name: 'Switch accounts?' })).toBeVisible()
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Sign in as ${other}` }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText(other).first()).toBeVisible()
})

test('a forgotten password: by link and by code, with a password that is refused first', async ({ page }) => {
  const [email, other] = [newAddress(), newAddress()]
  for (const address of [email, other]) await account(address)
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText(`We sent a link and a code to ${email}`)).toBeVisible()
  const byLink = await mails.take(email)
  await page.goto(byLink.link)
  await page.waitForURL('**/reset-password?**')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('New password')
  await field.fill('short')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/at least 8 characters/)
  await field.fill(password)
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/different from the old password/)
  await field.fill('another horse battery')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/dashboard')

  // The used link, then a code: for another address, because an address gets no two mails within 2 s.
  await signOut(page)
  await page.goto(byLink.link)
  await page.waitForURL('**/forgot-password')
  await expect(page.getByRole('alert')).toContainText('This link no longer works.')
  await page.getByLabel('Email').fill(other)
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByLabel('Code').fill((await mails.take(other)).code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/reset-password')
  await field.fill('a third horse battery')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/dashboard')

  // Without a verified session there is no form.
  await signOut(page)
  await page.goto(`${server.url}/reset-password`)
  await expect(page.getByRole('link', { name: 'Send email' })).toBeVisible()
  await expect(page.getByLabel('New password')).toBeHidden()
})

test('a change of address needs both sides, and each sees what is missing', async ({ page }) => {
  const [email, next] = [newAddress(), newAddress()]
  await account(email)
  const client = await signInBrowser(page, server.url, { email, password })
  const { error } = await client.auth.updateUser(
    { email: next },
    { emailRedirectTo: `${server.url}/dashboard/account` },
  )
  expect(error).toBeNull()
  await page.goto((await mails.take(email)).link)
  await expect(page.getByRole('heading', { name: 'One more confirmation' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard/account')
  await page.goto((await mails.take(next)).link)
  await page.waitForURL('**/dashboard/account')
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible()
  await expect(page.getByText(next).first()).toBeVisible()
})

test('an invited person chooses a password, by the link or by the code', async ({ page }) => {
  const [byLink, byCode] = [newAddress(), newAddress()]
  for (const email of [byLink, byCode]) await post('invite', { email }, serviceKey)
  await page.goto((await mails.take(byLink)).link)
  await page.waitForURL('**/set-password')
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/dashboard')
  await signOut(page)
  await logIn(page, byLink, password)
  await signOut(page)

  const { code } = await mails.take(byCode)
  await page.goto(`${server.url}/login?with=code`)
  await page.getByLabel('Email').fill(byCode)
  await page.getByRole('button', { name: 'I have a code' }).click()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/set-password')
  await page.getByRole('link', { name: 'Not now' }).click()
  await page.waitForURL('**/dashboard')
})

test('any link error is shown in our words and removed from the URL', async ({ page }) => {
  await page.goto(
    `${server.url}/?next=//evil.example#error=server_error&error_code=<b>odd</b>&error_description=Call+0900+now`,
  )
  await page.waitForURL('**/login')
  await expect(page.getByRole('alert')).toContainText('Sign-in failed.')
  await expect(page.getByText('0900')).toBeHidden()
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    await page.goto(`${server.url}/arrive?next=${encodeURIComponent(next)}#message=hello`)
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/dashboard')
  }
  await page.goto(`${server.url}/reset-password?code=5a3d1e00-0000-4000-8000-000000000001`)
  await expect(page.getByRole('heading', { name: 'This link belongs to another browser' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send a new email' })).toHaveAttribute('href', '/forgot-password')
  await expectAccessible(page)
  await page.goto(`${server.url}/#access_token=a.b.c&refresh_token=d&expires_in=3600&token_type=bearer`)
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await page.goto(`${server.url}/#access_token=a.b.c`)
  await expect(page.getByText('Part of this link is missing.')).toBeVisible()
  await expectAccessible(page)
})

function newAddress(): string {
  people += 1
  return `person-${people}-${Date.now()}@example.com`
}

async function fillPerson(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
}

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto(`${server.url}/login`)
  await fillPerson(page, email, secret)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(`${server.url}/`)
}

async function signUpUnconfirmed(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/signup`)
  await fillPerson(page, email, password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** An account that is confirmed already. */
async function account(email: string): Promise<void> {
  await post('admin/users', { email, password, email_confirm: true }, serviceKey)
}

async function post(path: string, body: unknown, key?: string): Promise<void> {
  const answer = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}
