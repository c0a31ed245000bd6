import { Hono } from 'hono'

import { authRoutes } from './auth/auth-routes.ts'
import { backendCors } from './cors.ts'
import { gateway } from './gateway.ts'
import { realtimeRoutes } from './realtime/realtime-routes.ts'
import { RememberingRouter } from './remembering-router.ts'
import { requestContext } from './request-context.ts'
import { restRoutes } from './rest/rest-routes.ts'
import { tellSharingChanges } from './share/sharing-changes.ts'
import { noteOwnBrowsers } from './tracking/note-own-browsers.ts'
import { trackingRoutes } from './tracking/tracking-routes.ts'
import { storageRoutes } from './storage/storage-routes.ts'
import type { AppEnv, Services } from './services.ts'

/** The embedded backend alone, as supabase-js knows it. The same one for the same services, however often it is asked. */
export function backendApp(services: Services): Hono<AppEnv> {
  const known = apps.get(services)
  if (known !== undefined) return known

  const app = new Hono<AppEnv>({ router: new RememberingRouter() })
  app.use(requestContext())
  const findCaller = gateway(services)
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*', '/realtime/v1/*'])
    app.use(path, backendCors(), findCaller)
  app.use('/rest/v1/*', tellSharingChanges(services), noteOwnBrowsers(services))
  app.use('/auth/v1/*', tellSharingChanges(services))
  app.route('/auth/v1', authRoutes(services))
  app.route('/rest/v1', trackingRoutes(services))
  app.route('/rest/v1', restRoutes(services))
  app.route('/storage/v1', storageRoutes(services))
  app.route('/realtime/v1', realtimeRoutes(services))
  apps.set(services, app)
  return app
}

const apps = new WeakMap<Services, Hono<AppEnv>>()
