import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

import { AuditSection } from '../features/settings/audit-section.tsx'
import { ModelSection } from '../features/models/model-section.tsx'
import { backendConfigQuery } from '../lib/demo-queries.ts'
import { BrandSection } from '../features/settings/brand-section.tsx'
import { InvitationsSection } from '../features/settings/invitations-section.tsx'
import { KeysSection } from '../features/settings/keys-section.tsx'
import { MembersSection } from '../features/settings/members-section.tsx'
import { isAdmin } from '../lib/roles.ts'
import { SecondStepDemandSection } from '../features/settings/second-step-demand-section.tsx'
import { workspacesQuery } from '../lib/workspace-calls.ts'
import { WorkspaceSection } from '../features/settings/workspace-section.tsx'
import { useWorkspaceSwitch } from '../lib/use-workspace-switch.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { SettingsSkeleton } from '../ui/settings-section.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { useCurrentWorkspace } from '../lib/current-workspace.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** Of the current workspace; a link may switch to another. */
export function SettingsPage() {
  useTitle('Settings')
  const session = useSession()
  const workspaces = useQuery(workspacesQuery)
  // Only on our own server.
  const hasKeys = useQuery(backendConfigQuery).data?.signIn.isEmbedded === true
  const current = useCurrentWorkspace()
  const switchTo = useWorkspaceSwitch()
  const asked = useSearchParams()[0].get('workspace')
  const chosen = workspaces.data?.find(({ id }) => id === current?.id) ?? workspaces.data?.[0]
  const linked = workspaces.data?.find(({ id }) => id === asked && id !== current?.id)
  const followLink = useEffectEvent(switchTo)
  useEffect(() => {
    if (linked !== undefined) followLink(linked)
  }, [linked])
  const userId = 'user' in session ? session.user.id : ''

  return (
    <PageBody>
      <PageHeader title="Settings" />
      {workspaces.isPending ? <SettingsSkeleton label="Loading the settings" /> : null}
      {workspaces.isError && workspaces.data === undefined ? (
        <ErrorState
          title={failureText(workspaces.error, 'settingsFailed')}
          text={failureHint(workspaces.error)}
          onRetry={() => void workspaces.refetch()}
        />
      ) : null}
      {workspaces.data?.length === 0 ? (
        <EmptyState title="You are not in a workspace" text="Ask a workspace admin to invite you." />
      ) : null}
      {chosen === undefined ? null : (
        <div key={chosen.id}>
          <WorkspaceSection workspace={chosen} />
          {isAdmin(chosen.role) ? <BrandSection workspace={chosen} /> : null}
          <MembersSection workspace={chosen} userId={userId} />
          {isAdmin(chosen.role) ? <InvitationsSection workspace={chosen} /> : null}
          {isAdmin(chosen.role) ? <SecondStepDemandSection workspace={chosen} /> : null}
          {isAdmin(chosen.role) ? <ModelSection workspaceId={chosen.id} /> : null}
          {hasKeys && isAdmin(chosen.role) ? <KeysSection workspaceId={chosen.id} /> : null}
          {chosen.role === 'owner' ? <AuditSection workspaceId={chosen.id} /> : null}
        </div>
      )}
    </PageBody>
  )
}
