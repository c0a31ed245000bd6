import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { toAuthError } from '#backend/auth/render-auth-error.ts'

import { errorTarget } from './error-target.ts'
import { siteOfBrowser } from './redirect-target.ts'

/**
 * For addresses that only browsers are sent to, by others: whatever is refused there leads back to the site, which tells
 * it, instead of bare JSON. A handler that knows which page of ours asked sends the browser there itself.
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
