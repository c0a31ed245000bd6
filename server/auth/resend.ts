import type { Context } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { emailField, phoneField } from './auth-address.ts'
import { validationFailed } from './auth-errors.ts'
import { readJsonObject, textField } from './auth-request.ts'
import { authConfigOf } from './auth-settings.ts'
import type { Courier } from './courier.ts'
import { createCallFlow } from './flow-procedure.ts'
import { postEmailChange } from './post-email-change.ts'
import { redirectTarget } from './redirect-target.ts'
import { createUnknownAddresses } from './send-budget.ts'

/** POST /resend: the last confirmation once more. Silent when there is none to send. */
export function resend(services: Services, courier: Courier) {
  const { mail, sms } = authConfigOf(services)
  const callFlow = createCallFlow(services)
  const unknown = createUnknownAddresses(services.now)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const { type, address, isPhone } = readWhat(body)
    if (isPhone) courier.checkTexts()
    else courier.checkMails()
    const intervalSeconds = (isPhone ? sms : mail).intervalSeconds
    unknown.check(type, address, isPhone ? 'sms' : 'email', intervalSeconds)
    const otp = isPhone ? courier.newSmsOtp(address) : courier.newMailOtp()
    const otpCurrent = courier.newMailOtp()
    const answer = await callFlow(context, 'resend', {
      type,
      address,
      otp,
      otp_current: otpCurrent,
      otp_phone: otp,
      is_change_secure: mail.isChangeSecure,
      interval_seconds: intervalSeconds,
      sms_interval_seconds: intervalSeconds,
    })
    if (answer.outcome === 'unknown') {
      unknown.note(type, address)
      return context.json({})
    }
    const to = String(answer['address'])
    if (isPhone) {
      const messageId = await courier.text(to, otp, 'sms')
      return context.json(messageId === null ? {} : { message_id: messageId })
    }
    const redirectTo = redirectTarget(services, context)
    if (type === 'email_change') postEmailChange(courier, answer, { otp, otpCurrent, redirectTo, user: answer['user'] })
    else {
      const tokenHash = String(answer['token_hash'])
      courier.post({ kind: 'confirmation', to, user: answer['user'], otp, tokenHash, redirectTo })
    }
    return context.json({})
  }
}

function readWhat(body: Readonly<Record<string, unknown>>): { type: string; address: string; isPhone: boolean } {
  const type = textField(body, 'type')
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const email = emailField(body)
  const phone = phoneField(body)
  const isPhone = type === 'sms' || type === 'phone_change'
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided.')
  }
  if (isPhone && phone === '') throw validationFailed('Type provided requires a phone number')
  if (!isPhone && email === '') throw validationFailed('Type provided requires an email address')
  return { type, address: isPhone ? phone : email, isPhone }
}
