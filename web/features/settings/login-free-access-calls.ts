import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'

export interface OpenLink {
  readonly has_password: boolean
  readonly expires_at: string | null
}

/** The workspace's personal links that can be opened. */
export function openLinksQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'open-links'],
    queryFn: async () => {
      const links = await ask('settingsFailed', (client) =>
        client
          .from('share_links')
          .select('has_password,expires_at')
          .eq('workspace_id', workspaceId)
          .is('revoked_at', null)
          .overrideTypes<OpenLink[], { merge: false }>(),
      )
      return links.filter(({ expires_at: end }) => end === null || Date.parse(end) > Date.now())
    },
  })
}

/** How many demos anyone with the link can watch. */
export function publicDemosQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'public-demos'],
    queryFn: async () => {
      const demos = await ask('settingsFailed', (client) =>
        client.from('demos').select('id').eq('workspace_id', workspaceId).eq('status', 'active'),
      )
      return demos.length
    },
  })
}
