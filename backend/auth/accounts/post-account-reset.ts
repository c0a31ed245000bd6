import { join } from 'node:path'

import { renderMail } from '#backend/mail/mail-template.ts'
import type { Services } from '#backend/services.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'

/** Tells the owner of an address that an unconfirmed account made with it was reset. */
export async function postAccountReset(services: Services, email: string): Promise<void> {
  const { config, delivery, now } = services
  const link = `${siteUrlOf(services)}/forgot-password`
  const text = await renderMail(
    'account_reset',
    {
      ConfirmationURL: link,
      Token: '',
      TokenHash: '',
      SiteURL: siteUrlOf(services),
      RedirectTo: '',
      Email: email,
      NewEmail: '',
      SendingTo: email,
      Data: {},
    },
    { operatorFolder: join(config.dataDir, 'templates') },
  )
  await delivery.mail.post(
    { to: email, ...text, note: { kind: 'account_reset', link, code: null } },
    { userId: null, expiresAtMs: now() + dayMs, limit: null },
  )
}

const dayMs = 86_400_000
