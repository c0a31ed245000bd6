import type { Context } from 'hono'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** Counts people's visits to a link's demo, not steps. A network that opens it too often isn't counted further. */
export function createViewCounter(services: Services): (context: Context<AppEnv>, token: string) => void {
  const addressOf = createClientAddress(services.config.trustedProxies)
  const { now } = services
  // Enough for an office that opens a link together; afterwards one a minute.
  const ofLink = createNetworkLimit({ burst: 30, refillMs: 30 * 60_000, now, wideFactor: 4 })
  // For all links together, because each counted view is a durable write.
  const ofAll = createNetworkLimit({ burst: 300, refillMs: 300_000, now, wideFactor: 4 })

  return (context, token) => {
    const destination = context.req.header('sec-fetch-dest') ?? 'document'
    if (!['document', 'iframe'].includes(destination) || context.req.query('step') !== undefined) return
    if (/\b(prefetch|prerender)\b/.test(context.req.header('sec-purpose') ?? '')) return
    const address = addressOf(context) ?? ''
    if (!ofAll.has(address) || !ofLink.take(address, token) || !ofAll.take(address)) return
    void backendClient(services, { role: 'service_role' })
      .rpc('count_share_view', { p_token: token })
      .then(({ error }) => {
        if (error !== null) services.log.warn({ err: error }, 'A link view was not counted')
      })
  }
}
