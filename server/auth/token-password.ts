import type { Context } from 'hono'

import { createClientAddress } from '#server/client-address.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { AuthError, invalidCredentials, validationFailed } from './auth-errors.ts'
import { textField } from './auth-request.ts'
import { verifyPassword } from './passwords.ts'
import { callProcedure, newRefreshToken, timestamp, tokenResponse } from './sessions.ts'

/** Grant `password`. An unknown account and a wrong password answer alike, and take as long. */
export function tokenByPassword(services: Services) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    const email = textField(body, 'email').trim().toLowerCase()
    const password = textField(body, 'password')
    if (email === '' && textField(body, 'phone') !== '') {
      throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
    }
    if (email === '') throw validationFailed('missing email or phone')

    const nowMs = services.now()
    const [found] = await services.database.transaction('system', [
      {
        text: `select id, encrypted_password, banned_until > $2::timestamptz as is_banned
               from auth.users where email = $1 and not is_sso_user and deleted_at is null`,
        values: [email, timestamp(nowMs)],
      },
    ])
    const account = found?.rows[0]
    const encryptedPassword = account?.['encrypted_password']
    const isRight = await verifyPassword(
      password,
      typeof encryptedPassword === 'string' && encryptedPassword !== '' ? encryptedPassword : null,
    )
    if (account === undefined || !isRight) throw invalidCredentials()
    if (account['is_banned'] === true) throw new AuthError(400, 'user_banned', 'User is banned')

    const session = await callProcedure(services, {
      text: `select auth.open_session($1::uuid, 'password', $2, $3, $4, $5::timestamptz) as answer`,
      values: [
        account['id'],
        newRefreshToken(),
        context.req.header('user-agent') ?? null,
        addressOf(context),
        timestamp(nowMs),
      ],
    })
    return tokenResponse(services, context, session)
  }
}
