import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { dayText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { invitedRoles, roleLabel } from '../../lib/roles.ts'
import {
  invitationsQuery,
  invite,
  peopleQuery,
  withdrawInvitation,
  type OpenInvitation,
  type SentInvitation,
  type Workspace,
} from '../../lib/workspace-calls.ts'

/** For admins. */
export function InvitationsSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  const invitations = useQuery(invitationsQuery(workspace.id))
  const [sent, setSent] = useState<SentInvitation>()
  const [round, setRound] = useState(1)
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: invitationsQuery(workspace.id).queryKey })
    await queries.invalidateQueries({ queryKey: peopleQuery(workspace.id).queryKey })
  }

  async function handleWithdraw(invitation: OpenInvitation): Promise<void> {
    const outcome = await withdrawInvitation(invitation.id)
    if (outcome.ok) {
      if (sent?.email === invitation.email) setSent(undefined)
      showToast({ text: `The invitation for ${invitation.email} was withdrawn.` })
    } else showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
    await reload()
  }

  return (
    <SettingsSection title="Invite a teammate" text="The link in the email works for seven days.">
      <CallForm
        key={round}
        submitLabel="Invite"
        busyLabel="Inviting…"
        isInline
        onSubmit={async (form) => {
          setSent(undefined)
          const outcome = await invite(workspace.id, String(form.get('email')), String(form.get('role')))
          if (!outcome.ok) return outcome
          setSent(outcome.value)
          setRound(round + 1)
          await reload()
          return { ok: true }
        }}
      >
        {(problemOf) => (
          <div className="grid flex-1 gap-2 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <TextField
              label="Email"
              name="email"
              type="email"
              required
              autoComplete="off"
              inputMode="email"
              problem={problemOf('email')}
            />
            <SelectField label="Role" name="role" defaultValue="editor" options={invitedRoles} />
          </div>
        )}
      </CallForm>
      {sent === undefined ? null : <Sent invitation={sent} />}
      {invitations.data === undefined || invitations.data.length === 0 ? null : (
        <SettingsList label="Open invitations">
          {invitations.data.map((invitation) => (
            <SettingsRow
              key={invitation.id}
              icon={<Mail size={18} aria-hidden />}
              title={invitation.email}
              text={`Invited as ${roleLabel(invitation.role)}, until ${dayText(invitation.expires_at)}`}
            >
              <Button
                aria-label={`Withdraw the invitation for ${invitation.email}`}
                onClick={() => void handleWithdraw(invitation)}
              >
                Withdraw
              </Button>
            </SettingsRow>
          ))}
        </SettingsList>
      )}
    </SettingsSection>
  )
}

/** The invitation's link, to be sent by hand if there is no mail server. */
function Sent({ invitation }: { readonly invitation: SentInvitation }) {
  const { isCopied, copy } = useCopy()
  return (
    <Notice tone="success">
      <p>
        {invitation.is_mailed
          ? `We emailed ${invitation.email}.`
          : `This server sends no email. Send this link to ${invitation.email} yourself.`}
      </p>
      <div className="mt-2 flex items-end gap-2">
        <TextField label="Invitation link" value={invitation.link} readOnly className="min-w-0 flex-1" />
        <Button size="form" onClick={() => void copy(invitation.link)}>
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
      </div>
    </Notice>
  )
}
