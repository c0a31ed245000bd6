import { ImportPilot } from '../features/import/import-pilot.tsx'
import { CommandPalette } from '../features/palette/command-palette.tsx'
import { LockedWorkspaces } from '../features/settings/locked-workspaces.tsx'

/** What every signed-in page has beside it: unfinished imports go on, locked workspaces say so, Ctrl+K opens. */
export function BesideThePage() {
  return (
    <>
      <ImportPilot />
      <LockedWorkspaces />
      <CommandPalette />
    </>
  )
}
