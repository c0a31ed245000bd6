import { createTransport } from 'nodemailer'

import { MailError, type Mailer } from './mailer.ts'
import type { Outbox } from './outbox.ts'

/** Writes mails to the outbox folder as .eml files. */
export function createOutboxMailer(outbox: Outbox): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    send: async ({ to, subject, text, html, note, calendar }) => {
      try {
        const { message } = await transport.sendMail({
          from: { name: 'Understudy', address: 'understudy@localhost' },
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(calendar !== undefined && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
        })
        await outbox.add(
          { channel: 'mail', to, kind: note.kind, subject, text, link: note.link, code: note.code },
          Buffer.isBuffer(message) ? message : undefined,
        )
      } catch (error) {
        throw new MailError('The mail could not be written to the outbox', true, error)
      }
    },
    close: () => undefined,
  }
}
