import {
  defaultAgentName,
  defaultVoice,
  voiceOptions,
  type Personality,
  type VoiceOption,
} from '#domain/agent-options.ts'
import { fail, succeed, type Result } from '#domain/result.ts'
import type { AgentVoice } from '#protocol/agent-events.ts'
import type { PresentedDemo, PresentingAgent } from '#agent/knowledge.ts'
import { uuid } from '#domain/uuid.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

/** Everything a conversation needs to know about its demo. */
export interface AgentDemo {
  readonly demoId: string
  readonly workspaceId: string
  /** Null while it has the name it was given at sign-up, which tells the author's address. */
  readonly workspaceName: string | null
  readonly agentId: string | null
  readonly demo: PresentedDemo
  readonly agent: PresentingAgent
  readonly voice: AgentVoice
}

/**
 * Loads a shared demo. Drafts, archived and unknown demos look the same to strangers, so that guessed ids are never
 * confirmed.
 */
export async function loadAgentDemo(
  services: Services,
  demoId: string,
): Promise<Result<AgentDemo, 'demoNotFound' | 'noSteps'>> {
  if (!uuid.test(demoId)) return fail('demoNotFound')
  const client = backendClient(services, { role: 'service_role' })
  const [demos, steps] = await Promise.all([
    client
      .from('demos')
      .select('id,workspace_id,name,description,workspaces(name)')
      .eq('id', demoId)
      .eq('status', 'active')
      .overrideTypes<DemoRow[], { merge: false }>(),
    client
      .from('demo_steps')
      .select('id,order,title,description')
      .eq('demo_id', demoId)
      .order('order')
      .overrideTypes<StepRow[], { merge: false }>(),
  ])
  if (demos.error !== null) throw demos.error
  if (steps.error !== null) throw steps.error
  const row = demos.data[0]
  if (row === undefined) return fail('demoNotFound')
  if (steps.data.length === 0) return fail('noSteps')
  const agents = await client
    .from('agents')
    .select('id,name,voice,personality,welcome_message,demo_script,availability(is_on)')
    .eq('workspace_id', row.workspace_id)
    .order('created_at')
    .limit(1)
    .overrideTypes<AgentRow[], { merge: false }>()
  if (agents.error !== null) throw agents.error
  const agent = agents.data[0]
  return succeed({
    demoId: row.id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspaces?.name.endsWith("'s workspace") === false ? row.workspaces.name : null,
    agentId: agent?.id ?? null,
    demo: {
      name: row.name,
      description: row.description,
      // Spec §3 counts from 1; while a demo is reordered, two steps may briefly share a number.
      steps: steps.data.map((step, index) => ({ ...step, order: index + 1 })),
    },
    agent: {
      name: agent?.name ?? defaultAgentName,
      personality: agent?.personality ?? 'professional',
      welcomeMessage: agent?.welcome_message ?? null,
      demoScript: agent?.demo_script ?? null,
      takesMeetings: agent?.availability?.is_on === true,
    },
    voice: toAgentVoice(voiceOptions.find((voice) => voice.value === agent?.voice) ?? defaultVoice),
  })
}

interface DemoRow {
  readonly id: string
  readonly workspace_id: string
  readonly name: string
  readonly description: string | null
  readonly workspaces: { readonly name: string } | null
}

interface StepRow {
  readonly id: string
  readonly order: number
  readonly title: string | null
  readonly description: string | null
}

interface AgentRow {
  readonly id: string
  readonly name: string
  readonly voice: string
  readonly personality: Personality
  readonly welcome_message: string | null
  readonly demo_script: string | null
  readonly availability: { readonly is_on: boolean } | null
}

function toAgentVoice({ value, label, gender, pitch, rate }: VoiceOption): AgentVoice {
  return { value, label, gender, pitch, rate, lang: 'en' }
}
