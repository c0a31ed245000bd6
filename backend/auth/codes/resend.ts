import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { emailField, phoneField } from '#backend/auth/auth-address.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { postEmailChange } from '#backend/auth/accounts/post-email-change.ts'
import { createUnknownAddresses } from '#backend/auth/accounts/unknown-addresses.ts'

import { idOf, type CodeSender } from './code-sender.ts'
import { createCallFlow } from './flow-procedure.ts'
import { redirectTarget } from './redirect-target.ts'

/** POST /resend: resends the last confirmation; silent when there is none. */
export function resend(services: Services, codeSender: CodeSender) {
  const { mail, sms } = services.config.auth
  const callFlow = createCallFlow(services)
  const unknown = {
    signup: createUnknownAddresses(services, 'signup again', { by: 'email', intervalSeconds: mail.intervalSeconds }),
    email_change: createUnknownAddresses(services, 'email_change', {
      by: 'email',
      intervalSeconds: mail.intervalSeconds,
    }),
    sms: createUnknownAddresses(services, 'sms', { by: 'sms', intervalSeconds: sms.intervalSeconds }),
    phone_change: createUnknownAddresses(services, 'phone_change', { by: 'sms', intervalSeconds: sms.intervalSeconds }),
  }
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const { type, address, isPhone } = parseRequest(body)
    if (isPhone) await codeSender.checkTexts(context)
    else await codeSender.checkMails(context, address)
    const intervalSeconds = (isPhone ? sms : mail).intervalSeconds
    await unknown[type].check(address)
    const otp = isPhone ? codeSender.newSmsOtp(address) : codeSender.newMailOtp()
    const otpCurrent = codeSender.newMailOtp()
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
      await unknown[type].record(address)
      return context.json({})
    }
    const to = String(answer['address'])
    if (isPhone) {
      const messageId = await codeSender.text({
        to,
        otp,
        channel: 'sms',
        about: type === 'phone_change' ? type : 'confirmation',
        subjectId: idOf(answer['user']),
      })
      return context.json(messageId === null ? {} : { message_id: messageId })
    }
    const redirectTo = redirectTarget(services, context)
    if (type === 'email_change') {
      await postEmailChange(codeSender, answer, { otp, otpCurrent, redirectTo, user: answer['user'] })
    } else {
      const tokenHash = String(answer['token_hash'])
      await codeSender.post({ kind: 'confirmation', to, user: answer['user'], otp, tokenHash, redirectTo })
    }
    return context.json({})
  }
}

function parseRequest(body: Readonly<Record<string, unknown>>): {
  type: ResendType
  address: string
  isPhone: boolean
} {
  const type = resendTypes.find((each) => each === textField(body, 'type'))
  if (type === undefined) throw validationFailed(`Missing one of these types: ${resendTypes.join(', ')}`)
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

const resendTypes = ['signup', 'email_change', 'sms', 'phone_change'] as const
type ResendType = (typeof resendTypes)[number]
