import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { submit } from '../../lib/submit.ts'

/** An outside calendar, without its address or key. */
export interface CalendarConnection {
  readonly id: string
  readonly kind: 'busy' | 'cal_com'
  readonly hint: string
  readonly checked_at: string | null
  readonly problem: string | null
}

export interface CalComEventType {
  readonly id: number
  readonly title: string
  readonly minutes: number
}

/** The agent's busy calendar and the workspace's Cal.com account. */
export function connectionsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['calendar-connections', agentId],
    queryFn: async (): Promise<readonly CalendarConnection[]> => {
      const workspaceId = await currentWorkspaceId('onboardingFailed')
      return ask('onboardingFailed', (client) =>
        client
          .from('calendar_connections')
          .select('id,kind,hint,checked_at,problem')
          .eq('workspace_id', workspaceId)
          .or(`agent_id.eq.${agentId},agent_id.is.null`)
          .overrideTypes<CalendarConnection[], { merge: false }>(),
      )
    },
  })
}

export function eventTypesQuery(isConnected: boolean) {
  return queryOptions({
    queryKey: ['cal-com-event-types'],
    queryFn: async (): Promise<readonly CalComEventType[]> => {
      const workspaceId = await currentWorkspaceId('onboardingFailed')
      const path = `/meetings/v1/cal-com/event-types?workspace=${workspaceId}`
      const { eventTypes } = await ask('onboardingFailed', () => fetchAsUser<EventTypesAnswer>('GET', path))
      return eventTypes
    },
    enabled: isConnected,
    retry: false,
  })
}

interface EventTypesAnswer {
  readonly eventTypes: readonly CalComEventType[]
}

export function connectBusy(agentId: string, address: string, timeZone: string) {
  return submit('The calendar was not connected.', () =>
    fetchAsUser('PUT', `/meetings/v1/agents/${agentId}/busy`, { address, timeZone }),
  )
}

export async function connectCalCom(key: string) {
  const workspaceId = await currentWorkspaceId('onboardingFailed')
  return submit('Cal.com was not connected.', () =>
    fetchAsUser('PUT', '/meetings/v1/cal-com', { workspaceId, key: key.trim() }),
  )
}

export async function disconnect(id: string): Promise<void> {
  await ask('onboardingFailed', (client) => client.from('calendar_connections').delete().eq('id', id))
}
