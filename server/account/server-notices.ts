import type { Context } from 'hono'

import type { ServerNotices } from '#protocol/server-notices.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/** GET /notices: settings the operator should change. Shown only to the owners of the first workspace. */
export function serverNotices(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const { data, error, status } = await client.rpc('owns_first_workspace')
    if (error !== null) return refuseFailed(context, status)
    const notices: ServerNotices = { trustedProxy: data === true ? adviceFor(context) : null }
    return context.json(notices)
  }

  /** Checks this request's own connection, which no other client can forge. */
  function adviceFor(context: Context<AppEnv>): string | null {
    return services.proxies.advice(context.env?.incoming?.socket.remoteAddress ?? '', {
      host: context.req.header('host'),
      'x-forwarded-for': context.req.header('x-forwarded-for'),
      forwarded: context.req.header('forwarded'),
    })
  }
}
