import { setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import { MailError, type Mail, type Mailer } from './mailer.ts'

/** Mails out of the way of the answer: how long a mail server takes must not tell whether an account exists. */
export interface MailQueue {
  /** Waits for the mail to be taken; for callers who may know whether it was. */
  readonly send: (mail: Mail) => Promise<void>
  /** Returns at once; tries again when that may help, and logs `kind` when nothing does. */
  readonly post: (mail: Promise<Mail>, kind: string) => void
  /** Resolves when nothing is under way any more. */
  readonly settled: () => Promise<void>
  /** Lets the mails that are under way finish their attempt, and makes no other. */
  readonly close: () => Promise<void>
}

export function createMailQueue(mailer: Mailer, log: Logger, retryDelaysMs = defaultRetryDelaysMs): MailQueue {
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  async function deliver(mail: Mail): Promise<void> {
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        await mailer.send(mail)
        return
      } catch (error) {
        const canRetry = error instanceof MailError && error.isRetryable && !closing.signal.aborted
        if (!canRetry || delayMs === null) throw error
        await delay(delayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
  }
  return {
    send: (mail) => mailer.send(mail),
    post: (mail, kind) => {
      const job = mail
        .then(deliver)
        .catch((error: unknown) => log.error({ err: error, kind }, 'A mail could not be delivered'))
        .finally(() => underWay.delete(job))
      underWay.add(job)
    },
    settled,
    close: async () => {
      closing.abort()
      await settled()
      mailer.close()
    },
  }
}

const defaultRetryDelaysMs: readonly number[] = [1_000, 10_000, 60_000]
