import { queryOptions } from '@tanstack/react-query'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'

/** Spec §3, chatbot_settings: whether the tracker starts a chat by itself, and after how long. */
export interface EngageSettings {
  readonly isOn: boolean
  /** Seconds, 1 to 3,600. */
  readonly timeoutSeconds: number
}

/** As the server has them; without saved ones an owner can't be found by e-mail (docs/sharing.md). */
export interface SavedEngageSettings extends EngageSettings {
  readonly isSaved: boolean
}

export const engageQuery = queryOptions({ queryKey: ['chatbot-settings'], queryFn: loadEngageSettings })

async function loadEngageSettings(): Promise<SavedEngageSettings> {
  const { client } = await signedIn()
  const answer = await client.from('chatbot_settings').select('auto_engage,engage_timeout').eq('agent_id', 'leo')
  const row = unwrap(answer, 'onboardingFailed')?.[0]
  return {
    isOn: row?.auto_engage === true,
    timeoutSeconds: Number(row?.engage_timeout ?? 30),
    isSaved: row !== undefined,
  }
}

/** Whether the tracker finds the owner by their e-mail; taking it back turns the chat on their site off too. */
export async function allowOwnerByEmail(isAllowed: boolean): Promise<void> {
  const { isOn, timeoutSeconds, isSaved } = await loadEngageSettings()
  if (isSaved === isAllowed) return
  if (isAllowed) return saveEngageSettings({ isOn, timeoutSeconds })
  const { client, userId } = await signedIn()
  const answer = await client.from('chatbot_settings').delete().match({ user_id: userId, agent_id: 'leo' })
  unwrap(answer, 'settingsFailed')
}

export async function saveEngageSettings({ isOn, timeoutSeconds }: EngageSettings): Promise<void> {
  const { client, userId } = await signedIn()
  const own = { workspace_id: await currentWorkspaceId('onboardingFailed'), slug: 'leo' }
  const agents = await client.from('agents').select('demo_id').match(own)
  const demoId: string | null = unwrap(agents, 'onboardingFailed')?.[0]?.demo_id ?? null
  const row = {
    user_id: userId,
    agent_id: 'leo',
    auto_engage: isOn,
    engage_timeout: timeoutSeconds,
    // The chat on the author's site presents the demo the agent was set up for.
    demo_id: demoId,
  }
  unwrap(await client.from('chatbot_settings').upsert(row), 'onboardingFailed')
}

async function signedIn() {
  try {
    const client = await loadClient()
    const { data } = await client.auth.getSession()
    if (data.session !== null) return { client, userId: data.session.user.id }
  } catch (error) {
    throw new BackendError('onboardingFailed', 'unreachable', error)
  }
  throw new BackendError('onboardingFailed', 'signed-out')
}
