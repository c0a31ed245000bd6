import { ImportPilot } from '../features/import/import-pilot.tsx'
import { CommandPalette } from '../features/palette/command-palette.tsx'
import { LockedWorkspaces } from '../features/settings/locked-workspaces.tsx'
import { WorkspaceWatch } from '../features/workspaces/workspace-watch.tsx'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'

/** What every signed-in page has beside it: imports go on, locked workspaces say so, Ctrl+K opens, tooltips show. */
export function BesideThePage() {
  return (
    <>
      <ImportPilot />
      <LockedWorkspaces />
      <WorkspaceWatch />
      <CommandPalette />
      <TooltipLayer />
    </>
  )
}
