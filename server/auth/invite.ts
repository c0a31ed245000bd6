import type { Context } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { emailField } from './auth-address.ts'
import { emailExists, validationFailed } from './auth-errors.ts'
import { dataField, readJsonObject } from './auth-request.ts'
import type { Courier } from './courier.ts'
import { createCallFlow } from './flow-procedure.ts'
import { redirectTarget } from './redirect-target.ts'

/** POST /invite: makes an account and mails its owner the way in. For the service role. */
export function invite(services: Services, courier: Courier) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const address = emailField(body)
    if (address === '') throw validationFailed('Invite requires a valid email address')
    await courier.checkMails()
    const otp = courier.newMailOtp()
    const answer = await callFlow(context, 'prepare_link', {
      type: 'invite',
      provider: 'email',
      address,
      data: dataField(body),
      otp,
      interval_seconds: 0,
    })
    if (answer.outcome === 'email_exists') throw emailExists()
    await courier.send({
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
