import { ImportPilot } from '../features/import/import-pilot.tsx'
import { RingWatch } from '../features/live/ring-watch.tsx'
import { CommandPalette } from '../features/palette/command-palette.tsx'
import { LockedWorkspaces } from '../features/settings/locked-workspaces.tsx'
import { NewWorkspaceDialog } from '../features/workspaces/new-workspace-dialog.tsx'
import { WorkspaceWatch } from '../features/workspaces/workspace-watch.tsx'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

async function loadTopics() {
  return (await import('../features/help/help-topics.ts')).helpTopics
}

/** Global parts of signed-in pages: imports, locked workspaces, waiting visitors, connection, Ctrl+K, tooltips. */
export function BesideThePage() {
  return (
    <>
      <ImportPilot />
      <LockedWorkspaces />
      <WorkspaceWatch />
      <RingWatch />
      <CommandPalette loadTopics={loadTopics} newWorkspaceDialog={NewWorkspaceDialog} />
      <TooltipLayer />
      <ConnectionBanner />
    </>
  )
}
