import { randomInt } from 'node:crypto'
import { join } from 'node:path'

import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { MailTemplateName } from '#backend/mail/mail-config.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import { renderMail } from '#backend/mail/mail-template.ts'
import { mailWords } from '#backend/mail/mail-words.ts'
import { createNetworkLimit, type NetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { AuthError } from '#backend/auth/auth-errors.ts'
import { isObject } from '#backend/auth/auth-request.ts'
import { siteUrlOf } from '#backend/auth/auth-settings.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'

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

/** A code sent by text message. */
export interface CodeText {
  readonly to: string
  readonly otp: string
  readonly channel: 'sms' | 'whatsapp'
  readonly about: TextPurpose
  /** The account or factor id, whose wait is cleared when sending fails. */
  readonly subjectId: string
}

/** The request of a signed-out caller. */
export type Stranger = Pick<Context<AppEnv>, 'req' | 'env'>

export type TextPurpose = 'confirmation' | 'phone_change' | 'reauthentication' | 'factor'

/** Sends codes and links. */
export interface Courier {
  /**
   * Refuses when the hourly mail limit or the caller's network share is used up. Checked before looking up an account,
   * so it reveals nothing about one.
   */
  readonly checkMails: (stranger?: Stranger) => Promise<void>
  readonly checkTexts: (stranger?: Stranger) => Promise<void>
  /** Queues a mail; resolves once it is durable. */
  readonly post: (mail: CodeMail) => Promise<void>
  /** Sends a mail and waits, for signed-in users, who may learn whether it worked. */
  readonly send: (mail: CodeMail) => Promise<void>
  /** The provider's message id; null when the number has a test code and nothing was sent. */
  readonly text: (text: CodeText) => Promise<string | null>
  readonly newMailOtp: () => string
  /** The number's test code, or a new code. */
  readonly newSmsOtp: (phone: string, length?: number) => string
}

export function createCourier(services: Services): Courier {
  const { delivery, config, now } = services
  const { mail, sms, limits } = services.config.auth
  const isLimited = config.hasAuthRateLimits
  const mailLimit = { name: 'mails', burst: limits.mailsPerHour, refillSeconds: 3_600 }
  const mails = createSharedLimit(services, mailLimit)
  const texts = createSharedLimit(services, { name: 'texts', burst: limits.smsPerHour, refillSeconds: 3_600 })

  const addressOf = createClientAddress(config.trustedProxies)
  const mailShares = shareOf(limits.mailsPerHour)
  const textShares = shareOf(limits.smsPerHour)

  /** Limits each network, so that none can use up the hourly limit. */
  function shareOf(perHour: number): NetworkLimit {
    return createNetworkLimit({ burst: Math.max(3, Math.ceil(perHour / 3)), refillMs: 3_600_000, now, wideFactor: 1 })
  }

  function isWithinShare(shares: NetworkLimit, stranger: Stranger): boolean {
    const address = isLimited ? addressOf(stranger) : null
    return address === null || shares.take(address)
  }

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
        Data: isObject(user['user_metadata']) ? ownWords(user['user_metadata']) : {},
      },
      { operatorFolder: join(config.dataDir, 'templates'), subject: mail.subjects[letter.kind] },
    )
    return { to: letter.to, ...text, note: { kind: letter.kind, link, code: letter.otp } }
  }

  return {
    checkMails: async (stranger) => {
      if (stranger !== undefined && !isWithinShare(mailShares, stranger)) throw tooManyMails()
      if (isLimited && (await mails.wait('')) > 0) throw tooManyMails()
    },
    checkTexts: async (stranger) => {
      if (stranger !== undefined && !isWithinShare(textShares, stranger)) throw tooManyTexts()
      if (isLimited && (await texts.wait('')) > 0) throw tooManyTexts()
    },
    post: async (letter) => {
      await delivery.mail.post(await compose(letter), {
        userId: idOf(letter.user),
        expiresAtMs: now() + mail.otpExpirySeconds * 1000,
        limit: isLimited ? mailLimit : null,
      })
    },
    send: async (letter) => {
      if (isLimited && !(await mails.take(''))) throw tooManyMails()
      try {
        await delivery.mail.send(await compose(letter))
      } catch (error) {
        services.log.error({ err: error, kind: letter.kind }, 'A mail could not be delivered')
        throw new AuthError(500, 'unexpected_failure', `Error sending ${words[letter.kind]} email`)
      }
    },
    text: async ({ to, otp, channel, about, subjectId }) => {
      if (testOtp(services, to) !== null) return null
      const forget = (): Promise<unknown> =>
        services.database.transaction('system', [
          { text: 'select auth.clear_sent_at($1, $2::uuid)', values: [about, subjectId] },
        ])
      if (isLimited && !(await texts.take(''))) {
        await forget()
        throw tooManyTexts()
      }
      try {
        const template = about === 'factor' ? services.config.identity.mfa.phoneTemplate : sms.template
        const text = template.replace(/\{\{\s*\.Code\s*\}\}/g, otp)
        const { messageId } = await delivery.texter.send({ to, text, channel, code: otp })
        return messageId
      } catch (error) {
        services.log.error({ err: error, kind: about }, 'A text message could not be delivered')
        await forget()
        throw about === 'factor'
          ? new AuthError(500, 'unexpected_failure', 'error sending message')
          : new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider')
      }
    },
    newMailOtp: () => newOtp(mail.otpLength),
    newSmsOtp: (phone, length = sms.otpLength) => testOtp(services, phone) ?? newOtp(length),
  }
}

/** Omits metadata from sign-ups with unproven addresses: it could put links into a stranger's mail. */
function ownWords(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? mailWords(value) : isObject(value) ? ownWords(value) : value,
    ]),
  )
}

function tooManyMails(): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
}

function tooManyTexts(): AuthError {
  return new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
}

/** The id of an account as a procedure answers it. */
export function idOf(user: unknown): string {
  return isObject(user) ? String(user['id']) : ''
}

/** The fixed test code of a number, while test codes are valid. */
export function testOtp(services: Services, phone: string): string | null {
  const { testOtps, testOtpsValidUntilMs } = services.config.auth.sms
  if (testOtpsValidUntilMs !== null && services.now() >= testOtpsValidUntilMs) return null
  return testOtps.get(phone) ?? null
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
