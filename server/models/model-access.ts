import type { Context } from 'hono'
import type { z } from 'zod'

import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { uuid } from '#domain/uuid.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/** The refusal for a caller without this role in the workspace; null for a caller with it. */
export async function refuseUnless(
  services: Services,
  context: Context<AppEnv>,
  workspaceId: string,
  role: 'admin' | 'editor' | 'viewer',
): Promise<Response | null> {
  const client = callerClient(services, context)
  if (client === null) return refuseStranger(context)
  if (!uuid.test(workspaceId)) return refuse(context, 404, 'not_found', 'There is no such workspace.')
  const { data, error, status } = await client.rpc('is_member', { p_workspace_id: workspaceId, p_min_role: role })
  if (error !== null) return refuseFailed(context, status)
  return data === true ? null : refuse(context, 403, 'not_allowed', 'Your role in this workspace does not allow it.')
}

/** Null for a body of another shape. */
export async function parseBody<T>(context: Context<AppEnv>, shape: z.ZodType<T>): Promise<T | null> {
  const body = await readBody(context.req.raw, bodyBytesMax)
  if (body === null) return null
  try {
    const text = new TextDecoder().decode(body)
    const parsed = shape.safeParse(parseBoundedJson(text))
    return parsed.success && !text.includes('\\u0000') ? parsed.data : null
  } catch {
    return null
  }
}

const bodyBytesMax = 32 * 1024
