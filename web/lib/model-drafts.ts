import { queryOptions } from '@tanstack/react-query'

import type { DraftedStep } from '#protocol/model-settings.ts'

import { ask } from './call-backend.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { submit, type Outcome } from './submit.ts'

/** Whether drafts by a model are available to an editor. */
export function modelAvailableQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'model-available'],
    queryFn: async () => {
      const path = `/models/v1/available?workspace=${workspaceId}`
      const found = await ask('settingsFailed', () => fetchAsUser<{ readonly isAvailable: boolean }>('GET', path))
      return found.isAvailable
    },
    staleTime: 60_000,
    retry: false,
  })
}

export function draftStep(stepId: string): Promise<Outcome<DraftedStep>> {
  return submit('No draft was written.', () => fetchAsUser<DraftedStep>('POST', '/models/v1/draft-step', { stepId }))
}

/** A summary of a conversation; not stored. */
export function summariseTalk(conversationId: string): Promise<Outcome<{ readonly summary: string }>> {
  return submit('No summary was written.', () =>
    fetchAsUser<{ readonly summary: string }>('POST', '/models/v1/summary', { conversationId }),
  )
}
