import type { Context } from 'hono'
import { z } from 'zod'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/account/account-refusal.ts'
import { callerClient } from '#server/account/caller-client.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { parseBoundedJson } from '#server/parse-bounded-json.ts'
import { readBody } from '#server/read-body.ts'
import type { AppEnv, Services } from '#server/services.ts'

/**
 * PUT /links/{id}/password: gives a link a password, or takes it away (null). Only its hash reaches the database, which
 * decides whether the caller may.
 */
export function linkPassword(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const id = z.uuid().safeParse(context.req.param('id'))
    const password = await readPassword(context.req.raw)
    if (!id.success || password === undefined) return refuse(context, 400, 'bad_request', messages.linkPasswordRule)
    // Asked first, so that a stranger's call costs no hashing.
    const known = await client.from('share_links').select('id').eq('id', id.data).maybeSingle()
    if (known.error !== null) return refuseFailed(context, known.status)
    if (known.data === null) return refuse(context, 404, 'not_found', 'There is no such link for you.')
    const hash = password === null ? null : await hashPassword(password)
    const answer = await client.rpc('set_share_link_password', { p_link_id: id.data, p_password_hash: hash })
    if (answer.status === 404) return refuse(context, 403, 'not_allowed', 'Only editors of the workspace change links.')
    if (answer.error !== null) return refuseFailed(context, answer.status)
    return context.body(null, 204)
  }
}

/** bcrypt reads 72 bytes and ignores the rest. */
const passwordShape = z.object({
  password: z
    .string()
    .min(limits.linkPasswordLengthMin)
    .refine((text) => Buffer.byteLength(text) <= 72 && !text.includes('\0'))
    .nullable(),
})

/** Undefined when it is none that can be set. */
async function readPassword(request: Request): Promise<string | null | undefined> {
  const body = await readBody(request, 4_096)
  if (body === null) return undefined
  try {
    return passwordShape.safeParse(parseBoundedJson(new TextDecoder().decode(body))).data?.password
  } catch {
    return undefined
  }
}
