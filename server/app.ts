import { Hono } from 'hono'

import { backendCors } from '#backend/http/cors.ts'
import { CachingRouter } from '#backend/http/caching-router.ts'
import { requestContext } from '#backend/http/request-context.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { logFailure } from '#backend/http/log-failure.ts'

import { accountRoutes } from './account/account-routes.ts'
import type { AgentHub } from './agent/agent-hub.ts'
import { agentsRoutes } from './agents/agents-routes.ts'
import { agentRoutes } from './agent/agent-routes.ts'
import { connectionRoutes } from './meetings/connection-routes.ts'
import { meetingRoutes } from './meetings/meeting-routes.ts'
import type { Measuring } from './metrics/measuring.ts'
import { metricsRoutes } from './metrics/metrics-routes.ts'
import { noStore } from './http/no-store.ts'
import { hearingRoutes } from './hearing/hearing-routes.ts'
import { realtimeRoutes } from './realtime/realtime-routes.ts'
import { modelRoutes } from './models/model-routes.ts'
import { speechRoutes } from './speech/speech-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { playRoutes } from './pages/play-routes.ts'
import { securityHeaders } from './pages/security-headers.ts'
import { narrationRoutes } from './narration/narration-routes.ts'
import { createPictureQueue } from './pictures/picture-queue.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { shareRoutes } from './share/share-routes.ts'
import { snapshotRoutes } from './snapshots/snapshot-routes.ts'
import type { Services } from './services.ts'
import { ownerLookups } from './tracking/owner-lookups.ts'
import { trackingRoutes } from './tracking/tracking-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

/** Built once at start, on top of the services. */
export interface Hubs {
  readonly agent: AgentHub
  readonly measuring: Measuring | null
}

/** Everything a server answers over HTTP. */
export function createApp(services: Services, { agent, measuring }: Hubs): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new CachingRouter() })
  app.use(requestContext(), securityHeaders(services.config))
  app.onError((error, context) => {
    logFailure(services.log, error, context.get('requestId'), 'A request failed')
    return context.text('Something went wrong on our side. Please try again.', 500)
  })

  // /auth/v1, /rest/v1, /storage/v1
  if (services.backend !== null) app.route('/', services.backend.app)
  else {
    // Supabase has the table, but events still pass through here, because only this server sees the browser.
    app.use('/rest/v1/*', backendCors())
    app.route('/rest/v1', trackingRoutes(services, services.tracking))
    app.route('/rest/v1', ownerLookups(services))
  }
  for (const path of ['/account/v1/*', '/share/v1/links/*']) app.use(path, services.sharing.announce)
  app.use('/:product/v1/*', noStore)
  // /demo/{id}/play
  app.route('/', playRoutes(services))
  // /meeting/{link}
  app.route('/', meetingRoutes(services))
  app.route('/agent/v1', agentRoutes(services, agent))
  app.route('/agents/v1', agentsRoutes(services, agent))
  app.route('/account/v1', accountRoutes(services))
  app.route('/meetings/v1', connectionRoutes(services))
  app.route('/share/v1', shareRoutes(services))
  const pictureQueue = createPictureQueue(services)
  app.route('/pictures/v1', pictureRoutes(services, pictureQueue))
  app.route('/narration/v1', narrationRoutes(services))
  app.route('/snapshots/v1', snapshotRoutes(services, pictureQueue))
  app.route('/models/v1', modelRoutes(services))
  app.route('/speech/v1', speechRoutes(services))
  app.route('/hearing/v1', hearingRoutes(services))
  app.route('/speech-to-speech/v1', realtimeRoutes(services))
  app.route('/webhooks/v1', webhookRoutes(services))
  app.route('/', metricsRoutes(services, measuring))
  // /healthz, /config.json, scripts, and the web application for every other path
  app.route('/', pageRoutes(services))
  return app
}
