import type { SupabaseClient } from '@supabase/supabase-js'
import type { Context } from 'hono'
import { z } from 'zod'

import { uuid } from '#domain/uuid.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { readBody } from '#backend/http/read-body.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/** An agent that the caller may see, and the caller. */
export interface AgentAccess {
  readonly id: string
  readonly workspaceId: string
  readonly slug: string
  readonly name: string
  readonly isEditor: boolean
  /** Null for a workspace key. */
  readonly userId: string | null
  /** A client with the caller's own rights. */
  readonly client: SupabaseClient
}

export type AgentCall = (context: Context<AppEnv>, agent: AgentAccess) => Promise<Response>

/** Restricts a call to members of the agent's workspace, or to its editors. The database decides. */
export function forAgent(services: Services, needs: 'viewer' | 'editor', call: AgentCall) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const agentId = context.req.param('agentId') ?? ''
    if (!uuid.test(agentId)) return refuseUnknown(context)
    const { data, error, status } = await client.rpc('agent_for_caller', { p_agent_id: agentId })
    if (error !== null) return refuseFailed(context, status)
    if (data === null) return refuseUnknown(context)
    const agent = accessShape.parse(data)
    if (needs === 'editor' && !agent.is_editor) {
      return refuse(context, 403, 'not_allowed', 'Only editors of the workspace can change its agents.')
    }
    const { id, slug, name, workspace_id: workspaceId, user_id: userId, is_editor: isEditor } = agent
    return call(context, { id, slug, name, workspaceId, userId, isEditor, client })
  }
}

function refuseUnknown(context: Context<AppEnv>): Response {
  return refuse(context, 404, 'not_found', 'There is no such agent.')
}

const accessShape = z.object({
  id: z.string(),
  workspace_id: z.string(),
  slug: z.string(),
  name: z.string(),
  user_id: z.string().nullable(),
  is_editor: z.boolean(),
})

/** A decoded text body; refuses one that is too large or not text. */
export async function readTextBody(context: Context<AppEnv>, bytesMax: number): Promise<string | Response> {
  const body = await readBody(context.req.raw, bytesMax)
  if (body === null) return refuse(context, 413, 'too_large', 'This file is too large. Split it.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return refuse(context, 400, 'bad_request', 'This file is not text in UTF-8. Save it again in that encoding.')
  }
}
