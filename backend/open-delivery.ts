import { join } from 'node:path'

import { createDirectMail, createMailQueue, type MailQueue } from './mail/mail-queue.ts'
import { createOutboxMailer } from './mail/outbox-mailer.ts'
import { createOutbox, type Outbox } from './mail/outbox.ts'
import { createSeal } from './mail/sealed-text.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import type { BackendBase } from './services.ts'
import type { BackendConfig } from './settings/backend-config.ts'
import { openSmsSender } from './sms/open-sms-sender.ts'
import type { SmsSender } from './sms/sms-sender.ts'

/** Outgoing mail and text messages, and the outbox folder that holds them when no provider is configured. */
export interface Delivery {
  readonly mail: MailQueue
  readonly smsSender: SmsSender
  readonly outbox: Outbox
}

export function openDelivery({
  config,
  database,
  log,
  now,
}: Pick<BackendBase, 'database' | 'log' | 'now'> & {
  readonly config: { readonly dataDir: string; readonly embedded: BackendConfig | null }
}): Delivery {
  const outbox = createOutbox(join(config.dataDir, 'outbox'), now)
  const auth = config.embedded?.auth
  const smtp = auth?.mail.smtp ?? null
  const mailer = smtp === null ? createOutboxMailer(outbox) : createSmtpMailer(smtp)
  const secret = config.embedded?.jwtSecret
  return {
    outbox,
    mail:
      secret === undefined
        ? createDirectMail(mailer)
        : createMailQueue({ mailer, database, seal: createSeal(secret, 'outgoing messages'), log, now }),
    smsSender: openSmsSender(auth?.sms.provider ?? null, outbox),
  }
}
