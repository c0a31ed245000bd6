import { randomInt } from 'node:crypto'
import { join } from 'node:path'

import type { Mail } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/mail-template.ts'
import type { Services } from '#server/services.ts'

import type { MailTemplateName } from './auth-config.ts'
import { AuthError } from './auth-errors.ts'
import { isObject } from './auth-request.ts'
import { authConfigOf, siteUrlOf } from './auth-settings.ts'
import { createSendBudget } from './send-budget.ts'

export interface CodeMail {
  readonly kind: MailTemplateName
  /** Whom the mail goes to; for a change of address that may be the new or the old one. */
  readonly to: string
  readonly user: unknown
  readonly otp: string
  readonly tokenHash: string
  readonly redirectTo: string
  readonly newEmail?: string
}

/** Brings codes and links to people. */
export interface Courier {
  /** Refuses when no mail may be sent this hour; asked before an account is looked up, so it tells nothing about one. */
  readonly checkMails: () => void
  readonly checkTexts: () => void
  /** Sends out of the way of the answer. */
  readonly post: (mail: CodeMail) => void
  /** Sends and waits, for somebody who is signed in and may know whether it worked. */
  readonly send: (mail: CodeMail) => Promise<void>
  /** The provider's name for the message; null when nothing was sent because the number has a test code. */
  readonly text: (phone: string, otp: string, channel: 'sms' | 'whatsapp') => Promise<string | null>
  readonly newMailOtp: () => string
  /** The code for a phone number: its test code, or a new one. */
  readonly newSmsOtp: (phone: string) => string
}

export function createCourier(services: Services): Courier {
  const { delivery, config, now } = services
  const { mail, sms, limits } = authConfigOf(services)
  const isLimited = config.embedded?.hasAuthRateLimits === true
  const mails = createSendBudget(isLimited ? limits.mailsPerHour : null, now)
  const texts = createSendBudget(isLimited ? limits.smsPerHour : null, now)

  async function compose(letter: CodeMail): Promise<Mail> {
    const link = letter.kind === 'reauthentication' ? null : verifyLink(services, letter)
    const user = isObject(letter.user) ? letter.user : {}
    const email = typeof user['email'] === 'string' && user['email'] !== '' ? user['email'] : letter.to
    const text = await renderMail(
      letter.kind,
      {
        ConfirmationURL: link ?? '',
        Token: letter.otp,
        TokenHash: letter.tokenHash,
        SiteURL: siteUrlOf(services),
        RedirectTo: letter.redirectTo,
        Email: email,
        NewEmail: letter.newEmail ?? '',
        SendingTo: letter.to,
        Data: isObject(user['user_metadata']) ? user['user_metadata'] : {},
      },
      { operatorFolder: join(config.dataDir, 'templates'), subject: mail.subjects[letter.kind] },
    )
    return { to: letter.to, ...text, note: { kind: letter.kind, link, code: letter.otp } }
  }

  return {
    checkMails: () => {
      if (!mails.hasLeft()) throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
    checkTexts: () => {
      if (!texts.hasLeft()) throw new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
    },
    post: (letter) => {
      mails.take()
      delivery.mail.post(compose(letter), letter.kind)
    },
    send: async (letter) => {
      mails.take()
      try {
        await delivery.mail.send(await compose(letter))
      } catch (error) {
        services.log.error({ err: error, kind: letter.kind }, 'A mail could not be delivered')
        throw new AuthError(500, 'unexpected_failure', `Error sending ${words[letter.kind]} email`)
      }
    },
    text: async (phone, otp, channel) => {
      if (testOtp(services, phone) !== null) return null
      texts.take()
      try {
        const text = sms.template.replace(/\{\{\s*\.Code\s*\}\}/g, otp)
        const { messageId } = await delivery.texter.send({ to: phone, text, channel, code: otp })
        return messageId
      } catch (error) {
        services.log.error({ err: error }, 'A text message could not be delivered')
        throw new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider')
      }
    },
    newMailOtp: () => newOtp(mail.otpLength),
    newSmsOtp: (phone) => testOtp(services, phone) ?? newOtp(sms.otpLength),
  }
}

/** The code that is always right for a number, while test codes are valid. */
export function testOtp(services: Services, phone: string): string | null {
  const { testOtps, testOtpsValidUntilMs } = authConfigOf(services).sms
  if (testOtpsValidUntilMs !== null && services.now() >= testOtpsValidUntilMs) return null
  return testOtps.get(phone) ?? null
}

/** The address in a mail. It leads to us first: what it proves is used up there, whatever the page behind does. */
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

const words: Readonly<Record<MailTemplateName, string>> = {
  confirmation: 'confirmation',
  invite: 'invite',
  magic_link: 'magic link',
  recovery: 'recovery',
  email_change: 'email change',
  reauthentication: 'reauthentication',
}

function newOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}
