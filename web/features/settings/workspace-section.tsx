import { useQueryClient } from '@tanstack/react-query'

import { limits } from '#domain/limits.ts'

import { isAdmin } from '../../lib/roles.ts'
import { renameWorkspace, workspacesQuery, type Workspace } from '../../lib/workspace-calls.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { SavedTextField } from '../../ui/saved-text-field.tsx'
import { useSave } from './saved-state.tsx'
import { StorageUsage } from './storage-usage.tsx'
import { WorkspaceOverview } from './workspace-overview.tsx'

export function WorkspaceSection({ workspace }: { readonly workspace: Workspace }) {
  const queries = useQueryClient()
  const save = useSave()
  return (
    <>
      <SettingsSection title="Name">
        {isAdmin(workspace.role) ? (
          <SavedTextField
            label="Name"
            value={workspace.name}
            maxLength={limits.demoNameMax}
            problemOf={(name) => (name.trim() === '' ? 'A workspace needs a name.' : null)}
            onSave={async (name) => {
              const { ok } = await save(() => renameWorkspace(workspace.id, name))
              await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
              return ok
            }}
          />
        ) : (
          <p className="font-medium break-words">{workspace.name}</p>
        )}
      </SettingsSection>
      <SettingsSection title="Overview">
        <WorkspaceOverview workspace={workspace} />
      </SettingsSection>
      <SettingsSection title="Storage">
        <StorageUsage workspaceId={workspace.id} />
      </SettingsSection>
    </>
  )
}
