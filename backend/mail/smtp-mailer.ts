import { createTransport } from 'nodemailer'

import type { SmtpConfig } from './mail-config.ts'
import { MailError, type Mailer } from './mailer.ts'

export interface SmtpMailerOptions {
  /** Aborts the attempt after this long without a reply. */
  readonly timeoutMs?: number
}

/** Sends by SMTP, with a new connection per mail: there are few. */
export function createSmtpMailer(config: SmtpConfig, { timeoutMs = 10_000 }: SmtpMailerOptions = {}): Mailer {
  const transport = createTransport({
    host: config.host,
    port: config.port,
    secure: config.isTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(config.user !== null && config.password !== null && { auth: { user: config.user, pass: config.password } }),
  })
  return {
    send: async ({ to, subject, text, html, calendar }) => {
      try {
        await transport.sendMail({
          from: { name: config.senderName, address: config.senderAddress },
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(calendar !== undefined && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw toMailError(error)
      }
    },
    close: () => transport.close(),
  }
}

/** A 5xx reply is permanent; anything else may be temporary. */
function toMailError(error: unknown): MailError {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const reason = error instanceof Error ? error.message : String(error)
  return new MailError(`The mail was not accepted: ${reason}`, status < 500, error)
}
