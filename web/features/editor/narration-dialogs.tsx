import { useSyncExternalStore } from 'react'

import type { Step } from '#domain/demo.ts'

import { onFirstUse } from '../../ui/on-first-use.tsx'
import type { EditorState } from './editor-state.ts'
import { openNarration, showNarrationPanel, showRecorder } from './narration-dialogs-store.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { currentLook } from './unsaved.ts'

const NarrationPanel = onFirstUse(async () => (await import('./narration-panel.tsx')).NarrationPanel)
const NarrationRecorder = onFirstUse(async () => (await import('./narration-recorder.tsx')).NarrationRecorder)

interface NarrationDialogsProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly steps: readonly Step[]
}

/** The list of all steps' narration, and the recorder in its place. */
export function NarrationDialogs({ state, dispatch, steps }: NarrationDialogsProps) {
  const { isPanelOpen, recorder } = useSyncExternalStore(openNarration.subscribe, openNarration.get)
  const recorded = recorder === null ? undefined : steps.find(({ id }) => id === recorder.stepId)
  return (
    <>
      <NarrationPanel
        steps={steps}
        isNarrated={currentLook(state).isNarrated}
        isOpen={isPanelOpen && recorded === undefined}
        onOpenChange={showNarrationPanel}
        onNarratedChange={(isNarrated) =>
          dispatch({ type: 'edit', edit: { type: 'demo-look', patch: { isNarrated } } })
        }
        onShow={({ id }) => {
          showNarrationPanel(false)
          dispatch({ type: 'select', id })
          dispatch({ type: 'select-section', section: 'narration' })
        }}
      />
      {recorder === null || recorded === undefined ? null : (
        <NarrationRecorder
          demoId={state.saved.id}
          step={recorded}
          start={recorder}
          isOpen
          onOpenChange={() => showRecorder(null)}
          onSave={(narration) =>
            dispatch({ type: 'edit', edit: { type: 'step', id: recorded.id, patch: { narration } } })
          }
        />
      )}
    </>
  )
}
