import type { Context } from 'hono'

import type { Services } from '#backend/services.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import type { SignedInEnv } from '#backend/auth/sessions/signed-in.ts'

import { verifyEmailFirst, verifyPhoneFirst } from './account-refusals.ts'

/** GET /reauthenticate: sends the code that PUT /user accepts as `nonce`. */
export function reauthenticate(services: Services, codeSender: CodeSender) {
  const { mail } = services.config.auth
  const callFlow = createCallFlow(services)
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, user } = context.get('signedIn')
    await (user['email'] === '' ? codeSender.checkTexts(context) : codeSender.checkMails(context))
    const otp = codeSender.newMailOtp()
    const answer = await callFlow(context, 'request_reauthentication', {
      user_id: userId,
      otp,
      interval_seconds: mail.intervalSeconds,
    })
    const to = String(answer['address'])
    switch (answer.outcome) {
      case 'no_address':
        throw validationFailed('Reauthentication requires the user to have an email or a phone number')
      case 'email_not_confirmed':
        throw verifyEmailFirst()
      case 'phone_not_confirmed':
        throw verifyPhoneFirst()
    }
    if (answer['provider'] === 'phone') {
      const messageId = await codeSender.text({ to, otp, channel: 'sms', about: 'reauthentication', subjectId: userId })
      return context.json(messageId === null ? {} : { message_id: messageId })
    }
    await codeSender.send({
      kind: 'reauthentication',
      to,
      user: answer['user'],
      otp,
      tokenHash: String(answer['token_hash']),
      redirectTo: siteUrlOf(services),
    })
    return context.json({})
  }
}
