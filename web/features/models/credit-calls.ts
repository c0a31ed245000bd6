import { queryOptions } from '@tanstack/react-query'

import { startingCredits } from '#domain/sample-figures.ts'

import { ask } from '../../lib/call-backend.ts'

/** The credits a workspace has left: one goes with each answer of its agents, and with each cent of model use. */
export function creditsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'credits'],
    queryFn: async () => {
      const left = await ask('settingsFailed', (client) =>
        client.rpc('workspace_credits', { p_workspace_id: workspaceId }),
      )
      return (left as { readonly credits: number } | null)?.credits ?? startingCredits
    },
  })
}
