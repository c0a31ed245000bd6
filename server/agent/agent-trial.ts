import { z } from 'zod'

import { fail, type Result } from '#domain/result.ts'
import { languagesShape, pronunciationsShape, speedShape, type AgentSnapshot } from '#server/agents/agent-snapshot.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { loadDraftDemo, type AgentDemo } from './agent-demo.ts'

/** Unsaved changes to a draft; each replaces the saved value. */
export const unsavedShape = z.object({
  name: z.string().trim().min(1).max(80).optional(),
  personality: z.string().max(40).optional(),
  welcome_message: z.string().max(280).nullable().optional(),
  demo_script: z.string().max(50_000).nullable().optional(),
  sales_process: z.string().max(20_000).nullable().optional(),
  sales_rules: z.unknown().optional(),
  never_say: z.array(z.string().max(200)).max(200).optional(),
  voice: z.string().max(80).optional(),
  speed: speedShape.optional(),
  pronunciations: pronunciationsShape.optional(),
  languages: languagesShape.optional(),
})

/** An author's conversation with a draft. */
export interface Trial {
  readonly workspaceId: string
  readonly agentId: string
  readonly demoId: string
  readonly unsaved: z.infer<typeof unsavedShape>
}

/** Whether a token's link is a trial's. Share links have another format. */
export function isTrialLink(link: string): boolean {
  return link.startsWith(prefix)
}

/**
 * Stores a trial for the server on which the conversation opens; returns the link for its token, and what it presents.
 */
export async function storeTrial(
  services: Services,
  { workspaceId, agentId, demoId, unsaved }: Trial,
  lifeMs: number,
): Promise<{ readonly link: string; readonly loaded: Result<AgentDemo, 'demoNotFound' | 'noSteps'> }> {
  const loaded = await load(services, { agent_id: agentId, demo_id: demoId, unsaved })
  if (!loaded.ok) return { link: '', loaded }
  const trials = backendClient(services, { role: 'service_role' }).from('agent_trials')
  await trials.delete().lt('expires_at', new Date(services.now()).toISOString()).throwOnError()
  const expiresAt = new Date(services.now() + lifeMs).toISOString()
  const row = { workspace_id: workspaceId, agent_id: agentId, demo_id: demoId, unsaved, expires_at: expiresAt }
  const { data } = await backendClient(services, { role: 'service_role' })
    .from('agent_trials')
    .insert(row)
    .select('id')
    .single()
    .throwOnError()
  return { link: `${prefix}${String(data.id)}`, loaded }
}

/** The current draft that a trial presents. */
export async function loadTrial(
  services: Services,
  link: string,
): Promise<Result<AgentDemo, 'demoNotFound' | 'noSteps'>> {
  const { data } = await backendClient(services, { role: 'service_role' })
    .from('agent_trials')
    .select('agent_id,demo_id,unsaved')
    .eq('id', link.slice(prefix.length))
    .maybeSingle()
    .throwOnError()
  return data === null ? fail('demoNotFound') : load(services, rowShape.parse(data))
}

const prefix = 'trial:'

const rowShape = z.object({ agent_id: z.string(), demo_id: z.string(), unsaved: unsavedShape })

function load(services: Services, { agent_id: agentId, demo_id: demoId, unsaved }: z.infer<typeof rowShape>) {
  const changed = Object.entries(unsaved).filter(([, value]) => value !== undefined)
  return loadDraftDemo(services, { agentId, demoId }, Object.fromEntries(changed) as Partial<AgentSnapshot['agent']>)
}
