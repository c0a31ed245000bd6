import { infiniteQueryOptions } from '@tanstack/react-query'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import type { Deed } from './deed-text.ts'

const pageSize = 20

export function auditQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: ['workspaces', workspaceId, 'audit'],
    queryFn: ({ pageParam }) => loadDeeds(workspaceId, pageParam),
    initialPageParam: null as string | null,
    // A full page may be the last one: then the next is empty.
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.at),
  })
}

async function loadDeeds(workspaceId: string, before: string | null): Promise<readonly Deed[]> {
  let client
  try {
    client = await loadClient()
  } catch (error) {
    throw new BackendError('settingsFailed', 'unreachable', error)
  }
  const answer = await client.rpc('workspace_audit', {
    p_workspace_id: workspaceId,
    p_before: before,
    p_limit: pageSize,
  })
  return unwrap(answer, 'settingsFailed') as readonly Deed[]
}
