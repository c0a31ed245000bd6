import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteExpiredRows } from '#backend/auth/housekeeping.ts'
import { createServerApp } from '#support/server-app.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { createReadyDatabase } from '#support/empty-database.ts'
import { startServer } from '#support/server-process.ts'
import { startSmtpPeer } from '#support/smtp-peer.ts'
import { lastMessageTo } from '#support/outbox.ts'

/* Account protection holds across servers sharing a database, and survives each of them. */

let backend: Backend
let post: (server: number, path: string, body: unknown) => Promise<{ status: number; code: unknown }>

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '12',
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '9999',
    },
  })
  // Shares the database but no memory.
  const apps = [backend.app, createServerApp(backend.services).app]
  post = async (server, path, body) => {
    const answer = await apps[server % 2]!.request(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
    const content = (await answer.json()) as { readonly error_code?: string }
    return { status: answer.status, code: content.error_code }
  }
})

afterAll(() => backend.close())

const password = 'correct horse'

async function statusesOf(count: number, ask: (server: number) => Promise<{ status: number }>): Promise<number[]> {
  return (await Promise.all(Array.from({ length: count }, (_, server) => ask(server)))).map(({ status }) => status)
}

describe('two servers together', () => {
  test('delete old audit log entries once, and keep new ones', async () => {
    const { backendServices: services } = backend
    const run = async (text: string) => (await services.database.transaction('system', [{ text }]))[0]?.rows ?? []
    for (const days of [91, 91, 89]) {
      await run(
        `insert into auth.audit_log_entries (payload, created_at) values ('{"action": "login"}', now() - interval '${days} days')`,
      )
    }
    const removed = await Promise.all([
      deleteExpiredRows(services),
      deleteExpiredRows({ ...services }),
      deleteExpiredRows({ ...services }),
    ])
    expect(removed.filter((count) => count !== null)).toEqual([2])
    expect(
      await run(`select count(*) as count from auth.audit_log_entries where created_at < now() - interval '1 day'`),
    ).toEqual([{ count: 1 }])
    expect(await deleteExpiredRows(services)).toBeNull()
    backend.passTime(3_600_000)
    expect(await deleteExpiredRows(services)).toBe(0)
  })

  test('share the limit of code attempts', async () => {
    const email = `${randomUUID()}@example.com`
    await post(0, '/signup', { email, password })
    const { code } = await lastMessageTo(backend, email)
    const wrong = code === '000000' ? '000001' : '000000'
    const statuses = await statusesOf(20, (server) => post(server, '/verify', { type: 'signup', email, token: wrong }))
    expect(statuses.filter((status) => status === 403)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    for (const server of [0, 1]) {
      expect((await post(server, '/verify', { type: 'signup', email, token: code })).status).toBe(429)
    }
    backend.passTime(3_600_000)
    expect((await post(1, '/verify', { type: 'signup', email, token: code })).status).toBe(200)
  })

  test.each(['an account', 'nobody'])('share the limit of password attempts for %s', async (whose) => {
    const email = `${randomUUID()}@example.com`
    if (whose === 'an account')
      await backend.serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
    const statuses = await statusesOf(60, (server) =>
      post(server, '/token?grant_type=password', { email, password: 'wrong' }),
    )
    expect(statuses.filter((status) => status === 400)).toHaveLength(50)
    expect(await post(1, '/token?grant_type=password', { email, password })).toEqual({
      status: 429,
      code: 'over_request_rate_limit',
    })
    backend.passTime(3_600_000)
    const status = (await post(0, '/token?grant_type=password', { email, password })).status
    expect(status).toBe(whose === 'an account' ? 200 : 400)
  })

  test('don’t count successful sign-ins', async () => {
    const email = `${randomUUID()}@example.com`
    // bcrypt of "old" with few rounds, for sixty fast comparisons.
    const password_hash = '$2b$04$a74oN50fz37LiGWtHHkIfO1qoIXxrHwPQVgU9yi5u6uo9O9Zgh.02'
    await backend.serviceClient().auth.admin.createUser({ email, password_hash, email_confirm: true })
    for (let round = 0; round < 3; round += 1) {
      const statuses = await statusesOf(20, (server) =>
        post(server, '/token?grant_type=password', { email, password: 'old' }),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
  })

  test('share the hourly limit of emails', async () => {
    backend.passTime(3_600_000)
    const statuses = await statusesOf(12, (server) =>
      post(server, '/recover', { email: `${randomUUID()}@example.com` }).then(() =>
        post(server, '/signup', { email: `${randomUUID()}@example.com`, password }),
      ),
    )
    expect(statuses.every((status) => status === 200)).toBe(true)
    for (const server of [0, 1]) {
      expect(await post(server, '/signup', { email: `${randomUUID()}@example.com`, password })).toEqual({
        status: 429,
        code: 'over_email_send_rate_limit',
      })
    }
    backend.passTime(3_600_000)
  })

  test('apply the same waiting time to addresses without an account', async () => {
    const known = `${randomUUID()}@example.com`
    const stranger = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({ email: known, password, email_confirm: true })
    for (const email of [known, stranger]) {
      expect((await post(0, '/recover', { email })).status).toBe(200)
      expect(await post(1, '/recover', { email })).toEqual({ status: 429, code: 'over_email_send_rate_limit' })
    }
  })
})

test('when a server dies between answer and mail, the next one sends it', async () => {
  const smtp = await startSmtpPeer()
  const database = await createReadyDatabase()
  const env = { ...database.env, ...smtp.env, JWT_SECRET: 'a secret that both of these servers share' }
  smtp.mode = 'hang'
  const first = await startServer({ env })
  const email = `${randomUUID()}@example.com`
  const signedUp = await fetch(`${first.url}/auth/v1/signup`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
  expect(signedUp.status).toBe(200)
  await smtp.begun(email)
  await first.kill()
  expect(smtp.received).toEqual([])

  smtp.mode = 'take'
  const second = await startServer({ env, dataDir: first.dataDir })
  const mail = await smtp.mailTo(email)
  const code = /\b(\d{6})\b/.exec(mail.raw.slice(mail.raw.indexOf('\r\n\r\n')))?.[1]
  const verified = await fetch(`${second.url}/auth/v1/verify`, {
    method: 'POST',
    body: JSON.stringify({ type: 'signup', email, token: code }),
  })
  expect(verified.status).toBe(200)
  expect(smtp.received).toHaveLength(1)
  await second.stop()
  await smtp.close()
  await database.remove()
}, 60_000)
