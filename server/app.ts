import { Hono } from 'hono'

import { accountRoutes } from './account/account-routes.ts'
import { agentRoutes } from './agent/agent-routes.ts'
import { backendApp } from './backend-app.ts'
import { backendCors } from './cors.ts'
import { meetingRoutes } from './meetings/meeting-routes.ts'
import { metricsRoutes } from './metrics/metrics-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { playRoutes } from './pages/play-routes.ts'
import { RememberingRouter } from './remembering-router.ts'
import { requestContext } from './request-context.ts'
import { securityHeaders } from './security-headers.ts'
import { shareRoutes } from './share/share-routes.ts'
import { tellSharingChanges } from './share/sharing-changes.ts'
import type { AppEnv, Services } from './services.ts'
import { ownerLookups } from './tracking/owner-lookups.ts'
import { trackingRoutes } from './tracking/tracking-routes.ts'

/** Everything one server answers over HTTP. */
export function createApp(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new RememberingRouter() })
  app.use(requestContext(), securityHeaders(services.config))
  app.onError((error, context) => {
    services.log.error({ err: error, requestId: context.get('requestId') }, 'A request failed')
    return context.text('Something went wrong on our side. Please try again.', 500)
  })

  // /auth/v1, /rest/v1, /storage/v1
  if (services.config.embedded !== null) app.route('/', backendApp(services))
  else {
    // Supabase has the table; the events come in through here, where the browser is seen.
    app.use('/rest/v1/*', backendCors())
    app.route('/rest/v1', trackingRoutes(services))
    app.route('/rest/v1', ownerLookups(services))
  }
  for (const path of ['/account/v1/*', '/share/v1/links/*']) app.use(path, tellSharingChanges(services))
  // /demo/{id}/play
  app.route('/', playRoutes(services))
  // /meeting/{link}
  app.route('/', meetingRoutes(services))
  app.route('/agent/v1', agentRoutes(services))
  app.route('/account/v1', accountRoutes(services))
  app.route('/share/v1', shareRoutes(services))
  app.route('/', metricsRoutes(services))
  // /healthz, /config.json, scripts, and the web application for every other address
  app.route('/', pageRoutes(services))
  return app
}
