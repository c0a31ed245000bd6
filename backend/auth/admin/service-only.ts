import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'
import { badJwt, noAuthorization, notAdmin } from '#backend/auth/auth-errors.ts'
import { hasBearer } from '#backend/auth/sessions/signed-in.ts'

export function serviceOnly() {
  return createMiddleware<AppEnv>(async (context, next) => {
    const isServiceKey = context.get('caller').role === 'service_role'
    if (!isServiceKey && !hasBearer(context)) throw noAuthorization()
    const problem = context.get('tokenProblem')
    if (problem !== null) {
      throw badJwt(problem === 'expired' ? 'token has invalid claims: token is expired' : 'signature is invalid')
    }
    if (!isServiceKey) throw notAdmin()
    await next()
  })
}
