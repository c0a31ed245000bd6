import { randomUUID, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { createOutbox } from '#backend/mail/outbox.ts'
import { expectAccessible } from '#support/expect-accessible.ts'
import { openIdClientId, openIdSecret, startOpenIdProvider, type OpenIdProvider } from '#support/openid-provider.ts'
import { startSamlSignInPage, type SamlSignInPage } from '#support/saml-sign-in-page.ts'
import { freePort, startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* Sign-in through third parties: providers, an organisation's single sign-on, text messages, a second factor. */

let problems: readonly string[]

test.beforeEach(({ page }) => {
  problems = watchConsole(page, 'refusals')
})
test.afterEach(() => {
  expect(problems).toEqual([])
})

const password = 'correct horse battery'
const jwtSecret = 'a secret that only the sign-in tests know'
const serviceKey = roleKey('service_role', jwtSecret)

test.describe('with providers, single sign-on, text messages and second factors', () => {
  let server: ServerProcess
  let provider: OpenIdProvider
  let company: SamlSignInPage

  test.beforeAll(async () => {
    const port = await freePort()
    provider = await startOpenIdProvider(`http://localhost:${port}/auth/v1/callback`)
    company = await startSamlSignInPage()
    const samlKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    server = await startServer({
      port,
      env: {
        JWT_SECRET: jwtSecret,
        AUTH_RATE_LIMITS: 'off',
        OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
        GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
        GOTRUE_EXTERNAL_KEYCLOAK_URL: provider.issuer,
        GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: openIdClientId,
        GOTRUE_EXTERNAL_KEYCLOAK_SECRET: openIdSecret,
        // Nothing listens there.
        GOTRUE_EXTERNAL_OKTA_ENABLED: 'true',
        GOTRUE_EXTERNAL_OKTA_URL: 'http://127.0.0.1:9',
        GOTRUE_EXTERNAL_OKTA_CLIENT_ID: 'ours',
        GOTRUE_EXTERNAL_OKTA_SECRET: 'secret',
        GOTRUE_SAML_ENABLED: 'true',
        GOTRUE_SAML_PRIVATE_KEY: samlKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
        GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
        GOTRUE_SMS_MAX_FREQUENCY: '1s',
        GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
        GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
        GOTRUE_MFA_PHONE_MAX_FREQUENCY: '1s',
      },
    })
    await call('admin/sso/providers', serviceKey, {
      type: 'saml',
      metadata_xml: company.provider.metadata,
      domains: ['company.example'],
    })
  })
  test.afterAll(async () => {
    // The unreachable provider is logged as an error; nothing else may be.
    const errors = server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line) && !/okta|Error creating provider/.test(line))
    expect(errors).toEqual([])
    await server.stop()
    await company.close()
    await provider.close()
  })

  test('a provider: declining returns to the previous page, accepting to the requested one', async ({ page }) => {
    provider.account = null
    await page.goto(`${server.url}/dashboard/demos`)
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue with Keycloak' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Sign-in was not completed.')
    expect(new URL(page.url())).toMatchObject({ pathname: '/signup', hash: '', search: '' })

    // An unsolicited response: shown on a page of ours, not as bare JSON.
    await page.goto(`${server.url}/auth/v1/callback?state=${randomUUID()}&code=x`)
    await expect(alert).toContainText('That took too long.')
    expect(new URL(page.url())).toMatchObject({ pathname: '/login', hash: '', search: '' })
    await page.goBack()

    await page.getByRole('button', { name: 'Continue with Okta' }).click()
    await expect(page.getByText('Okta can’t be used right now.')).toBeVisible()

    provider.account = { sub: randomUUID(), email: newAddress(), email_verified: true, name: 'Ada Lovelace' }
    await page.getByRole('button', { name: 'Continue with Keycloak' }).click()
    await page.waitForURL('**/dashboard/demos')
    expect(page.url()).not.toContain('#')
    await expect(page.getByText(provider.account.email).first()).toBeVisible()

    problems = problems.filter((problem) => !problem.includes('status of 500'))
  })

  test('a provider: locks out the address’s previous user, and lets the owner restore the workspace', async ({
    page,
  }) => {
    const email = newAddress()
    const signUp = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: serviceKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'the thief was here' }),
    })
    expect(signUp.status).toBe(200)
    provider.account = { sub: randomUUID(), email, email_verified: true, name: 'Ada Lovelace' }
    await page.goto(`${server.url}/dashboard/account`)
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'Continue with Keycloak' }).click()
    await page.waitForURL('**/dashboard/account')
    const earlier = page.getByRole('list', { name: 'Earlier workspaces' })
    await expect(earlier.getByRole('listitem')).toHaveCount(1)
    await expect(earlier).toContainText('0 demos · no other members')
    await expectAccessible(page)
    await earlier.getByRole('button', { name: /^Restore/ }).click()
    await expect(page.getByText(/^“.+” was restored\.$/)).toBeVisible()
    await expect(earlier).toBeHidden()
    const again = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: serviceKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'the thief was here' }),
    })
    expect(again.status).toBe(400)
  })

  test('single sign-on: the work address’s domain finds the organisation', async ({ page }) => {
    company.email = `ada-${Date.now()}@company.example`
    await page.goto(`${server.url}/dashboard/demos`)
    await page.getByRole('link', { name: 'Use single sign-on' }).click()
    const field = page.getByLabel('Work email')
    await field.fill('ada@elsewhere.example')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/Single sign-on is not set up for this address/)
    await expectAccessible(page)
    await field.fill(company.email)
    await field.press('Enter')
    await page.waitForURL('**/dashboard/demos')
    await expect(page.getByText(company.email).first()).toBeVisible()
  })

  test('a phone number signs up with a code, and signs in with another', async ({ page }) => {
    const number = newNumber()
    await page.goto(`${server.url}/signup`)
    await page.getByRole('link', { name: 'Use a phone number' }).click()
    await page.getByLabel('Phone number').fill('0151 1')
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/country code/)
    await page.getByLabel('Phone number').fill(`+${number.slice(0, 2)} (${number.slice(2, 5)}) ${number.slice(5)}`)
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await expectAccessible(page)
    await page.getByLabel('Code').fill(await textedCode(number))
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/dashboard')
    await signOut(page)

    await page.goto(`${server.url}/login?with=phone`)
    await page.getByLabel('Phone number').fill(number)
    const before = await textCount(number)
    await expect(async () => {
      await page.getByRole('button', { name: 'Text me a code' }).click()
      await expect(page.getByLabel('Code')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect.poll(() => textCount(number)).toBe(before + 1)
    await page.getByLabel('Code').fill(await textedCode(number))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dashboard')
  })

  test('a second factor is asked for after every first one, by app, by phone or by a recovery code', async ({
    page,
  }) => {
    const email = newAddress()
    const { access_token: first } = await call('signup', undefined, { email, password })
    const { id, totp } = await call('factors', first, { factor_type: 'totp', friendly_name: 'App' })
    const challenge = await call(`factors/${id}/challenge`, first, {})
    const authenticator = new TOTP({ secret: Secret.fromBase32(totp.secret) })
    const aal2 = await call(`factors/${id}/verify`, first, {
      challenge_id: challenge.id,
      code: authenticator.generate({ timestamp: Date.now() - 30_000 }),
    })
    const number = newNumber()
    const phone = await call('factors', aal2.access_token, { factor_type: 'phone', phone: number })
    const phoneChallenge = await call(`factors/${phone.id}/challenge`, aal2.access_token, {})
    const whole = await call(`factors/${phone.id}/verify`, aal2.access_token, {
      challenge_id: phoneChallenge.id,
      code: await textedCode(number),
    })
    const { codes } = await call('factors/recovery-codes', whole.access_token, {})

    await page.goto(`${server.url}/dashboard/demos?view=list`)
    await logIn(page, email)
    await page.waitForURL('**/login/verify')
    await expectAccessible(page)
    const code = page.getByLabel('Authenticator code')
    await expect(code).toBeFocused()
    await code.fill('000 000')
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription(/code is wrong/)
    // Nothing inside opens before the second factor.
    await page.goto(`${server.url}/dashboard/account`)
    await page.waitForURL('**/login/verify')
    await page.goBack()
    await page.goto(`${server.url}/dashboard/demos?view=list`)
    await code.fill(authenticator.generate())
    await code.press('Enter')
    await page.waitForURL('**/dashboard/demos?view=list')
    await signOut(page)

    await page.goto(`${server.url}/login`)
    await logIn(page, email)
    await page.getByRole('button', { name: 'Text me a code' }).click()
    const before = await textCount(number)
    await page.getByRole('button', { name: 'Text me a code' }).click()
    await expect.poll(() => textCount(number)).toBe(before + 1)
    await page.getByLabel('Code').fill(await textedCode(number))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/dashboard')
    await signOut(page)

    await page.goto(`${server.url}/login`)
    await logIn(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expectAccessible(page)
    await page.getByLabel('Recovery code').fill('never-given')
    await page.getByLabel('Recovery code').press('Enter')
    await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/code is wrong/)
    await page.getByLabel('Recovery code').fill(String(codes[0]).toUpperCase())
    await page.getByLabel('Recovery code').press('Enter')
    await page.waitForURL('**/dashboard')

    // A session that ends during work: both factors are asked for over the page, which stays as it is.
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('New password').fill('typed before')
    await endSession(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    await dialog.getByLabel('Recovery code').fill(String(codes[2]))
    await dialog.getByLabel('Recovery code').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('New password')).toHaveValue('typed before')
    await signOut(page)

    // After an emailed code too, and before a new password; with a way to leave.
    await page.goto(`${server.url}/forgot-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send email' }).click()
    await expect(page.getByRole('link', { name: 'Read the email in the outbox' })).toHaveAttribute(
      'href',
      '/dev/outbox',
    )
    await page.getByLabel('Code').fill(await textedCode(email))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(String(codes[1]))
    await page.getByLabel('Recovery code').press('Enter')
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL('**/dashboard')
    await signOut(page)
    await page.goto(`${server.url}/login`)
    await logIn(page, email, 'another horse battery')
    await page.waitForURL('**/login/verify')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('understudy-session'))).toBeNull()
  })

  async function call(path: string, key: string | undefined, body: unknown) {
    const answer = await fetch(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as {
      readonly id: string
      readonly access_token: string
      readonly totp: { readonly secret: string }
      readonly codes: readonly string[]
    }
  }

  async function messagesTo(to: string) {
    const entries = await createOutbox(`${server.dataDir}/outbox`, Date.now).list()
    return entries.filter((entry) => entry.to.replace('+', '') === to)
  }

  async function textCount(to: string): Promise<number> {
    return (await messagesTo(to)).length
  }

  /** The newest code for a number or an address. */
  async function textedCode(to: string): Promise<string> {
    await expect.poll(() => textCount(to)).toBeGreaterThan(0)
    return (await messagesTo(to))[0]?.code ?? ''
  }
})

test.describe('with a captcha', () => {
  let server: ServerProcess
  let service: Server
  const asked: URLSearchParams[] = []

  test.beforeAll(async () => {
    service = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const form = new URLSearchParams(text)
        asked.push(form)
        const isPerson = form.get('response')?.startsWith('a person') === true
        response.end(JSON.stringify({ success: isPerson, 'error-codes': isPerson ? [] : ['invalid-input-response'] }))
      })
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    server = await startServer({
      env: {
        OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
        GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
        GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
        GOTRUE_SECURITY_CAPTCHA_SECRET: 'the secret half',
        CAPTCHA_SITE_KEY: 'the public half',
        CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
      },
    })
  })
  test.afterAll(async () => {
    await server.stop()
    service.close()
    service.closeAllConnections()
  })

  test('it is solved before sign-up, once for each attempt', async ({ page }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
    await page.goto(`${server.url}/signup`)
    await expect(page.getByText(/could not be loaded/)).toBeVisible()
    await page.unroute('https://challenges.cloudflare.com/**')
    await page.route('https://challenges.cloudflare.com/turnstile/v0/api.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: standIn }),
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    const check = page.getByRole('button', { name: 'I am a person (the public half)' })
    await expect(check).toBeVisible()
    const email = newAddress()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert')).toContainText('Complete the check')
    expect(asked).toEqual([])

    await check.click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/at least 6 characters/)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert')).toContainText('Complete the check')
    await check.click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/dashboard')
    expect(asked.map((form) => form.get('response'))).toEqual(['a person, 1', 'a person, 2'])
    problems = problems.filter((problem) => !problem.includes('net::ERR_FAILED'))
  })
})

/** Turnstile's interface, with a button instead of its challenge. */
const standIn = `
let solved = 0
window.turnstile = {
  render(place, options) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'I am a person (' + options.sitekey + ')'
    button.addEventListener('click', () => options.callback('a person, ' + ++solved))
    place.append(button)
    this.place = place
    return 'widget'
  },
  remove() {
    this.place.replaceChildren()
  },
}`

let people = 0

function newAddress(): string {
  people += 1
  return `peer-${people}-${Date.now()}@example.com`
}

function newNumber(): string {
  people += 1
  return `4915${String(Date.now()).slice(-7)}${people}`
}

async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** As when ended elsewhere; the page notices on its next refresh. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const session = JSON.parse(localStorage.getItem('understudy-session') ?? '{}') as { access_token: string }
    await fetch('/auth/v1/logout?scope=global', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    localStorage.setItem('understudy-session', JSON.stringify({ ...session, expires_at: 1 }))
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(/:\d+\/$/)
}
