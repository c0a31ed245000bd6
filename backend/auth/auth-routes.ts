import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { limitedTo } from './auth-limits.ts'
import { captcha } from './captcha.ts'
import { createCodeSender } from './codes/code-sender.ts'
import { flowRoutes } from './codes/flow-routes.ts'
import { identityRoutes } from './providers/identity-routes.ts'
import { logout } from './sessions/logout.ts'
import { createProviderClients } from './providers/provider-client.ts'
import { renderAuthError } from './render-auth-error.ts'
import { health, settings } from './settings.ts'
import { signedIn } from './sessions/signed-in.ts'
import { token } from './sessions/token.ts'
import { unsupportedRoutes } from './unsupported.ts'
import { readUser } from './accounts/user.ts'

/** Everything under /auth/v1. */
export function authRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, context) => renderAuthError(services, error, context))
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })

  const isPerson = captcha(services)
  for (const path of ['/signup', '/otp', '/magiclink', '/recover', '/resend', '/token', '/sso']) app.use(path, isPerson)

  const clientOf = createProviderClients(services)
  const codeSender = createCodeSender(services)
  app.route('/', flowRoutes(services, codeSender))
  app.post('/token', limitedTo(services, services.config.auth.limits.token), token(services, clientOf))
  app.get('/user', signedIn(services), readUser)
  app.post('/logout', signedIn(services), logout(services))
  app.get('/settings', settings(services))
  app.get('/health', health)
  app.route('/', identityRoutes(services, codeSender, clientOf))
  app.route('/', unsupportedRoutes())
  return app
}
