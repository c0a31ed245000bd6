import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'

export interface MemberAvailability {
  readonly user_id: string
  readonly is_available: boolean
  readonly last_seen_at: string
}

export interface PastHandover {
  readonly id: string
  readonly conversation_id: string
  readonly reason: string
  readonly state: 'ringing' | 'joined' | 'left' | 'nobody'
  readonly member_name: string | null
  readonly created_at: string
}

const handoversMax = 20
const refreshMs = 15_000

/** The members who can be rung, and the latest requests for a person. */
export function handoversQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['handovers', workspaceId],
    queryFn: async () => {
      const [team, handovers] = await Promise.all([
        ask('agentsFailed', (client) =>
          client
            .from('member_availability')
            .select('user_id,is_available,last_seen_at')
            .eq('workspace_id', workspaceId)
            .overrideTypes<MemberAvailability[], { merge: false }>(),
        ),
        ask('agentsFailed', (client) =>
          client
            .from('handovers')
            .select('id,conversation_id,reason,state,member_name,created_at')
            .eq('workspace_id', workspaceId)
            .order('created_at', { ascending: false })
            .limit(handoversMax)
            .overrideTypes<PastHandover[], { merge: false }>(),
        ),
      ])
      return { team, handovers, loadedAt: Date.now() }
    },
    refetchInterval: refreshMs,
  })
}

/** A dashboard reports every few seconds that it is open. */
const seenMs = 45_000

export function canBeRung({ is_available, last_seen_at }: MemberAvailability, now: number): boolean {
  return is_available && now - Date.parse(last_seen_at) < seenMs
}
