import { join } from 'node:path'

import { renderMail } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import type { Services } from '#server/services.ts'

import type { LiveTalks } from './live-talks.ts'

/** Emails the team that a visitor asked for a person and nobody answered; once per conversation. */
export async function mailMissedHandover(services: Services, live: LiveTalks, handoverId: string): Promise<void> {
  const missed = await live.claimMissed(handoverId)
  if (missed === null) return
  const { config, delivery, now } = services
  const link = `${config.publicUrl}/dashboard/conversations/${missed.conversationId}`
  const reason = sanitizeMailText(missed.reason)
  const data = {
    Opening: `A visitor of ${sanitizeMailText(missed.demoName) || 'your demo'} asked for a person`,
    Reason: reason === '' ? 'Nobody was there to answer.' : `They wrote: ${reason}`,
    LinkText: 'Read the conversation',
  }
  for (const to of missed.emails) {
    const text = await renderMail(
      'missed_handover',
      {
        ConfirmationURL: link,
        Token: '',
        TokenHash: '',
        SiteURL: config.publicUrl,
        RedirectTo: '',
        Email: '',
        NewEmail: '',
        SendingTo: to,
        Data: data,
      },
      { operatorFolder: join(config.dataDir, 'templates') },
    )
    await delivery.mail.post(
      { to, ...text, note: { kind: 'missed_handover', link, code: null } },
      {
        userId: null,
        expiresAtMs: now() + mailMs,
        limit: config.embedded?.hasAuthRateLimits === true ? mailLimit : null,
      },
    )
  }
}

/** How long to wait for an unreachable mail server. */
const mailMs = 6 * 3_600_000
/** Per installation; further ones wait. */
const mailLimit = { name: 'missed handovers', burst: 240, refillSeconds: 3_600 }
