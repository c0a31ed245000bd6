import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'

import { MailError, type Mail, type Mailer } from './mailer.ts'
import type { Seal } from './sealed-text.ts'

/**
 * Sends mails in the background, so that timing doesn't reveal whether an account exists. The queue is in the database:
 * mails survive a crash, and every server on it sends them.
 */
export interface MailQueue {
  /** Waits for delivery, for callers who may learn its outcome. */
  readonly send: (mail: Mail) => Promise<void>
  /** Resolves once the mail is durable. Retries, and gives up in the end. */
  readonly post: (mail: Mail, about: PostedMail) => Promise<void>
  /** Starts sending mails left by other processes. */
  readonly start: () => void
  /** Resolves when every due mail has been tried. */
  readonly settled: () => Promise<void>
  /** By this process since it started; retries don't count again. */
  readonly counts: MailCounts
  /** Finishes current attempts; other mails stay queued for the next process. */
  readonly close: () => Promise<void>
}

export interface MailCounts {
  readonly sent: number
  readonly failed: number
}

export interface PostedMail {
  /** Deleting this account deletes the mail; null for none. */
  readonly userId: string | null
  readonly expiresAtMs: number
  /** Global sending limit; mails beyond it wait. */
  readonly limit: MailLimit | null
}

export interface MailLimit {
  readonly name: string
  readonly burst: number
  readonly refillSeconds: number
}

export interface MailQueueOptions {
  readonly mailer: Mailer
  readonly database: Database
  readonly seal: Seal
  readonly log: Logger
  readonly now: () => number
  /** Delays after each attempt but the last. */
  readonly retrySeconds?: readonly number[]
}

/** Without a database of our own: sends each mail at once. */
export function createDirectMail(mailer: Mailer): MailQueue {
  const counts = { sent: 0, failed: 0 }
  const send = (mail: Mail) => counted(mailer.send(mail), counts)
  return {
    send,
    post: send,
    start: () => undefined,
    settled: () => Promise.resolve(),
    counts,
    close: () => Promise.resolve(mailer.close()),
  }
}

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { mailer, database, seal, log, now, retrySeconds = defaultRetrySeconds } = options
  const counts = { sent: 0, failed: 0 }
  const lanes = new Set<Promise<void>>()
  let askedCount = 0
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()

  async function call(procedure: QueueProcedure, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const [result] = await database.transaction('system', [
      {
        text: `select auth.${procedure}($1::jsonb) as answer`,
        values: [JSON.stringify({ now: new Date(now()).toISOString(), ...input })],
      },
    ])
    return result?.rows[0]?.['answer']
  }

  function work(): void {
    askedCount += 1
    if (closing.signal.aborted || lanes.size >= lanesMax) return
    const lane = sendWhatIsDue()
      .catch((error: unknown) => log.error({ err: error }, 'The mail queue could not be read'))
      .finally(() => {
        lanes.delete(lane)
        if (lanes.size === 0 && !closing.signal.aborted) wait()
      })
    lanes.add(lane)
  }

  async function sendWhatIsDue(): Promise<void> {
    while (!closing.signal.aborted) {
      const asked = askedCount
      const claimed = (await call('claim_message', { claim_seconds: claimSeconds })) as ClaimedMessage | null
      if (claimed !== null) await attempt(claimed)
      // A mail may have been posted during the query.
      else if (asked === askedCount) return
    }
  }

  async function attempt(claimed: ClaimedMessage): Promise<void> {
    const { id, kind, attempts } = claimed
    const text = seal.open(claimed.sealed)
    if (text === null) return giveUp(claimed, new Error('The mail was sealed with another secret'))
    if (Date.parse(claimed.expires_at) <= now()) return giveUp(claimed, new Error('The mail has expired'))
    const claim = setInterval(() => {
      void call('postpone_message', { id, seconds: claimSeconds, is_claimed: true }).catch((error: unknown) =>
        log.warn({ err: error, kind }, 'The claim on a mail could not be renewed'),
      )
    }, claimRenewalMs)
    try {
      await mailer.send(JSON.parse(text) as Mail)
    } catch (error) {
      const seconds = error instanceof MailError && error.isRetryable ? retrySeconds[attempts - 1] : undefined
      if (seconds === undefined) return await giveUp(claimed, error)
      log.warn({ err: error, kind, attempts, seconds }, 'A mail was not accepted and will be retried')
      await call('postpone_message', { id, seconds, is_claimed: false })
      return undefined
    } finally {
      clearInterval(claim)
    }
    counts.sent += 1
    await call('end_message', { id, is_sent: true })
  }

  async function giveUp({ id, kind, attempts }: ClaimedMessage, error: unknown): Promise<void> {
    counts.failed += 1
    log.error({ err: error, kind, attempts }, 'A mail could not be delivered')
    await call('end_message', { id, is_sent: false })
  }

  /** Until the next mail is due here, or another process may have left one. */
  function wait(): void {
    clearTimeout(timer)
    void database
      .transaction('system', [{ text: 'select min(due_at) as due_at from auth.outgoing_messages' }], { readOnly: true })
      .then(([result]) => {
        const dueAt = result?.rows[0]?.['due_at']
        const dueMs = typeof dueAt === 'string' ? Math.max(0, Date.parse(dueAt) - now()) : Infinity
        return Math.min(dueMs, database.kind === 'postgres' ? lookAroundMs : longestMs)
      })
      .catch(() => lookAroundMs)
      .then((delayMs) => {
        if (closing.signal.aborted || lanes.size > 0) return
        clearTimeout(timer)
        timer = setTimeout(work, delayMs).unref()
      })
  }

  return {
    send: (mail) => counted(mailer.send(mail), counts),
    counts,
    post: async (mail, { userId, expiresAtMs, limit }) => {
      await call('queue_message', {
        user_id: userId,
        kind: mail.note.kind,
        sealed: seal.seal(JSON.stringify(mail)),
        expires_at: new Date(expiresAtMs).toISOString(),
        limit: limit && { name: limit.name, key: '', burst: limit.burst, refill_seconds: limit.refillSeconds },
      })
      work()
    },
    start: () => {
      void (async () => {
        // The embedded database has one process, so any other claim is stale.
        if (database.kind === 'pglite') {
          await database.transaction('system', [
            {
              text: 'update auth.outgoing_messages set is_claimed = false, due_at = $1::timestamptz where is_claimed',
              values: [new Date(now()).toISOString()],
            },
          ])
        }
        work()
      })().catch((error: unknown) => log.error({ err: error }, 'The mail queue could not be read'))
    },
    settled: async () => {
      while (lanes.size > 0) await Promise.all(lanes)
    },
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      while (lanes.size > 0) await Promise.all(lanes)
      mailer.close()
    },
  }
}

async function counted(sending: Promise<void>, counts: { sent: number; failed: number }): Promise<void> {
  try {
    await sending
    counts.sent += 1
  } catch (error) {
    counts.failed += 1
    throw error
  }
}

type QueueProcedure = 'queue_message' | 'claim_message' | 'postpone_message' | 'end_message'

interface ClaimedMessage {
  readonly id: string
  readonly kind: string
  readonly sealed: string
  /** Including the current one. */
  readonly attempts: number
  readonly expires_at: string
}

/** A slow mail server blocks at most this many mails. */
const lanesMax = 4
const claimSeconds = 10
const claimRenewalMs = 3_000
const lookAroundMs = 10_000
const longestMs = 3_600_000
const defaultRetrySeconds: readonly number[] = [1, 10, 60, 300, 900, 3_600, 10_800]
