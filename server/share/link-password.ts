import type { Context } from 'hono'
import { z } from 'zod'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import { hashPassword } from '#backend/auth/accounts/passwords.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/**
 * PUT /links/{id}/password: sets or removes (null) a link's password. The database decides whether the caller may; the
 * server makes the hash, so that callers can't choose how costly verifying is.
 */
export function linkPassword(services: Services) {
  const addressOf = createClientAddress(services.config.trustedProxies)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const id = z.uuid().safeParse(context.req.param('id'))
    const body = await readJson(context, passwordShape, bodyBytesMax)
    if (!id.success || body === null) return refuse(context, 400, 'bad_request', messages.linkPasswordRule)
    // Checked first, so that an unauthorised call costs no hashing.
    const known = await client.from('share_links').select('workspace_id').eq('id', id.data).maybeSingle()
    if (known.error !== null) return refuseFailed(context, known.status)
    if (known.data === null)
      return refuse(context, 404, 'not_found', 'This link does not exist, or you may not edit it.')
    const allowed = await client.rpc('is_member', {
      p_workspace_id: known.data['workspace_id'] as unknown,
      p_min_role: 'editor',
    })
    if (allowed.error !== null) return refuseFailed(context, allowed.status)
    if (allowed.data !== true)
      return refuse(context, 403, 'not_allowed', 'Only editors of the workspace can change links.')
    const { password } = body
    let hash: string | null = null
    try {
      const pool = services.passwordQueue
      hash = password === null ? null : await pool.run(addressOf(context) ?? '', () => hashPassword(password))
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      context.header('retry-after', '1')
      return refuse(context, 503, 'unavailable', 'The server is busy. Try again in a moment.')
    }
    const server = backendClient(services, { role: 'service_role' })
    const answer = await server.rpc('set_share_link_password', { p_link_id: id.data, p_password_hash: hash })
    if (answer.status === 404)
      return refuse(context, 404, 'not_found', 'This link does not exist, or you may not edit it.')
    if (answer.error !== null) return refuseFailed(context, answer.status)
    return context.body(null, 204)
  }
}

/** bcrypt reads 72 bytes and ignores the rest. */
const bodyBytesMax = 4 * 1024

const passwordShape = z.object({
  password: z
    .string()
    .min(limits.linkPasswordLengthMin)
    .refine((text) => Buffer.byteLength(text) <= 72)
    .nullable(),
})
