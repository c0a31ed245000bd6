import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Outlet, useSearchParams } from 'react-router'

import { SettingsFrame } from '../features/settings/settings-frame.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { backendConfigQuery } from '../lib/demo-queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { useWorkspaceSwitch } from '../lib/use-workspace-switch.ts'
import { workspacesQuery } from '../lib/workspace-calls.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SettingsSkeleton } from '../ui/settings-section.tsx'

/**
 * The settings of the current workspace; a link may switch to another. Its sub-pages get the workspace as the outlet's
 * context.
 */
export function SettingsPage() {
  useTitle('Settings')
  const workspaces = useQuery(workspacesQuery)
  const hasKeys = useQuery(backendConfigQuery).data?.signIn.isEmbedded
  const current = useCurrentWorkspace()
  const switchTo = useWorkspaceSwitch()
  const asked = useSearchParams()[0].get('workspace')
  const chosen = workspaces.data?.find(({ id }) => id === current?.id) ?? workspaces.data?.[0]
  const linked = workspaces.data?.find(({ id }) => id === asked && id !== current?.id)
  const followLink = useEffectEvent(switchTo)
  useEffect(() => {
    if (linked !== undefined) followLink(linked)
  }, [linked])

  return (
    <SettingsFrame workspaceId={chosen?.id} role={chosen?.role} hasKeys={hasKeys}>
      {workspaces.isPending ? (
        <div className="max-w-[52rem] px-4 py-8 md:px-8">
          <SettingsSkeleton label="Loading the settings" />
        </div>
      ) : null}
      {workspaces.isError && workspaces.data === undefined ? (
        <div className="p-4 md:p-8">
          <ErrorState
            title={failureText(workspaces.error, 'settingsFailed')}
            text={failureHint(workspaces.error)}
            onRetry={() => void workspaces.refetch()}
          />
        </div>
      ) : null}
      {workspaces.data?.length === 0 ? (
        <div className="p-4 md:p-8">
          <EmptyState title="You are not in a workspace" text="Ask a workspace admin to invite you." />
        </div>
      ) : null}
      {chosen === undefined ? null : <Outlet key={chosen.id} context={chosen} />}
    </SettingsFrame>
  )
}
