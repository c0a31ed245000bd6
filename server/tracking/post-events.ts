import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { ServerBase } from '#server/services.ts'

import { bodyBytesMax } from './accept-events.ts'
import type { TrackingService } from './tracking-service.ts'

/**
 * POST /rest/v1/user_tracking_events (spec §7). Mounted before the table because only the server sees the sender, and
 * to share commits. The tracker's own posts mostly take the fast path.
 */
export function postEvents(services: ServerBase, { accept }: TrackingService) {
  const addressOf = createClientAddress(services.config.trustedProxies)

  return async (context: Context<AppEnv>): Promise<Response> => {
    const { status, headers, body } = await accept({
      id: context.get('requestId'),
      headers: context.req.header(),
      body: await readBody(context.req.raw, bodyBytesMax),
      address: addressOf(context) ?? '',
      userId: userIdOf(context),
    })
    return new Response(body, { status, headers })
  }
}

/** Only what a verified token says. */
function userIdOf(context: Context<AppEnv>): string | null {
  const caller = context.get('caller')
  const sub = caller?.role === 'authenticated' ? caller.claims?.['sub'] : null
  return typeof sub === 'string' ? sub : null
}
