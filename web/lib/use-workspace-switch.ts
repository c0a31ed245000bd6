import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'

import { currentWorkspace, enterWorkspace, type CurrentWorkspace } from './current-workspace.ts'

/** Switches the workspace of every screen. Detail pages of the previous one redirect to their list. */
export function useWorkspaceSwitch(): (workspace: CurrentWorkspace) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  return (workspace) => {
    if (workspace.id === currentWorkspace()?.id) return
    enterWorkspace(workspace)
    void queries.resetQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'config' && kind !== 'workspaces' })
    void navigate(
      pathname
        .split('/')
        .slice(0, pathname.includes('/rita/') ? 4 : 3)
        .join('/'),
    )
  }
}
