import { useQuery } from '@tanstack/react-query'

import { useCurrentWorkspace } from './current-workspace.ts'
import type { Role } from './roles.ts'
import { workspacesQuery } from './workspace-calls.ts'

/** Your role in the current workspace; undefined until it is known. Only disables controls; the database decides. */
export function useRole(): Role | undefined {
  const current = useCurrentWorkspace()
  return useQuery(workspacesQuery).data?.find(({ id }) => id === current?.id)?.role
}
