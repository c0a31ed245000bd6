import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { currentWorkspace, currentWorkspaceId, enterWorkspace } from '../../lib/current-workspace.ts'
import { workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'
import { useWorkspaceSwitch } from '../../lib/use-workspace-switch.ts'

/** Leaves a workspace that is no longer accessible, and updates its name. */
export function WorkspaceWatch() {
  const { data: workspaces, isStale } = useQuery(workspacesQuery)
  const switchTo = useWorkspaceSwitch()
  const compare = useEffectEvent((open: readonly Workspace[]) => {
    const current = currentWorkspace()
    // On a first visit there is none to leave.
    if (current === undefined) return void currentWorkspaceId('settingsFailed').catch(() => undefined)
    const same = open.find(({ id }) => id === current.id)
    if (same === undefined && open[0] !== undefined) switchTo(open[0])
    if (same !== undefined && same.name !== current.name) enterWorkspace(same)
  })
  useEffect(() => {
    // An older list doesn't contain a workspace that was just created.
    if (workspaces !== undefined && !isStale) compare(workspaces)
  }, [workspaces, isStale])
  return null
}
