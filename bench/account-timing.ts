import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { hash } from '@node-rs/argon2'

import { createOutbox } from '#backend/mail/outbox.ts'
import { roleKey } from '#backend/auth/keys/role-keys.ts'

import { startServer } from '../tests/support/server-process.ts'
import { report, spreadOf } from './support/report.ts'

/*
 * Checks for a timing oracle: answer times for existing accounts and for strangers, interleaved, against a real server.
 * Sign-up runs with mandatory confirmation, because otherwise its answer reveals the account anyway.
 */

const rounds = 60
const password = 'correct horse'
const goalMs = 3

const server = await startServer({
  env: {
    AUTH_RATE_LIMITS: 'off',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SMTP_MAX_FREQUENCY: '0s',
    LOG_LEVEL: 'error',
  },
})
try {
  const accounts: string[] = []
  const moved: string[] = []
  for (let count = 0; count < 5; count += 1) {
    accounts.push(await makeAccount())
    moved.push(await makeMovedAccount())
  }
  const questions = [
    ['recover', accounts, (email: string) => post('/recover', { email })],
    ['resend', accounts, (email: string) => post('/resend', { type: 'signup', email })],
    ['sign-up', accounts, (email: string) => post('/signup', { email, password })],
    ['password', accounts, tryPassword],
    ['password, hashed with argon2,', moved, tryPassword],
  ] as const
  const findings = []
  for (const [what, whose, ask] of questions) {
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      known.push(await measureMs(() => ask(whose[round % whose.length] ?? '')))
      unknown.push(await measureMs(() => ask(`${randomUUID()}@example.com`)))
    }
    const ours = spreadOf(known)
    const anchor = { what: 'about a stranger', value: spreadOf(unknown) }
    findings.push({
      what: `${what} about an account`,
      unit: 'ms',
      ours,
      anchor,
      goal: `medians ≤ ${goalMs} ms apart on a quiet machine`,
      passed: Math.abs(ours.median - anchor.value.median) <= goalMs,
    })
  }
  report('account-timing', findings)
} finally {
  await server.stop()
}

function tryPassword(email: string): Promise<unknown> {
  return post('/token?grant_type=password', { email, password: 'wrong' })
}

/** An account imported from another auth service, with its argon2 hash. */
async function makeMovedAccount(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const secret = readFileSync(join(server.dataDir, 'jwt-secret'), 'utf8').trim()
  const answer = await fetch(`${server.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${roleKey('service_role', secret)}` },
    body: JSON.stringify({ email, email_confirm: true, password_hash: await hash(password, { memoryCost: 65_536 }) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return email
}

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${server.url}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

async function makeAccount(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await post('/signup', { email, password })
  // The email is sent after the response; wait for it in the outbox.
  const outbox = createOutbox(`${server.dataDir}/outbox`, () => Date.now())
  let code: string | null | undefined
  while (code === undefined) code = (await outbox.list()).find((entry) => entry.to === email)?.code
  await post('/verify', { type: 'signup', email, token: code })
  return email
}
