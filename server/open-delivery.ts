import { join } from 'node:path'

import type { Logger } from 'pino'

import type { Config } from './config.ts'
import { createMailQueue, type MailQueue } from './mail/mail-queue.ts'
import { createOutboxMailer } from './mail/outbox-mailer.ts'
import { createOutbox, type Outbox } from './mail/outbox.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import { openTexter } from './sms/open-texter.ts'
import type { Texter } from './sms/texter.ts'

/** How the server reaches people: mails, text messages, and the folder they go to when nobody delivers them. */
export interface Delivery {
  readonly mail: MailQueue
  readonly texter: Texter
  readonly outbox: Outbox
}

export function openDelivery(config: Config, log: Logger, now: () => number): Delivery {
  const outbox = createOutbox(join(config.dataDir, 'outbox'), now)
  const auth = config.embedded?.auth
  const smtp = auth?.mail.smtp ?? null
  return {
    outbox,
    mail: createMailQueue(smtp === null ? createOutboxMailer(outbox) : createSmtpMailer(smtp), log),
    texter: openTexter(auth?.sms.provider ?? null, outbox),
  }
}
