import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { settingsListClass, SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { dayText } from '../../lib/dates.ts'
import type { FormOutcome } from '../../lib/submit.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { QuietSelect } from '../../ui/quiet-select.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { isAdmin, roleLabel, roles, type Role } from '../../lib/roles.ts'
import {
  changeRole,
  peopleQuery,
  removeMember,
  workspacesQuery,
  type Person,
  type Workspace,
} from '../../lib/workspace-calls.ts'

export interface MembersSectionProps {
  readonly workspace: Workspace
  /** The current user. */
  readonly userId: string
}

export function MembersSection({ workspace, userId }: MembersSectionProps) {
  const queries = useQueryClient()
  const people = useQuery(peopleQuery(workspace.id))
  const [removing, setRemoving] = useState<Person>()

  async function setRole(person: Person, role: Role): Promise<void> {
    showOutcome(
      await changeRole(workspace.id, person.user_id, role),
      `${personName(person)} is now ${roleLabel(role)}.`,
    )
    await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
  }

  return (
    <>
      <SettingsSection title="People">
        {people.isPending ? <ListSkeleton label="Loading the members" rows={2} isTall /> : null}
        {people.isError && people.data === undefined ? (
          <ErrorState
            title={failureText(people.error, 'settingsFailed')}
            text={failureHint(people.error)}
            onRetry={() => void people.refetch()}
          />
        ) : null}
        {people.data === undefined ? null : (
          <SettingsList label="Members">
            {people.data.map((person) => (
              <SettingsRow
                key={person.user_id}
                icon={<Avatar name={personName(person)} size={28} />}
                title={titleOf(person, userId)}
                text={<PersonText person={person} />}
              >
                {canChange(workspace.role, person) ? (
                  <QuietSelect
                    label={`Role of ${personName(person)}`}
                    value={person.role}
                    options={roles.filter(({ value }) => value !== 'owner' || workspace.role === 'owner')}
                    onChange={(event) => void setRole(person, event.currentTarget.value as Role)}
                  />
                ) : (
                  <span className="text-sm text-muted">{roleLabel(person.role)}</span>
                )}
                {canChange(workspace.role, person) || person.user_id === userId ? (
                  <Button
                    className="w-20 max-sm:ml-auto"
                    aria-label={person.user_id === userId ? `Leave ${workspace.name}` : `Remove ${personName(person)}`}
                    onClick={() => setRemoving(person)}
                  >
                    {person.user_id === userId ? 'Leave' : 'Remove'}
                  </Button>
                ) : null}
              </SettingsRow>
            ))}
          </SettingsList>
        )}
        <RemoveDialog
          workspace={workspace}
          person={removing}
          isSelf={removing?.user_id === userId}
          onClose={() => setRemoving(undefined)}
        />
      </SettingsSection>
      {people.isPending ? null : (
        <SettingsSection title="Roles">
          <dl className={settingsListClass}>
            {roles.map(({ value, label, may }) => (
              <div key={value} className="flex min-h-10 items-center gap-4">
                <dt className="w-16 font-medium">{label}</dt>
                <dd className="text-muted">{may}</dd>
              </div>
            ))}
          </dl>
        </SettingsSection>
      )}
    </>
  )
}

interface RemoveDialogProps {
  readonly workspace: Workspace
  readonly person: Person | undefined
  readonly isSelf: boolean
  readonly onClose: () => void
}

/** Asks first, because only an invitation reverts it. */
function RemoveDialog({ workspace, person, isSelf, onClose }: RemoveDialogProps) {
  const queries = useQueryClient()
  const name = person === undefined ? '' : personName(person)
  return (
    <Dialog
      title={isSelf ? `Leave “${workspace.name}”?` : `Remove ${name}?`}
      description={
        isSelf
          ? 'You lose access immediately. To return, you need a new invitation.'
          : 'They lose access immediately. Their work stays.'
      }
      isOpen={person !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <CallForm
        submitLabel={isSelf ? 'Leave' : 'Remove'}
        busyLabel="One moment…"
        tone="danger"
        onSubmit={async () => {
          if (person === undefined) return { ok: true }
          const outcome = await removeMember(workspace.id, person.user_id)
          if (outcome.ok) {
            onClose()
            showToast({ text: isSelf ? `You left “${workspace.name}”.` : `${name} was removed.` })
            await queries.invalidateQueries()
          }
          return outcome
        }}
      >
        {() => null}
      </CallForm>
    </Dialog>
  )
}

function PersonText({ person }: { readonly person: Person }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {person.first_name === null ? null : <span className="break-all">{person.email}</span>}
      <span>Joined {dayText(person.joined_at)}</span>
      {person.has_second_factor === true ? (
        <span className="inline-flex items-center gap-1 text-success">
          <ShieldCheck size={12} aria-hidden />
          two-factor
        </span>
      ) : null}
    </span>
  )
}

function canChange(own: Role, person: Person): boolean {
  return own === 'owner' || (isAdmin(own) && person.role !== 'owner')
}

function personName(person: Person): string {
  return person.first_name ?? person.email ?? 'Somebody'
}

function titleOf(person: Person, userId: string): string {
  return person.user_id === userId ? `${personName(person)} (you)` : personName(person)
}

function showOutcome(outcome: FormOutcome, doneText: string): void {
  if (outcome.ok) showToast({ text: doneText })
  else showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
}
