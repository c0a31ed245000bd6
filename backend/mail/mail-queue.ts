import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'

import { MailError, type Mail, type Mailer } from './mailer.ts'
import {
  claimRenewalMs,
  createOutgoingMessages,
  type ClaimedMessage,
  type MailLimit,
  type OutgoingMessages,
} from './outgoing-messages.ts'
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
  /**
   * Whether a mail with this limit would be sent at once. Callers that pick which mail to send wait until this is true.
   */
  readonly hasRoom: (limit: MailLimit | null) => Promise<boolean>
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
    hasRoom: () => Promise.resolve(true),
    start: () => undefined,
    settled: () => Promise.resolve(),
    counts,
    close: () => Promise.resolve(mailer.close()),
  }
}

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { mailer, database, seal, log, now, retrySeconds = defaultRetrySeconds } = options
  const counts = { sent: 0, failed: 0 }
  const messages = createOutgoingMessages(database, now)
  const attempt = createAttempt({ messages, mailer, seal, log, now, retrySeconds, counts })
  const workers = new Set<Promise<void>>()
  let requestCount = 0
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const logFailure = (error: unknown) => log.error({ err: error }, 'The mail queue could not be read')

  function work(): void {
    requestCount += 1
    if (closing.signal.aborted || workers.size >= maxWorkers) return
    const worker = sendDueMails()
      .catch(logFailure)
      .finally(() => {
        workers.delete(worker)
        if (workers.size === 0 && !closing.signal.aborted) wait()
      })
    workers.add(worker)
  }

  async function sendDueMails(): Promise<void> {
    while (!closing.signal.aborted) {
      const requested = requestCount
      const claimed = await messages.claim()
      if (claimed !== null) await attempt(claimed)
      // A mail may have been posted during the query.
      else if (requested === requestCount) return
    }
  }

  /** Until the next mail is due here, or another process may have left one. */
  function wait(): void {
    clearTimeout(timer)
    void messages
      .nextDueAtMs()
      .then((dueAtMs) => Math.min(Math.max(0, dueAtMs - now()), database.kind === 'postgres' ? pollMs : maxDelayMs))
      .catch(() => pollMs)
      .then((delayMs) => {
        if (closing.signal.aborted || workers.size > 0) return
        clearTimeout(timer)
        timer = setTimeout(work, delayMs).unref()
      })
  }

  async function start(): Promise<void> {
    // The embedded database has one process, so any other claim is stale.
    if (database.kind === 'pglite') await messages.releaseClaims()
    work()
  }

  async function settled(): Promise<void> {
    while (workers.size > 0) await Promise.all(workers)
  }

  return {
    send: (mail) => counted(mailer.send(mail), counts),
    counts,
    post: async (mail, { userId, expiresAtMs, limit }) => {
      await messages.queue({
        userId,
        kind: mail.note.kind,
        sealed: seal.seal(JSON.stringify(mail)),
        expiresAtMs,
        limit,
      })
      work()
    },
    hasRoom: async (limit) => limit === null || (await messages.waitSeconds(limit)) === 0,
    start: () => void start().catch(logFailure),
    settled,
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await settled()
      mailer.close()
    },
  }
}

interface AttemptOptions extends Required<Omit<MailQueueOptions, 'database'>> {
  readonly messages: OutgoingMessages
  readonly counts: { sent: number; failed: number }
}

/** Sends a claimed mail once, then ends or postpones it. */
function createAttempt({ messages, mailer, seal, log, now, retrySeconds, counts }: AttemptOptions) {
  return async (claimed: ClaimedMessage): Promise<void> => {
    const { id, kind, attempts } = claimed
    const text = seal.open(claimed.sealed)
    if (text === null) return giveUp(claimed, new Error('The mail was sealed with another secret'))
    if (Date.parse(claimed.expires_at) <= now()) return giveUp(claimed, new Error('The mail has expired'))
    const claim = setInterval(() => {
      messages
        .extendClaim(id)
        .catch((error: unknown) => log.warn({ err: error, kind }, 'The claim on a mail could not be renewed'))
    }, claimRenewalMs)
    try {
      await mailer.send(JSON.parse(text) as Mail)
    } catch (error) {
      const seconds = error instanceof MailError && error.isRetryable ? retrySeconds[attempts - 1] : undefined
      if (seconds === undefined) return await giveUp(claimed, error)
      log.warn({ err: error, kind, attempts, seconds }, 'A mail was not accepted and will be retried')
      await messages.postpone(id, seconds)
      return undefined
    } finally {
      clearInterval(claim)
    }
    counts.sent += 1
    await messages.end(id, true)
  }

  async function giveUp({ id, kind, attempts }: ClaimedMessage, error: unknown): Promise<void> {
    counts.failed += 1
    log.error({ err: error, kind, attempts }, 'A mail could not be delivered')
    await messages.end(id, false)
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

/** A slow mail server blocks at most this many mails. */
const maxWorkers = 4
const pollMs = 10_000
const maxDelayMs = 3_600_000
const defaultRetrySeconds: readonly number[] = [1, 10, 60, 300, 900, 3_600, 10_800]
