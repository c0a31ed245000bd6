import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import { uuid } from '#domain/uuid.ts'
import type { Services } from '#server/services.ts'

import { callerClient } from './caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from './refusal.ts'

/** The refusal for a caller without this role in the workspace; null for a caller with it. */
export async function refuseUnless(
  services: Services,
  context: Context<AppEnv>,
  workspaceId: string,
  role: 'admin' | 'editor' | 'viewer',
  sentence = 'Your role in this workspace does not allow it.',
): Promise<Response | null> {
  const client = callerClient(services, context)
  if (client === null) return refuseStranger(context)
  if (!uuid.test(workspaceId)) return refuse(context, 404, 'not_found', 'There is no such workspace.')
  const { data, error, status } = await client.rpc('is_member', { p_workspace_id: workspaceId, p_min_role: role })
  if (error !== null) return refuseFailed(context, status)
  return data === true ? null : refuse(context, 403, 'not_allowed', sentence)
}
