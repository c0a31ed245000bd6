import type { SupabaseClient } from '@supabase/supabase-js'

import type { SampleAgent } from './sample-files.ts'
import { seedingFailed } from './seeding-failed.ts'

interface SampleIds {
  readonly agentId: string
  readonly workspaceId: string
  readonly demoId: string
  /** In the demo's order. */
  readonly stepIds: readonly string[]
}

/** Writes the agent that presents a sample, with its knowledge. Visitors talk to this draft; it is never published. */
export async function seedAgent(client: SupabaseClient, agent: SampleAgent, ids: SampleIds): Promise<void> {
  const { agentId, demoId, stepIds } = ids
  const owner = { agent_id: agentId, workspace_id: ids.workspaceId }
  // A workspace's first agent becomes its default one.
  if (agent.isDefault) {
    const others = client.from('agents').update({ is_default: false })
    await settled(others.eq('workspace_id', ids.workspaceId).neq('id', agentId))
  }
  await settled(
    client.from('agents').upsert({
      id: agentId,
      workspace_id: ids.workspaceId,
      slug: agent.slug,
      name: agent.name,
      voice: agent.voice,
      personality: agent.personality,
      hue: agent.hue,
      welcome_message: agent.welcome,
      sales_rules: agent.rules,
      never_say: agent.neverSay,
      is_default: agent.isDefault,
    }),
  )
  await settled(client.from('agent_demos').upsert({ ...owner, demo_id: demoId }))
  for (const table of ['knowledge_pairs', 'price_plans', 'glossary_terms'] as const) {
    await settled(client.from(table).delete().eq('agent_id', agentId))
  }
  await settled(
    client.from('knowledge_pairs').insert(
      agent.pairs.map(({ question, variants, answer, objection, step }) => ({
        ...owner,
        question,
        variants,
        answer,
        objection: objection ?? null,
        step_id: step === undefined ? null : (stepIds[step - 1] ?? null),
      })),
    ),
  )
  await settled(
    client.from('price_plans').insert(agent.plans.map((plan, index) => ({ ...owner, ...plan, position: index + 1 }))),
  )
  if (agent.glossary.length === 0) return
  await settled(client.from('glossary_terms').insert(agent.glossary.map((term) => ({ ...owner, ...term }))))
}

async function settled(request: PromiseLike<{ readonly error: { readonly message: string } | null }>): Promise<void> {
  const { error } = await request
  if (error !== null) throw seedingFailed(error)
}
