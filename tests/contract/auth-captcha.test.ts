import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

/** Mock captcha service: the requests it received, and its next response. */
let asked: URLSearchParams[]
let says: { readonly status: number; readonly body: string } | null
let service: Server
let verifyUrl: string

beforeAll(async () => {
  service = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push(new URLSearchParams(text))
      if (says !== null) response.writeHead(says.status).end(says.body)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`
})

afterAll(() => {
  service.close()
  service.closeAllConnections()
})

const yes = { status: 200, body: '{"success":true,"hostname":"understudy.test"}' }
const no = { status: 200, body: '{"success":false,"error-codes":["invalid-input-response"]}' }

describe.each(['hcaptcha', 'turnstile'])('with %s', (provider) => {
  let backend: Backend

  beforeAll(async () => {
    asked = []
    backend = await startBackend({
      env: {
        OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
        GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
        GOTRUE_SECURITY_CAPTCHA_PROVIDER: provider,
        GOTRUE_SECURITY_CAPTCHA_SECRET: 'shared secret',
        CAPTCHA_SITE_KEY: 'public half',
        GOTRUE_SECURITY_CAPTCHA_TIMEOUT: '1s',
        CAPTCHA_VERIFY_URL: verifyUrl,
      },
    })
  })

  afterAll(() => backend.close())

  const credentials = { email: 'ada@example.com', password: 'correct horse' }
  const withToken = (captchaToken: string) => ({ ...credentials, options: { captchaToken } })

  test('a person can sign up and in, and stays signed in', async () => {
    says = yes
    const client = backend.anonClient()
    expect((await client.auth.signUp(withToken('a person'))).error).toBeNull()
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ secret: 'shared secret', response: 'a person' })
    expect((await client.auth.signInWithPassword(withToken('a person'))).error).toBeNull()
    says = no
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.updateUser({ data: { colour: 'blue' } })).error).toBeNull()
  })

  test.each<[string, (client: ReturnType<Backend['anonClient']>) => Promise<{ error: unknown }>]>([
    ['sign-up', (client) => client.auth.signUp(withToken('a machine'))],
    ['sign-in', (client) => client.auth.signInWithPassword(withToken('a machine'))],
    [
      'codes',
      (client) => client.auth.signInWithOtp({ email: credentials.email, options: { captchaToken: 'a machine' } }),
    ],
    ['recovery', (client) => client.auth.resetPasswordForEmail(credentials.email, { captchaToken: 'a machine' })],
    [
      'single sign-on',
      (client) => client.auth.signInWithSSO({ domain: 'a.example', options: { captchaToken: 'a machine' } }),
    ],
  ])('a machine is refused at %s', async (_, call) => {
    says = no
    expect((await call(backend.anonClient())).error).toMatchObject({
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response)',
    })
  })

  test('rejects requests without a token', async () => {
    asked = []
    const { error } = await backend.anonClient().auth.signInWithPassword(credentials)
    expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect(asked).toEqual([])
  })

  test.each<[string, { readonly status: number; readonly body: string } | null]>([
    ['fails', { status: 500, body: yes.body }],
    ['answers nonsense', { status: 200, body: 'yes' }],
    ['does not answer', null],
  ])('nobody gets in when the service %s', async (_, answer) => {
    says = answer
    const response = await backend.app.request('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ ...credentials, gotrue_meta_security: { captcha_token: 'a person' } }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { msg: 'captcha verification process failed' },
    ])
  })

  test('rejects requests unless the answer is clearly a yes', async () => {
    says = { status: 200, body: '{"success":"true"}' }
    expect((await backend.anonClient().auth.signUp(withToken('a person'))).error).toMatchObject({
      code: 'captcha_failed',
    })
  })

  test('exempts the service role', async () => {
    says = no
    const { error } = await backend.serviceClient().auth.signInWithPassword(credentials)
    expect(error).toBeNull()
  })
})

test.each([
  [{ GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true' }, 'GOTRUE_SECURITY_CAPTCHA_SECRET'],
  [{ GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true', GOTRUE_SECURITY_CAPTCHA_SECRET: 'secret' }, 'CAPTCHA_SITE_KEY'],
  [{ GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'recaptcha' }, 'hcaptcha, turnstile'],
])('settings that can not work stop the start: %o', async (env, sentence) => {
  await expect(startBackend({ env })).rejects.toThrow(sentence)
})
