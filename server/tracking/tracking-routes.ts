import { Hono } from 'hono'

import { trackingTable } from '#protocol/tracking-events.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { ServerBase } from '#server/services.ts'

import { postEvents } from './post-events.ts'
import type { TrackingService } from './tracking-service.ts'

/** rest/v1/user_tracking_events for writes; everything else goes to the table. */
export function trackingRoutes(services: ServerBase, tracking: TrackingService): Hono<AppEnv> {
  return new Hono<AppEnv>().post(`/${trackingTable}`, postEvents(services, tracking))
}
