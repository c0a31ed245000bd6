import { Hono } from 'hono'

import { trackingTable } from '#protocol/tracking-events.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { postEvents } from './post-events.ts'

/** rest/v1/user_tracking_events, as far as it is written to; everything else about it is the table's. */
export function trackingRoutes(services: Services): Hono<AppEnv> {
  return new Hono<AppEnv>().post(`/${trackingTable}`, postEvents(services))
}
