import { randomInt } from 'node:crypto'

import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import type { MailTemplateName } from '#backend/mail/mail-config.ts'
import { createNetworkLimit, type NetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'
import { isObject } from '#domain/is-object.ts'

import { composeCodeMail, type CodeMail } from './compose-code-mail.ts'
import { createMailboxLimit } from './mailbox-limit.ts'
import { factorTextFailed, mailFailed, textFailed, tooManyMails, tooManyTexts } from './code-refusals.ts'

export interface CodeText {
  readonly to: string
  readonly otp: string
  readonly channel: 'sms' | 'whatsapp'
  readonly about: TextPurpose
  /** The account or factor id, whose wait is cleared when sending fails. */
  readonly subjectId: string
}

/** The request of a visitor or an account. Operators' requests don't count towards a network's share. */
export type SharingRequest = Pick<Context<AppEnv>, 'req' | 'env'>

export type TextPurpose = 'confirmation' | 'phone_change' | 'reauthentication' | 'factor'

/** Sends codes and links. */
export interface CodeSender {
  /**
   * Refuses when the hourly mail limit, the caller's network share or the recipient's limit is used up: anyone can
   * create accounts, so signed-in callers count too. Checked before looking up an account, so it reveals nothing about
   * one.
   */
  readonly checkMails: (request?: SharingRequest, to?: string) => Promise<void>
  readonly checkTexts: (request?: SharingRequest) => Promise<void>
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

export function createCodeSender(services: Services): CodeSender {
  const { delivery, config, now } = services
  const { mail, sms, limits } = services.config.auth
  const isLimited = config.hasAuthRateLimits
  const mailLimit = { name: 'mails', burst: limits.mailsPerHour, refillSeconds: 3_600 }
  const mails = createSharedLimit(services, mailLimit)
  const texts = createSharedLimit(services, { name: 'texts', burst: limits.smsPerHour, refillSeconds: 3_600 })

  const addressOf = createClientAddress(config.trustedProxies)
  const mayReach = createMailboxLimit(services)
  const mailShares = shareOf(limits.mailsPerHour)
  const textShares = shareOf(limits.smsPerHour)

  /** Limits each network, so that none can use up the hourly limit. */
  function shareOf(perHour: number): NetworkLimit {
    return createNetworkLimit({ burst: Math.max(3, Math.ceil(perHour / 3)), refillMs: 3_600_000, now, wideFactor: 1 })
  }

  function isWithinShare(shares: NetworkLimit, request: SharingRequest): boolean {
    const address = isLimited ? addressOf(request) : null
    return address === null || shares.take(address)
  }

  return {
    checkMails: async (request, to) => {
      if (request !== undefined && !isWithinShare(mailShares, request)) throw tooManyMails()
      if (isLimited && (await mails.wait('')) > 0) throw tooManyMails()
      const address = isLimited && request !== undefined ? addressOf(request) : null
      if (to !== undefined && address !== null && !(await mayReach(to, address))) throw tooManyMails()
    },
    checkTexts: async (request) => {
      if (request !== undefined && !isWithinShare(textShares, request)) throw tooManyTexts()
      if (isLimited && (await texts.wait('')) > 0) throw tooManyTexts()
    },
    post: async (letter) => {
      await delivery.mail.post(await composeCodeMail(services, letter), {
        userId: idOf(letter.user),
        expiresAtMs: now() + mail.otpExpirySeconds * 1000,
        limit: isLimited ? mailLimit : null,
      })
    },
    send: async (letter) => {
      if (isLimited && !(await mails.take(''))) throw tooManyMails()
      try {
        await delivery.mail.send(await composeCodeMail(services, letter))
      } catch (error) {
        services.log.error({ err: error, kind: letter.kind }, 'A mail could not be delivered')
        throw mailFailed(words[letter.kind])
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
        const { messageId } = await delivery.smsSender.send({ to, text, channel, code: otp })
        return messageId
      } catch (error) {
        services.log.error({ err: error, kind: about }, 'A text message could not be delivered')
        await forget()
        throw about === 'factor' ? factorTextFailed() : textFailed()
      }
    },
    newMailOtp: () => newOtp(mail.otpLength),
    newSmsOtp: (phone, length = sms.otpLength) => testOtp(services, phone) ?? newOtp(length),
  }
}

export function idOf(user: unknown): string {
  return isObject(user) ? String(user['id']) : ''
}

/** The fixed test code of a number, while test codes are valid. */
export function testOtp(services: Services, phone: string): string | null {
  const { testOtps, testOtpsValidUntilMs } = services.config.auth.sms
  if (testOtpsValidUntilMs !== null && services.now() >= testOtpsValidUntilMs) return null
  return testOtps.get(phone) ?? null
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
