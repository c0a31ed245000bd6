import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'

/** The number of questions that no agent could answer; those with the same meaning count once. */
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
