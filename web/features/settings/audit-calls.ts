import { infiniteQueryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import type { AuditEntry } from './audit-text.ts'

const pageSize = 20

export function auditQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: ['workspaces', workspaceId, 'audit'],
    queryFn: ({ pageParam }) => loadEntries(workspaceId, pageParam),
    initialPageParam: null as string | null,
    // A full page may be the last one: then the next is empty.
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.at),
  })
}

function loadEntries(workspaceId: string, before: string | null): Promise<readonly AuditEntry[]> {
  const page = { p_workspace_id: workspaceId, p_before: before, p_limit: pageSize }
  return ask('settingsFailed', (client) => client.rpc('workspace_audit', page))
}
