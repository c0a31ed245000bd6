import type { Context } from 'hono'
import { z } from 'zod'

import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { accessHeaders, shareAccessOf } from './share-access.ts'

/**
 * POST /demos/{link}/leads: submits the player's lead form, with the httpOnly pass of a password-protected link. The
 * database decides. A refusal names the field to fix in `field`.
 */
export function postLead(services: Services) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  const attempts = createNetworkLimit({ burst: 60, refillMs: 600_000, now: services.now })

  return async (context: Context<AppEnv>): Promise<Response> => {
    const address = addressOf(context)
    if (address !== null && !attempts.take(address)) return refuse(context, 429, 'too_many', tooMany)
    const access = shareAccessOf(context, context.req.param('link') ?? '', address ?? '')
    if (access === null) return refuse(context, 404, 'not_found', 'Demo not found')
    const lead = await readJson(context, leadShape, bodyBytesMax)
    if (lead === null) return refuse(context, 400, 'bad_request', 'The form could not be read')
    // Called as the server, which alone is trusted to name the visitor's network; the link decides what may be sent.
    const client = backendClient(services, { role: 'service_role', headers: accessHeaders(access) })
    const { error, status } = await client.rpc('submit_lead', {
      p_id: lead.id,
      p_card_id: lead.cardId,
      p_answers: lead.answers,
      p_session_id: lead.sessionId,
      p_has_consented: lead.hasConsented,
    })
    if (error === null) return context.body(null, 204)
    if (status === 400) return context.json({ message: error.message, field: error.hint ?? null }, 400)
    if (status === 404) return refuse(context, 404, 'not_found', error.message)
    if (status === 429) return refuse(context, 429, 'too_many', error.message)
    services.log.error({ err: error, requestId: context.get('requestId') }, 'Could not store a lead')
    return refuse(context, 503, 'unavailable', 'Your answers could not be stored. Try again in a moment.')
  }
}

const tooMany = 'Too many forms were sent from one place. Try again in a few minutes.'

const bodyBytesMax = 64 * 1024

const leadShape = z.object({
  id: z.uuid(),
  cardId: z.uuid(),
  answers: z.record(z.string().max(100), z.string().max(5_000)),
  sessionId: z.string().max(100).nullable(),
  hasConsented: z.boolean(),
})
