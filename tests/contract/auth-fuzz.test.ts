import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo, openLink } from '#support/outbox.ts'
import { seededRandom } from '#support/seeded-random.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
      GOTRUE_RATE_LIMIT_SMS_SENT: '100000',
    },
  })
})

afterAll(() => backend.close())

const random = seededRandom(Number(process.env['FUZZ_SEED'] ?? 20_261_121))
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 200)
const pick = <T>(items: readonly T[]): T => items[random(items.length)]!

const oddTexts = [
  '',
  ' ',
  'a',
  '0',
  '-1',
  'null',
  'true',
  '\0',
  '\u0000abc',
  '\ud800',
  'é',
  '東京',
  '💥',
  '%00',
  '%',
  "'",
  '"',
  '\\',
  ';--',
  '{}',
  '[]',
  'a@example.com',
  'A@EXAMPLE.COM ',
  'a@b@c',
  '@',
  'a@',
  `${'a'.repeat(300)}@example.com`,
  '+4915112345678',
  '4915112345678',
  '+',
  '00',
  '123456',
  '000000',
  'pkce_',
  `pkce_${'0'.repeat(56)}`,
  'f'.repeat(56),
  'x'.repeat(5_000),
  '5a3d1e00-0000-4000-8000-000000000001',
  's256',
  'S256',
  'plain',
  'x'.repeat(43),
  'signup',
  'recovery',
  'email',
  'email_change',
  'magiclink',
  'invite',
  'sms',
  'phone_change',
  'whatsapp',
  'https://evil.example',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '\r\nSet-Cookie: a=b',
  '../../etc/passwd',
  '$1',
  '{{ .Token }}',
]
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  [],
  {},
  ['a'],
  { a: { b: ['\u0000'] } },
  { __proto__: 1 },
]
const names = [
  'email',
  'phone',
  'token',
  'token_hash',
  'type',
  'auth_code',
  'code_verifier',
  'refresh_token',
  'data',
  'channel',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'create_user',
  'new_email',
  'redirect_to',
  'app_metadata',
  'user_metadata',
  'ban_duration',
  'role',
  'id',
  'email_confirm',
  'should_soft_delete',
  'gotrue_meta_security',
]

function oddBody(): string {
  const shape = random(20)
  if (shape === 0) return pick(['', '{', '[]', '1', '"a"', 'null', '\ufeff{}', '{"a":1}}', '\0'])
  const fields = Array.from({ length: random(6) }, () => [
    pick(names),
    random(3) === 0 ? pick(oddValues) : pick(oddTexts),
  ])
  return JSON.stringify(Object.fromEntries(fields))
}

const anonymousCalls = [
  'POST /otp',
  'POST /magiclink',
  'POST /verify',
  'POST /recover',
  'POST /resend',
  'POST /signup',
  'POST /token?grant_type=pkce',
  'POST /token?grant_type=refresh_token',
  'POST /token?grant_type=password',
]
const adminCalls = [
  'POST /invite',
  'POST /admin/users',
  'POST /admin/generate_link',
  'PUT /admin/users/ID',
  'DELETE /admin/users/ID',
  'GET /admin/users/ID',
  'GET /admin/users?page=ID&per_page=ID',
  'GET /admin/audit?query=ID&page=ID',
]

async function call(text: string, bearer: string | null, body: string) {
  const [method = 'GET', path = ''] = text.split(' ')
  const address = path.replaceAll('ID', () => encodeURIComponent(pick(oddTexts).toWellFormed()))
  const answer = await backend.app.request(`/auth/v1${address}`, {
    method,
    ...(method !== 'GET' && { body }),
    headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
  })
  return { status: answer.status, text: await answer.text(), what: `${method} ${address} ${body.slice(0, 300)}` }
}

describe('arbitrary input', () => {
  test('to public calls signs nobody in and breaks nothing', async () => {
    for (let count = 0; count < rounds; count += 1) {
      const { status, text, what } = await call(pick(anonymousCalls), null, oddBody())
      expect(status, what).toBeLessThan(500)
      expect(text, what).not.toContain('access_token')
      backend.passTime(400_000)
    }
  })

  test('with a lone surrogate is refused anywhere', async () => {
    for (const [path, body] of [
      ['/verify', { type: 'signup', email: 'a@example.com', token: '\ud800' }],
      ['/token?grant_type=pkce', { auth_code: '\udc00', code_verifier: 'x' }],
      ['/otp', { email: 'a@example.com', data: { '\ud800': 1 } }],
      ['/recover', { email: 'a@example.com', more: ['\\\ud800'] }],
    ] as const) {
      const { status, text } = await call(`POST ${path}`, null, JSON.stringify(body))
      expect([status, text]).toMatchObject([400, expect.stringContaining('bad_json')])
    }
    const fine = await call('POST /recover', null, JSON.stringify({ email: 'a@example.com', more: ['💥', '\\ud800'] }))
    expect(fine.status).toBe(200)
  })

  test('to account calls breaks nothing', async () => {
    const { email, session } = await confirmed()
    for (let count = 0; count < rounds / 2; count += 1) {
      const body = oddBody().replaceAll('"password"', '"x"')
      const { status, what } = await call('PUT /user', session, body)
      expect(status, what).toBeLessThan(500)
      const { data } = await backend.serviceClient().auth.admin.getUserById(await idOf(session))
      expect(data.user?.email, what).toBe(email)
      backend.passTime(1_000)
    }
  })

  test('to administrator calls breaks nothing', async () => {
    for (let count = 0; count < rounds; count += 1) {
      const { status, what } = await call(pick(adminCalls), backend.services.config.serviceRoleKey, oddBody())
      expect(status, what).toBeLessThan(500)
    }
  })

  test('as a link signs nobody in and keeps the browser on the site', async () => {
    for (let count = 0; count < rounds; count += 1) {
      const query = new URLSearchParams()
      for (const name of ['token', 'type', 'redirect_to']) {
        if (random(5) > 0) query.set(name, pick(oddTexts).toWellFormed())
      }
      const answer = await backend.app.request(`/auth/v1/verify?${query.toString()}`)
      expect([303, 400], query.toString()).toContain(answer.status)
      const location = answer.headers.get('location') ?? 'http://understudy.test/'
      expect(new URL(location).origin, query.toString()).toBe('http://understudy.test')
      expect(location).not.toMatch(/access_token|[?&]code=/)
    }
  })
})

describe('nearly valid input', () => {
  test('a link with one character changed signs nobody in; the link itself does', async () => {
    for (const flowType of ['implicit', 'pkce'] as const) {
      const email = `${randomUUID()}@example.com`
      await connectAuthClient(backend, flowType).client.auth.signUp({ email, password: 'correct horse' })
      const { link, tokenHash } = await lastMessageTo(backend, email)
      for (const near of mutationsOf(tokenHash)) {
        const url = new URL(link)
        url.searchParams.set('token', near)
        const target = await openLink(backend, url.href)
        expect(target.href, near).toContain('error_code=otp_expired')
      }
      expect((await openLink(backend, link)).href).toMatch(/access_token=|[?&]code=/)
    }
  })

  test('a code with one character changed is invalid', async () => {
    const email = `${randomUUID()}@example.com`
    const { client } = connectAuthClient(backend, 'pkce')
    await client.auth.signUp({ email, password: 'correct horse' })
    const code = (await openLink(backend, (await lastMessageTo(backend, email)).link)).searchParams.get('code') ?? ''
    for (const near of mutationsOf(code)) {
      const { status, text } = await call(
        'POST /token?grant_type=pkce',
        null,
        JSON.stringify({ auth_code: near, code_verifier: 'x'.repeat(50) }),
      )
      expect([status, text]).toMatchObject([404, expect.stringContaining('flow_state_not_found')])
    }
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
  })

  test('a code works for no other address, however the two are concatenated', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.anonClient().auth.signUp({ email, password: 'correct horse' })
    const { code } = await lastMessageTo(backend, email)
    for (const [address, token] of [
      [`${email}${code.slice(0, 1)}`, code.slice(1)],
      [email.slice(0, -1), `m${code}`],
      [`x${email}`, code],
    ] as const) {
      const { status } = await call('POST /verify', null, JSON.stringify({ type: 'signup', email: address, token }))
      expect(status).toBe(403)
    }
  })
})

function mutationsOf(token: string): readonly string[] {
  const changed = Array.from({ length: 20 }, () => {
    const at = random(token.length)
    const next = pick([...'0123456789abcdef_-'].filter((character) => character !== token[at]))
    return token.slice(0, at) + next + token.slice(at + 1)
  })
  return [
    ...changed,
    token.toUpperCase(),
    `${token} `,
    ` ${token}`,
    token.slice(1),
    token.slice(0, -1),
    `pkce_${token}`,
    `${token}%00`,
  ]
}

async function confirmed() {
  const email = `${randomUUID()}@example.com`
  const client = backend.anonClient()
  await client.auth.signUp({ email, password: 'correct horse' })
  const { data } = await client.auth.verifyOtp({
    email,
    token: (await lastMessageTo(backend, email)).code,
    type: 'signup',
  })
  return { email, session: data.session?.access_token ?? '' }
}

async function idOf(session: string): Promise<string> {
  return (await backend.anonClient().auth.getUser(session)).data.user?.id ?? ''
}
