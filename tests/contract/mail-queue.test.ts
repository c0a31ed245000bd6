import { randomUUID } from 'node:crypto'

import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { createMailQueue, type MailQueue } from '#backend/mail/mail-queue.ts'
import { MailError, type Mail, type Mailer } from '#backend/mail/mailer.ts'
import { createSeal } from '#backend/mail/sealed-text.ts'
import { openTestDatabase } from '#support/test-database.ts'

/* Mails are queued in the database and survive the process that was to send them. */

let database: Database
let userId: string
let nowMs = Date.now()
let lines: { msg: string; kind?: string }[]

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

beforeEach(async () => {
  lines = []
  await run('delete from auth.outgoing_messages')
  userId = randomUUID()
  await run('insert into auth.users (id, email) values ($1::uuid, $2)', userId, `${userId}@example.com`)
})

async function run(text: string, ...values: readonly unknown[]) {
  const [result] = await database.transaction('system', [{ text, values }])
  return result?.rows ?? []
}

/** A process that sends mails; delivered ones go to `sent`, unless `refusals` come first. */
function startProcess(refusals: readonly MailError[] = [], secret = 'a secret of this installation') {
  const left = [...refusals]
  const attempts: Mail[] = []
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: (mail) => {
      attempts.push(mail)
      const refusal = left.shift()
      if (refusal !== undefined) return Promise.reject(refusal)
      sent.push(mail)
      return Promise.resolve()
    },
    close: () => undefined,
  }
  const log = pino(
    { level: 'error' },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  )
  const seal = createSeal(secret, 'outgoing messages')
  return { queue: createMailQueue({ mailer, database, seal, log, now: () => nowMs }), attempts, sent }
}

function post(queue: MailQueue, expiresInMs = 86_400_000, perHour: number | null = null): Promise<void> {
  const limit = perHour === null ? null : { name: 'mails', burst: perHour, refillSeconds: 3_600 }
  return queue.post(codeMail, { userId, expiresAtMs: nowMs + expiresInMs, limit })
}

/** Runs the periodic check of a process. */
async function poll(queue: MailQueue): Promise<void> {
  queue.start()
  // It polls before any mail is queued.
  await run('select 1')
  await queue.settled()
}

const codeMail: Mail = {
  to: 'ada@example.com',
  subject: 'Your code',
  text: 'Enter 731946',
  html: '<p>Enter 731946</p>',
  note: { kind: 'recovery', link: null, code: '731946' },
}
const busy = new MailError('busy', true)
const unknown = new MailError('unknown address', false)

async function waiting() {
  return run('select kind, attempts, sealed from auth.outgoing_messages where user_id = $1::uuid', userId)
}

async function audit() {
  const rows = await run(
    `select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'message_given_up'`,
    userId,
  )
  return rows.map((row) => row['payload'])
}

test('a delivered mail is deleted', async () => {
  const { queue, sent } = startProcess()
  await post(queue)
  await queue.settled()
  expect(sent).toEqual([codeMail])
  expect(await waiting()).toEqual([])
  await queue.close()
})

test('a queued mail is unreadable in the database', async () => {
  const { queue } = startProcess([busy])
  await post(queue)
  await queue.settled()
  const [row] = await waiting()
  expect(row).toMatchObject({ kind: 'recovery', attempts: 1 })
  expect(Buffer.from(String(row?.['sealed']), 'base64').toString('latin1')).not.toContain('731946')
  expect(JSON.stringify(row)).not.toContain('ada@example.com')
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const caller = { role, claims: { role }, headers: {}, method: 'GET', path: '/' }
    for (const text of [
      'select * from auth.outgoing_messages',
      'delete from auth.outgoing_messages',
      `select auth.claim_message('{}')`,
      'select * from auth.rate_limits',
      `select auth.refund_limit('{}')`,
      'select * from auth.housekeeping',
    ]) {
      await expect(database.transaction(caller, [{ text }]), `${role}: ${text}`).rejects.toMatchObject({
        sqlstate: '42501',
      })
    }
  }
  await queue.close()
})

test('a busy mail server is retried, by any process running then', async () => {
  const first = startProcess([busy])
  await post(first.queue)
  await first.queue.settled()
  await first.queue.close()
  const second = startProcess([busy])
  await poll(second.queue)
  expect(second.attempts).toEqual([])
  nowMs += 1_000
  await poll(second.queue)
  expect([second.attempts.length, second.sent.length]).toEqual([1, 0])
  nowMs += 10_000
  await poll(second.queue)
  expect(second.sent).toEqual([codeMail])
  expect(lines).toEqual([])
  await second.queue.close()
})

test('a mail refused too often is dropped and logged without its address', async () => {
  const { queue, attempts } = startProcess(Array.from({ length: 20 }, () => busy))
  await post(queue)
  for (let round = 0; round < 12; round += 1) {
    await poll(queue)
    nowMs += 4 * 3_600_000
  }
  expect(attempts).toHaveLength(6)
  expect(lines).toMatchObject([{ kind: 'recovery', msg: 'A mail could not be delivered' }])
  expect(JSON.stringify(lines)).not.toContain('ada@example.com')
  expect(await audit()).toMatchObject([{ traits: { kind: 'recovery' } }])
  expect(await waiting()).toEqual([])
  await queue.close()
})

test('an unknown address is not retried', async () => {
  const { queue, attempts } = startProcess([unknown])
  await post(queue)
  await queue.settled()
  expect(attempts).toHaveLength(1)
  expect(await audit()).toMatchObject([{ traits: { attempts: 1 } }])
  await queue.close()
})

test('an expired code is not sent', async () => {
  const { queue, attempts } = startProcess([busy])
  await post(queue, 900)
  await queue.settled()
  nowMs += 1_000
  await poll(queue)
  expect(attempts).toHaveLength(1)
  expect(await waiting()).toEqual([])
  await queue.close()
})

test('several processes send each mail once', async () => {
  const processes = Array.from({ length: 3 }, () => startProcess())
  await Promise.all(Array.from({ length: 30 }, (_, index) => post(processes[index % 3]!.queue)))
  await Promise.all(processes.map(({ queue }) => poll(queue)))
  expect(processes.flatMap(({ sent }) => sent)).toHaveLength(30)
  expect(await waiting()).toEqual([])
  await Promise.all(processes.map(({ queue }) => queue.close()))
})

test('an expired claim of a dead process goes to another', async () => {
  const claim = `select auth.claim_message(jsonb_build_object('now', $1::text, 'claim_seconds', 10)) ->> 'kind' as kind`
  const dying = startProcess([busy])
  await post(dying.queue)
  await dying.queue.settled()
  await dying.queue.close()
  nowMs += 1_000
  expect(await run(claim, new Date(nowMs).toISOString())).toEqual([{ kind: 'recovery' }])
  // Claimed: unavailable to others.
  expect(await run(claim, new Date(nowMs + 9_000).toISOString())).toEqual([{ kind: null }])
  nowMs += 10_000
  const next = startProcess()
  await poll(next.queue)
  expect(next.sent).toEqual([codeMail])
  await next.queue.close()
})

test('mails beyond the hourly limit wait for their turn', async () => {
  const { queue, sent } = startProcess()
  await Promise.all(Array.from({ length: 5 }, () => post(queue, 86_400_000, 3)))
  await queue.settled()
  expect(sent).toHaveLength(3)
  nowMs += 20 * 60_000
  await poll(queue)
  expect(sent).toHaveLength(4)
  nowMs += 20 * 60_000
  await poll(queue)
  expect(sent).toHaveLength(5)
  await queue.close()
})

test('a deleted account gets nothing', async () => {
  const { queue, attempts } = startProcess([busy])
  await post(queue)
  await queue.settled()
  await run('delete from auth.users where id = $1::uuid', userId)
  nowMs += 1_000
  await poll(queue)
  await post(queue)
  await queue.settled()
  expect(attempts).toHaveLength(1)
  await queue.close()
})

test('a mail sealed with another secret is dropped', async () => {
  const former = startProcess([busy], 'the secret before')
  await post(former.queue)
  await former.queue.settled()
  await former.queue.close()
  nowMs += 1_000
  const { queue, attempts } = startProcess()
  await poll(queue)
  expect(attempts).toEqual([])
  expect(lines).toMatchObject([{ msg: 'A mail could not be delivered' }])
  await queue.close()
})

test('a waiting caller learns of the failure at once', async () => {
  const { queue } = startProcess([busy])
  await expect(queue.send(codeMail)).rejects.toBe(busy)
  await queue.close()
})
