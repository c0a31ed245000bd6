import { queryOptions } from '@tanstack/react-query'

import { ask } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { ownUser } from './own-user.ts'

/** Spec §3, chatbot_settings: whether the tracker starts a chat, and after how long. */
export interface EngageSettings {
  readonly isOn: boolean
  /** Seconds, 1 to 3,600. */
  readonly timeoutSeconds: number
}

/** As stored on the server; without saved settings an owner can't be found by email (docs/sharing.md). */
export interface SavedEngageSettings extends EngageSettings {
  readonly isSaved: boolean
}

export const engageQuery = queryOptions({ queryKey: ['chatbot-settings'], queryFn: loadEngageSettings })

async function loadEngageSettings(): Promise<SavedEngageSettings> {
  await ownUser('onboardingFailed')
  const [row] = await ask('onboardingFailed', (client) =>
    client.from('chatbot_settings').select('auto_engage,engage_timeout').eq('agent_id', 'leo'),
  )
  return {
    isOn: row?.auto_engage === true,
    timeoutSeconds: Number(row?.engage_timeout ?? 30),
    isSaved: row !== undefined,
  }
}

/** Whether the tracker finds the owner by email; turning it off also turns off their site's chat. */
export async function allowOwnerByEmail(isAllowed: boolean): Promise<void> {
  const { isOn, timeoutSeconds, isSaved } = await loadEngageSettings()
  if (isSaved === isAllowed) return
  if (isAllowed) return saveEngageSettings({ isOn, timeoutSeconds })
  const { id } = await ownUser('onboardingFailed')
  await ask('settingsFailed', (client) =>
    client.from('chatbot_settings').delete().match({ user_id: id, agent_id: 'leo' }),
  )
}

export async function saveEngageSettings({ isOn, timeoutSeconds }: EngageSettings): Promise<void> {
  const { id } = await ownUser('onboardingFailed')
  const own = { workspace_id: await currentWorkspaceId('onboardingFailed'), slug: 'leo' }
  const [agent] = await ask('onboardingFailed', (client) =>
    client.from('agents').select('demo_id').match(own).overrideTypes<{ demo_id: string | null }[], { merge: false }>(),
  )
  const row = {
    user_id: id,
    agent_id: 'leo',
    auto_engage: isOn,
    engage_timeout: timeoutSeconds,
    // The chat on the author's site presents the demo the agent was set up for.
    demo_id: agent?.demo_id ?? null,
  }
  await ask('onboardingFailed', (client) => client.from('chatbot_settings').upsert(row))
}
