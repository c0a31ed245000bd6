import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { toAuthError } from '#backend/auth/render-auth-error.ts'

import { errorTarget } from './error-target.ts'
import { siteOfBrowser } from './redirect-target.ts'

/**
 * Redirects errors to the site instead of answering bare JSON, for URLs that other sites send browsers to. Handlers
 * that know the requesting page redirect there themselves.
 */
export function refuseInBrowser(services: Services, status: 302 | 303) {
  return createMiddleware<AppEnv>(async (context, next) => {
    await next()
    if (context.error === undefined) return
    context.res = context.redirect(
      errorTarget(siteOfBrowser(services, context), toAuthError(context.error), 'query and fragment'),
      status,
    )
  })
}
