import { lazy, Suspense, useSyncExternalStore } from 'react'

import { ImportRunner } from '../features/import/import-runner.tsx'
import { RingWatch } from '../features/live/ring-watch.tsx'
import { CommandPalette } from '../features/palette/command-palette.tsx'
import { LockedWorkspaces } from '../features/settings/locked-workspaces.tsx'
import { NewWorkspaceDialog } from '../features/workspaces/new-workspace-dialog.tsx'
import { WorkspaceWatch } from '../features/workspaces/workspace-watch.tsx'
import { windowRecording } from '../lib/window-recording/window-recording-store.ts'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

const WindowRecorder = lazy(async () => ({
  default: (await import('../features/window-recording/window-recorder.tsx')).WindowRecorder,
}))

async function loadTopics() {
  return (await import('../features/help/help-topics.ts')).helpTopics
}

/** Global parts of signed-in pages: imports, locked workspaces, waiting visitors, connection, Ctrl+K, tooltips. */
export function GlobalParts() {
  const recording = useSyncExternalStore(windowRecording.subscribe, windowRecording.get)
  return (
    <>
      <ImportRunner />
      {recording === null ? null : (
        <Suspense>
          <WindowRecorder recording={recording} />
        </Suspense>
      )}
      <LockedWorkspaces />
      <WorkspaceWatch />
      <RingWatch />
      <CommandPalette loadTopics={loadTopics} newWorkspaceDialog={NewWorkspaceDialog} />
      <TooltipLayer />
      <ConnectionBanner />
    </>
  )
}
