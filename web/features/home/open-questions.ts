import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'

/** How many things visitors asked that an agent could not answer, grouped by meaning. */
export function openQuestionsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agent', agentId, 'open-questions'],
    queryFn: async (): Promise<number> => {
      const { groups } = await ask('knowledgeFailed', () =>
        fetchAsUser<{ readonly groups: readonly unknown[] }>('GET', `/agents/v1/${agentId}/unanswered`),
      )
      return groups.length
    },
    staleTime: 60_000,
  })
}
