import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { emailField } from '#backend/auth/auth-address.ts'
import { emailExists, validationFailed } from '#backend/auth/auth-errors.ts'
import { dataField, readJsonObject } from '#backend/auth/auth-request.ts'
import type { CodeSender } from '#backend/auth/codes/code-sender.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { redirectTarget } from '#backend/auth/codes/redirect-target.ts'

/** POST /invite: creates an account and mails an invitation. Service role only. */
export function invite(services: Services, codeSender: CodeSender) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const address = emailField(body)
    if (address === '') throw validationFailed('Invite requires a valid email address')
    await codeSender.checkMails()
    const otp = codeSender.newMailOtp()
    const answer = await callFlow(context, 'prepare_link', {
      type: 'invite',
      provider: 'email',
      address,
      data: dataField(body),
      otp,
      interval_seconds: 0,
    })
    if (answer.outcome === 'email_exists') throw emailExists()
    await codeSender.send({
      kind: 'invite',
      to: address,
      user: answer['user'],
      otp,
      tokenHash: String(answer['token_hash']),
      redirectTo: redirectTarget(services, context),
    })
    return context.json(answer['user'])
  }
}
