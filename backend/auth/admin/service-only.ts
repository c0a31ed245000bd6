import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'
import { AuthError, badJwt, noAuthorization } from '#backend/auth/auth-errors.ts'
import { showsBearer } from '#backend/auth/sessions/signed-in.ts'

/** Admits only the service role. */
export function serviceOnly() {
  return createMiddleware<AppEnv>(async (context, next) => {
    const isServiceKey = context.get('caller').role === 'service_role'
    if (!isServiceKey && !showsBearer(context)) throw noAuthorization()
    const problem = context.get('tokenProblem')
    if (problem !== null) {
      throw badJwt(problem === 'expired' ? 'token has invalid claims: token is expired' : 'signature is invalid')
    }
    if (!isServiceKey) throw new AuthError(403, 'not_admin', 'User not allowed')
    await next()
  })
}
