import { queryOptions } from '@tanstack/react-query'

import { ask } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { ownUser } from './own-user.ts'
import { demoIdOf, playerAddress, readSetupForm, type SetupForm } from './setup-form.ts'

/* The setup is stored twice: verbatim in onboarding_data (spec §7), and as the resulting agent in agents. */

export interface StoredSetup {
  readonly form: SetupForm
  /** Index of the step, from 0; the account step is not counted. */
  readonly step: number
  readonly updatedAt: string
  /** A completed setup is edited, not started. */
  readonly isComplete: boolean
}

interface OnboardingRow {
  readonly form_data: Readonly<Record<string, unknown>>
  readonly current_step: number
  readonly updated_at: string
}

interface AgentRow {
  readonly name: string
  readonly voice: string
  readonly personality: string
  readonly sales_process: string | null
  readonly demo_script: string | null
  readonly welcome_message: string | null
  readonly demo_id: string | null
}

export const setupQuery = queryOptions({ queryKey: ['agent-setup'], queryFn: loadSetup })

/** This person's setup; the agent's values win over an older form. */
async function loadSetup(): Promise<StoredSetup> {
  const workspaceId = await currentWorkspaceId('onboardingFailed')
  const { id: userId } = await ownUser('onboardingFailed')
  const [row, [agent]] = await Promise.all([
    ask('onboardingFailed', (client) =>
      client.from('onboarding_data').select('*').eq('user_id', userId).maybeSingle<OnboardingRow>(),
    ),
    ask('onboardingFailed', (client) =>
      client
        .from('agents')
        .select('name,voice,personality,sales_process,demo_script,welcome_message,demo_id')
        .match({ workspace_id: workspaceId, slug: 'leo' })
        .overrideTypes<AgentRow[], { merge: false }>(),
    ),
  ])
  const isComplete = typeof row?.form_data['completedAt'] === 'string'
  return {
    form:
      isComplete && agent !== undefined
        ? withAgent(readSetupForm(row?.form_data ?? {}), agent)
        : readSetupForm(row?.form_data ?? {}),
    step: row?.current_step ?? 0,
    updatedAt: row?.updated_at ?? '',
    isComplete,
  }
}

/** Spec §7: one row for each person. `completedAt` is an ISO time, or null while the setup is under way. */
export async function keepSetup(form: SetupForm, step: number, completedAt: string | null): Promise<void> {
  const row = {
    user_id: (await ownUser('onboardingFailed')).id,
    form_data: completedAt === null ? form : { ...form, completedAt },
    current_step: step,
    updated_at: new Date().toISOString(),
  }
  await ask('onboardingFailed', (client) => client.from('onboarding_data').upsert(row, { onConflict: 'user_id' }))
}

/** Applies the form to the workspace's agent, and to the tracker's chat. */
export async function saveAgent(form: SetupForm): Promise<void> {
  const demoId = demoIdOf(form.demoUrl)
  const own = { workspace_id: await currentWorkspaceId('onboardingFailed'), slug: 'leo' }
  const options = { onConflict: 'workspace_id,slug', ignoreDuplicates: true }
  await ask('onboardingFailed', (client) => client.from('agents').upsert(own, options))
  const agent = {
    name: form.agentName.trim(),
    voice: form.agentVoice,
    personality: form.personality,
    sales_process: textOrNull(form.salesProcess),
    demo_script: textOrNull(form.demoScript),
    welcome_message: textOrNull(form.welcomeMessage),
    demo_id: demoId,
    updated_at: new Date().toISOString(),
  }
  await ask('onboardingFailed', (client) => client.from('agents').update(agent).match(own))
  await ask('onboardingFailed', (client) =>
    client.from('chatbot_settings').update({ demo_id: demoId }).eq('agent_id', 'leo'),
  )
}

/** The form belongs to the person, the agent to the workspace, so in another workspace it is another agent. */
function withAgent(form: SetupForm, agent: AgentRow): SetupForm {
  const fields: Partial<Record<keyof SetupForm, string>> = {
    agentName: agent.name,
    agentVoice: agent.voice,
    personality: agent.personality,
    salesProcess: agent.sales_process ?? '',
    demoScript: agent.demo_script ?? '',
    welcomeMessage: agent.welcome_message ?? '',
    // A URL that isn't a demo's stays only in the form.
    ...(agent.demo_id !== null && { demoUrl: playerAddress(agent.demo_id) }),
    ...(agent.demo_id === null && demoIdOf(form.demoUrl) !== null && { demoUrl: '' }),
  }
  return readSetupForm({ ...form, ...fields })
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
