import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'

import { modelCalls } from '../features/models/model-calls.ts'
import { ModelSection } from '../features/models/model-section.tsx'
import { hearingCalls, HearingSection } from '../features/hearing/hearing-section.tsx'
import { realtimeCalls, RealtimeSection } from '../features/hearing/realtime-section.tsx'
import { speechCalls, SpeechSection } from '../features/speech/speech-section.tsx'
import { auditQuery } from '../features/settings/audit-calls.ts'
import { AuditSection, RecentAuditSection } from '../features/settings/audit-section.tsx'
import { CaptureRulesSection } from '../features/settings/capture-rules-section.tsx'
import { CreditsSection } from '../features/settings/credits-section.tsx'
import { InvitationsSection } from '../features/settings/invitations-section.tsx'
import { KeysSection } from '../features/settings/keys-section.tsx'
import { MembersSection, type MembersSectionProps } from '../features/settings/members-section.tsx'
import { OtherConnections } from '../features/settings/other-connections.tsx'
import { RequiredSecondFactorSection } from '../features/settings/required-second-factor-section.tsx'
import { SettingsPart } from '../features/settings/settings-part.tsx'
import { TalkRecordingSection } from '../features/settings/talk-recording-section.tsx'
import { webhooksQuery } from '../features/settings/webhook-calls.ts'
import { LoginFreeAccessSection } from '../features/settings/login-free-access-section.tsx'
import { WebhooksSection } from '../features/settings/webhooks-section.tsx'
import { WorkspaceSection } from '../features/settings/workspace-section.tsx'
import { accountQuery } from '../lib/account-calls.ts'
import { backendConfigQuery } from '../lib/demo-queries.ts'
import { isAdmin, type Role } from '../lib/roles.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { invitationsQuery, peopleQuery, type Workspace } from '../lib/workspace-calls.ts'
import { SettingsSkeleton } from '../ui/settings-section.tsx'

/* The settings' short sub-pages; Brand has its own file. */

export function WorkspacePart() {
  return (
    <Part title="Workspace" isFor={anyone}>
      {(workspace) => <WorkspaceSection workspace={workspace} />}
    </Part>
  )
}

export function RecordingPart() {
  return (
    <Part title="Recording" isFor={isAdmin}>
      {(workspace) => <CaptureRulesSection workspace={workspace} />}
    </Part>
  )
}

export function MembersPart() {
  const session = useSession()
  const userId = 'user' in session ? session.user.id : ''
  return (
    <Part title="Members" isFor={anyone}>
      {(workspace) => <People workspace={workspace} userId={userId} />}
    </Part>
  )
}

function People({ workspace, userId }: MembersSectionProps) {
  const mayInvite = isAdmin(workspace.role)
  const { isLoading } = useQuery({ ...invitationsQuery(workspace.id), enabled: mayInvite })
  return (
    <>
      {mayInvite ? <InvitationsSection workspace={workspace} /> : null}
      {/* Waits for the list above, so that it doesn't move. */}
      {isLoading ? null : <MembersSection workspace={workspace} userId={userId} />}
    </>
  )
}

export function SecurityPart() {
  return (
    <Part title="Security" isFor={isAdmin}>
      {(workspace) => <Security workspace={workspace} />}
    </Part>
  )
}

function Security({ workspace }: { readonly workspace: Workspace }) {
  const isOwner = workspace.role === 'owner'
  const pending = [
    useQuery(accountQuery).isPending,
    useQuery(peopleQuery(workspace.id)).isPending,
    useInfiniteQuery({ ...auditQuery(workspace.id), enabled: isOwner }).isLoading,
  ]
  if (pending.includes(true)) return <SettingsSkeleton label="Loading security" />
  return (
    <>
      <RequiredSecondFactorSection workspace={workspace} />
      <LoginFreeAccessSection workspaceId={workspace.id} />
      {isOwner ? <RecentAuditSection workspaceId={workspace.id} /> : null}
    </>
  )
}

export function IntegrationsPart() {
  return (
    <Part title="Integrations" isFor={isAdmin}>
      {({ id }) => <Connections workspaceId={id} />}
    </Part>
  )
}

function Connections({ workspaceId }: { readonly workspaceId: string }) {
  const pending = [
    useQuery(webhooksQuery(workspaceId)).isPending,
    useQuery(modelCalls.query(workspaceId)).isPending,
    useQuery(speechCalls.query(workspaceId)).isPending,
    useQuery(hearingCalls.query(workspaceId)).isPending,
    useQuery(realtimeCalls.query(workspaceId)).isPending,
  ]
  const sections = [WebhooksSection, ModelSection, SpeechSection, HearingSection, RealtimeSection]
  const firstPending = pending.indexOf(true)
  return (
    <>
      {/* Waits for the forms above, so that it doesn't move. */}
      {sections.slice(0, firstPending === -1 ? sections.length : firstPending + 1).map((Section) => (
        <Section key={sections.indexOf(Section)} workspaceId={workspaceId} />
      ))}
      {firstPending === -1 ? (
        <>
          <TalkRecordingSection workspaceId={workspaceId} />
          <OtherConnections />
        </>
      ) : null}
    </>
  )
}

export function ApiPart() {
  const isOurs = useQuery(backendConfigQuery).data?.signIn.isEmbedded
  return (
    <Part title="API keys" isFor={isAdmin}>
      {({ id }) =>
        isOurs === false ? (
          <p className="text-muted">Create keys in your Supabase project.</p>
        ) : (
          <KeysSection workspaceId={id} />
        )
      }
    </Part>
  )
}

export function CreditsPart() {
  return (
    <Part title="Credits" isFor={anyone}>
      {({ id }) => <CreditsSection workspaceId={id} />}
    </Part>
  )
}

export function AuditPart() {
  return (
    <Part title="Audit log" isFor={(role) => role === 'owner'}>
      {({ id }) => <AuditSection workspaceId={id} />}
    </Part>
  )
}

const anyone = () => true

interface PartProps {
  readonly title: string
  readonly isFor: (role: Role) => boolean
  readonly children: (workspace: Workspace) => ReactNode
}

function Part({ title, isFor, children }: PartProps) {
  useTitle(title)
  const workspace = useOutletContext<Workspace>()
  return (
    <SettingsPart title={title}>
      {isFor(workspace.role) ? (
        children(workspace)
      ) : (
        <p className="text-muted">Your role doesn’t give you access to this page. Ask a workspace owner.</p>
      )}
    </SettingsPart>
  )
}
