import { join } from 'node:path'

import { isObject } from '#domain/is-object.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import type { MailTemplateName } from '#backend/mail/mail-config.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import { renderMail } from '#backend/mail/mail-template.ts'
import { sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'
import type { Services } from '#backend/services.ts'

export interface CodeMail {
  readonly kind: MailTemplateName
  /** Recipient; for a change of address either the new or the old one. */
  readonly to: string
  readonly user: unknown
  readonly otp: string
  readonly tokenHash: string
  readonly redirectTo: string
  readonly newEmail?: string
}

/** Renders a mail's template with its code and link. */
export async function composeCodeMail(services: Services, mail: CodeMail): Promise<Mail> {
  const { config } = services
  const link = mail.kind === 'reauthentication' ? null : verifyLink(services, mail)
  const user = isObject(mail.user) ? mail.user : {}
  const email = typeof user['email'] === 'string' && user['email'] !== '' ? user['email'] : mail.to
  const text = await renderMail(
    mail.kind,
    {
      ConfirmationURL: link ?? '',
      Token: mail.otp,
      TokenHash: mail.tokenHash,
      SiteURL: siteUrlOf(services),
      RedirectTo: mail.redirectTo,
      Email: email,
      NewEmail: mail.newEmail ?? '',
      SendingTo: mail.to,
      Data: isObject(user['user_metadata']) ? sanitizeMetadata(user['user_metadata']) : {},
    },
    { operatorFolder: join(config.dataDir, 'templates'), subject: config.auth.mail.subjects[mail.kind] },
  )
  return { to: mail.to, ...text, note: { kind: mail.kind, link, code: mail.otp } }
}

/** The link in a mail. It leads to this server first, which uses up the token before redirecting. */
export function verifyLink(
  services: Services,
  { kind, tokenHash, redirectTo }: Pick<CodeMail, 'kind' | 'tokenHash' | 'redirectTo'>,
): string {
  const query = new URLSearchParams({ token: tokenHash, type: linkTypes[kind], redirect_to: redirectTo })
  return `${services.config.publicUrl}/auth/v1/verify?${query.toString()}`
}

const linkTypes: Readonly<Record<MailTemplateName, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  magic_link: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
}

/** Omits metadata from sign-ups with unproven addresses: it could put links into a stranger's mail. */
function sanitizeMetadata(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? sanitizeMailText(value) : isObject(value) ? sanitizeMetadata(value) : value,
    ]),
  )
}
