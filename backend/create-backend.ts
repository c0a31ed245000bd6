import { Hono } from 'hono'

import { authRoutes } from './auth/auth-routes.ts'
import { gateway } from './gateway.ts'
import type { AppEnv } from './http/app-env.ts'
import { backendCors } from './http/cors.ts'
import { CachingRouter } from './http/caching-router.ts'
import { requestContext } from './http/request-context.ts'
import type { Product } from './product.ts'
import { createRealtimeHub, type RealtimeHub } from './realtime/realtime-hub.ts'
import type { RealtimeLimits } from './realtime/realtime-limits.ts'
import { realtimeRoutes } from './realtime/realtime-routes.ts'
import { restRoutes } from './rest/rest-routes.ts'
import { SchemaCache } from './rest/schema-cache.ts'
import type { BackendBase, Services } from './services.ts'
import { storageRoutes } from './storage/storage-routes.ts'

/** A Supabase-compatible backend: auth/v1, rest/v1, storage/v1 and realtime/v1. */
export interface Backend {
  readonly services: Services
  readonly app: Hono<AppEnv>
  /** Serves the WebSocket; see attachRealtime. */
  readonly realtime: RealtimeHub
}

export function createBackend(
  base: BackendBase,
  product: Product,
  realtimeLimits: Partial<RealtimeLimits> = {},
): Backend {
  const { database, config, now, log } = base
  const services: Services = { ...base, schemaCache: new SchemaCache({ database, config: config.rest, now, log }) }
  const realtime = createRealtimeHub(services, realtimeLimits)
  const app = new Hono<AppEnv>({ router: new CachingRouter() })
  app.use(requestContext())
  const findCaller = gateway(services, product.keys)
  for (const path of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*', '/realtime/v1/*'])
    app.use(path, backendCors(), findCaller)
  product.mount(app)
  app.route('/auth/v1', authRoutes(services))
  app.route('/rest/v1', restRoutes(services, product.lookupTable))
  app.route('/storage/v1', storageRoutes(services))
  app.route('/realtime/v1', realtimeRoutes(services, realtime))
  return { services, app, realtime }
}
