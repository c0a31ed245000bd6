import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { emailField } from '#backend/auth/auth-address.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { siteUrlOf } from '#backend/auth/auth-urls.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { readCodeChallenge } from '#backend/auth/providers/flow-state.ts'
import { redirectTarget } from '#backend/auth/codes/redirect-target.ts'

import { createUnknownAddresses } from './unknown-addresses.ts'

/** POST /recover: mails a link to set a new password. An unknown address gets the same answer and no mail. */
export function recover(services: Services, codeSender: CodeSender) {
  const { mail } = services.config.auth
  const callFlow = createCallFlow(services)
  const unknown = createUnknownAddresses(services, 'recovery', {
    by: 'email',
    intervalSeconds: mail.intervalSeconds,
  })
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    if (textField(body, 'email').trim() === '') throw validationFailed('Password recovery requires an email')
    const address = emailField(body)
    const challenge = readCodeChallenge(body)
    await codeSender.checkMails(context, address)
    await unknown.check(address)
    const otp = codeSender.newMailOtp()
    const answer = await callFlow(context, 'request_recovery', {
      address,
      ...challenge,
      otp,
      interval_seconds: mail.intervalSeconds,
    })
    if (answer.outcome === 'unknown') await unknown.record(address)
    else {
      await codeSender.post({
        kind: 'recovery',
        to: address,
        user: answer['user'],
        otp,
        tokenHash: String(answer['token_hash']),
        redirectTo: redirectTarget(services, context, passwordPage(services)),
      })
    }
    return context.json({})
  }
}

/** The page where a recovery link lets you set a new password. */
export function passwordPage(services: Services): string {
  return `${siteUrlOf(services)}/reset-password`
}
