import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { discardWorkspace, setAsideQuery, restoreWorkspace, type SetAsideWorkspace } from '../../lib/account-calls.ts'

/** Workspaces from before the address was confirmed; hidden without any. */
export function SetAsideSection() {
  const workspaces = useQuery(setAsideQuery).data ?? []
  const [deleting, setDeleting] = useState<SetAsideWorkspace>()
  const queries = useQueryClient()
  const [busyId, setBusyId] = useState<string>()
  if (workspaces.length === 0) return null

  async function restore({ workspace_id: id, name }: SetAsideWorkspace): Promise<void> {
    setBusyId(id)
    const outcome = await restoreWorkspace(id)
    setBusyId(undefined)
    if (outcome.ok) showToast({ text: `“${name}” was restored.` })
    else showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
    await queries.invalidateQueries()
  }

  return (
    <SettingsSection
      title="Earlier workspaces"
      text="Created with your email before you confirmed it. Restoring one revokes its API keys and open invitations."
    >
      <SettingsList label="Earlier workspaces">
        {workspaces.map((workspace) => (
          <SettingsRow key={workspace.workspace_id} title={workspace.name} text={contentText(workspace)}>
            <Button
              disabled={busyId !== undefined}
              aria-label={`Restore ${workspace.name}`}
              onClick={() => void restore(workspace)}
            >
              {busyId === workspace.workspace_id ? 'One moment…' : 'Restore'}
            </Button>
            <Button
              disabled={busyId !== undefined}
              aria-label={`Delete ${workspace.name}`}
              onClick={() => setDeleting(workspace)}
            >
              Delete
            </Button>
          </SettingsRow>
        ))}
      </SettingsList>
      <Dialog
        title={`Delete “${deleting?.name ?? ''}”?`}
        description={
          deleting !== undefined && deleting.others > 0
            ? 'It stays with its other members. You can’t restore it later.'
            : 'Its demos, images and analytics will be deleted too. This can’t be undone.'
        }
        isOpen={deleting !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDeleting(undefined)}
      >
        <CallForm
          submitLabel="Delete"
          busyLabel="Deleting…"
          tone="danger"
          onSubmit={async () => {
            if (deleting === undefined) return { ok: true }
            const outcome = await discardWorkspace(deleting.workspace_id)
            if (outcome.ok) {
              setDeleting(undefined)
              showToast({ text: `“${deleting.name}” was deleted.` })
              await queries.invalidateQueries({ queryKey: setAsideQuery.queryKey })
            }
            return outcome
          }}
        >
          {() => null}
        </CallForm>
      </Dialog>
    </SettingsSection>
  )
}

function contentText({ demos, others }: SetAsideWorkspace): string {
  const members = others === 0 ? 'no other members' : others === 1 ? '1 other member' : `${others} other members`
  return `${demos === 1 ? '1 demo' : `${demos} demos`} · ${members}`
}
