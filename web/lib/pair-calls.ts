import { queryOptions } from '@tanstack/react-query'

import type { PairRow } from './agent-rows.ts'
import { ask } from './call-backend.ts'

/** The maximum of rows in one response. */
const pairsMax = 1_000

export const pairsKey = (agentId: string) => ['agent', agentId, 'pairs'] as const

/** An agent's questions with the author's own answers, newest first. */
export function pairsQuery(agentId: string) {
  return queryOptions({
    queryKey: pairsKey(agentId),
    queryFn: () =>
      ask('knowledgeFailed', (client) =>
        client
          .from('knowledge_pairs')
          .select('*')
          .eq('agent_id', agentId)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(pairsMax)
          .overrideTypes<PairRow[], { merge: false }>(),
      ),
  })
}
