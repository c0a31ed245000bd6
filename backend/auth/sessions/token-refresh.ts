import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { AuthError, refreshTokenMalformed, userBanned } from '#backend/auth/auth-errors.ts'
import { textField } from '#backend/auth/auth-request.ts'

import { callProcedure, isRefreshToken, newRefreshToken, timestamp, tokenResponse } from './sessions.ts'

/** Grant `refresh_token`. A row lock in the database decides between parallel calls. */
export function tokenByRefreshToken(services: Services) {
  const { reuseIntervalSeconds, inactivitySeconds } = services.config.identity.sessions
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    const refreshToken = textField(body, 'refresh_token')
    if (!isRefreshToken(refreshToken)) throw refreshTokenMalformed()
    try {
      const session = await callProcedure(services, {
        text: 'select auth.refresh_session($1::jsonb) as answer',
        values: [
          JSON.stringify({
            token: refreshToken,
            new_token: newRefreshToken(),
            reuse_interval_seconds: reuseIntervalSeconds,
            inactivity_seconds: inactivitySeconds,
            now: timestamp(services.now()),
          }),
        ],
      })
      return await tokenResponse(services, context, session)
    } catch (error) {
      // Here a ban is answered as a refused grant, not 403.
      if (error instanceof AuthError && error.code === 'user_banned') {
        throw userBanned(400)
      }
      throw error
    }
  }
}
