import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { channelField, emailField, phoneField } from '#backend/auth/auth-address.ts'
import {
  badJson,
  emailLoginsDisabled,
  signupDisabled,
  unsupportedPhoneProvider,
  validationFailed,
} from '#backend/auth/auth-errors.ts'
import { dataField, readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { readCodeChallenge } from '#backend/auth/providers/flow-state.ts'

import { otpDisabled } from './code-refusals.ts'
import { idOf, type CodeSender } from './code-sender.ts'
import { createCallFlow } from './flow-procedure.ts'
import { redirectTarget } from './redirect-target.ts'

/** POST /otp: sends a link and code by mail, or a code by text message. */
export function otp(services: Services, codeSender: CodeSender) {
  const byMail = otpByMail(services, codeSender)
  const byText = otpByText(services, codeSender)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const hasEmail = textField(body, 'email').trim() !== ''
    const hasPhone = textField(body, 'phone').trim() !== ''
    if (hasEmail && hasPhone) throw validationFailed('Only an email address or phone number should be provided')
    if (hasEmail) {
      if (textField(body, 'channel') !== '') {
        throw validationFailed('Channel should only be specified with Phone OTP')
      }
      return byMail(context, body)
    }
    if (hasPhone) return byText(context, body)
    throw validationFailed('One of email or phone must be set')
  }
}

/** POST /magiclink: the mail half of /otp, for older clients. */
export function magiclink(services: Services, codeSender: CodeSender) {
  const byMail = otpByMail(services, codeSender)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    if (textField(body, 'email').trim() === '') throw validationFailed('Password recovery requires an email')
    return byMail(context, body)
  }
}

function otpByMail(services: Services, codeSender: CodeSender) {
  const config = services.config.auth
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    if (!config.isEmailEnabled) throw emailLoginsDisabled()
    const address = emailField(body)
    await codeSender.checkMails(context, address)
    const code = codeSender.newMailOtp()
    const answer = await callFlow(context, 'request_otp', {
      provider: 'email',
      address,
      ...readCodeChallenge(body),
      data: dataField(body),
      create_user: createUserField(body),
      is_signup_disabled: config.isSignupDisabled,
      is_autoconfirmed: config.mail.isAutoconfirmed,
      interval_seconds: config.mail.intervalSeconds,
      otp: code,
    })
    refuseUnknownOutcome(answer.outcome)
    await codeSender.post({
      kind: answer['kind'] === 'confirmation' ? 'confirmation' : 'magic_link',
      to: address,
      user: answer['user'],
      otp: code,
      tokenHash: String(answer['token_hash']),
      redirectTo: redirectTarget(services, context),
    })
    return context.json({})
  }
}

function otpByText(services: Services, codeSender: CodeSender) {
  const config = services.config.auth
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    if (!config.isPhoneEnabled) throw unsupportedPhoneProvider()
    const channel = channelField(body)
    const address = phoneField(body)
    await codeSender.checkTexts(context)
    const code = codeSender.newSmsOtp(address)
    const answer = await callFlow(context, 'request_otp', {
      provider: 'phone',
      address,
      data: dataField(body),
      create_user: createUserField(body),
      is_signup_disabled: config.isSignupDisabled,
      is_autoconfirmed: config.sms.isAutoconfirmed,
      interval_seconds: config.sms.intervalSeconds,
      otp: code,
    })
    refuseUnknownOutcome(answer.outcome)
    const messageId = await codeSender.text({
      to: address,
      otp: code,
      channel,
      about: 'confirmation',
      subjectId: idOf(answer['user']),
    })
    return context.json(messageId === null ? {} : { message_id: messageId })
  }
}

function createUserField(body: Readonly<Record<string, unknown>>): boolean {
  const value = body['create_user'] ?? true
  if (typeof value !== 'boolean') throw badJson('create_user must be true or false')
  return value
}

function refuseUnknownOutcome(outcome: string): void {
  if (outcome === 'otp_disabled') throw otpDisabled()
  if (outcome === 'signup_disabled') throw signupDisabled()
}
