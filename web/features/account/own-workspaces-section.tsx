import { useQuery } from '@tanstack/react-query'

import { useCurrentWorkspace } from '../../lib/current-workspace.ts'
import { roleLabel } from '../../lib/roles.ts'
import { useWorkspaceSwitch } from '../../lib/use-workspace-switch.ts'
import { workspacesQuery } from '../../lib/workspace-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SettingsList, SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'

/** The account's workspaces, to switch between. */
export function OwnWorkspacesSection() {
  const workspaces = useQuery(workspacesQuery).data
  const current = useCurrentWorkspace()
  const switchTo = useWorkspaceSwitch()
  if (workspaces === undefined || workspaces.length === 0) return null
  return (
    <SettingsSection title="Workspaces">
      <SettingsList label="Workspaces">
        {workspaces.map((workspace) => (
          <SettingsRow
            key={workspace.id}
            icon={
              <span
                aria-hidden
                style={workspace.brand_color === null ? undefined : { background: workspace.brand_color }}
                className="size-5 rounded-control bg-accent-fill"
              />
            }
            title={workspace.name}
            text={roleLabel(workspace.role)}
          >
            {workspace.id === current?.id ? (
              <Chip tone="accent">Open</Chip>
            ) : (
              <Button aria-label={`Switch to ${workspace.name}`} onClick={() => switchTo(workspace)}>
                Switch
              </Button>
            )}
          </SettingsRow>
        ))}
      </SettingsList>
    </SettingsSection>
  )
}
