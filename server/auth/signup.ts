import type { Context } from 'hono'

import { createClientAddress } from '#server/client-address.ts'
import { DatabaseError } from '#server/database/database.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { AuthError, userAlreadyExists, validationFailed } from './auth-errors.ts'
import { dataField, readJsonObject, textField } from './auth-request.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { callProcedure, newRefreshToken, timestamp, tokenResponse } from './sessions.ts'

/** POST /signup: a new account, confirmed and signed in at once, because this version sends no mail. */
export function signup(services: Services) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readJsonObject(context.req.raw)
    const email = textField(body, 'email').trim().toLowerCase()
    const phone = textField(body, 'phone')
    const password = textField(body, 'password')
    if (email === '' && phone === '') {
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    if (email !== '' && phone !== '') {
      throw validationFailed('Only an email address or phone number should be provided on signup.')
    }
    if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (password === '') throw validationFailed('Signup requires a valid password')
    if (!isEmail(email)) throw validationFailed('Unable to validate email address: invalid format')
    checkNewPassword(password)

    const values = [
      email,
      await hashPassword(password),
      JSON.stringify(dataField(body) ?? {}),
      newRefreshToken(),
      context.req.header('user-agent') ?? null,
      addressOf(context),
      timestamp(services.now()),
    ]
    try {
      const session = await callProcedure(services, {
        text: 'select auth.sign_up($1, $2, $3::jsonb, $4, $5, $6, $7::timestamptz) as answer',
        values,
      })
      return await tokenResponse(services, context, session)
    } catch (error) {
      if (error instanceof DatabaseError && error.sqlstate === '23505') throw userAlreadyExists()
      throw error
    }
  }
}

function isEmail(text: string): boolean {
  return text.length <= 255 && /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@."]+(\.[^\s@."]+)*$/.test(text)
}
