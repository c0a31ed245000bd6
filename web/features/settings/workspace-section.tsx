import { useQueryClient } from '@tanstack/react-query'

import { limits } from '#domain/limits.ts'

import { SettingsSection } from '../../ui/settings-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CallForm } from '../../ui/call-form.tsx'
import { isAdmin } from '../../lib/roles.ts'
import { StorageUsage } from './storage-usage.tsx'
import { renameWorkspace, workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'

export function WorkspaceSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  return (
    <SettingsSection title="Workspace" text="Shared demos, agents and conversations.">
      {isAdmin(workspace.role) ? (
        <CallForm
          submitLabel="Save name"
          busyLabel="Saving…"
          tone="plain"
          onSubmit={async (form) => {
            const name = String(form.get('name'))
            if (name.trim() === '') {
              return { ok: false, text: 'A workspace needs a name.', hint: 'Enter one, then save again.' }
            }
            const outcome = await renameWorkspace(workspace.id, name)
            if (outcome.ok) {
              showToast({ text: 'The name was saved.' })
              await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
            }
            return outcome
          }}
        >
          {() => (
            <TextField label="Name" name="name" required maxLength={limits.demoNameMax} defaultValue={workspace.name} />
          )}
        </CallForm>
      ) : (
        <p className="font-medium break-words">{workspace.name}</p>
      )}
      <StorageUsage workspaceId={workspace.id} />
    </SettingsSection>
  )
}
