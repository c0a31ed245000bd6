import { useSyncExternalStore } from 'react'

import { onFirstUse } from '../../ui/on-first-use.tsx'
import type { EditorState } from './editor-state.ts'
import { openPageDialog, shownPageDialog } from './page-dialogs-store.ts'
import type { EditorCommand } from './reduce-editor.ts'

const ReplaceTextsDialog = onFirstUse(async () => (await import('./replace-dialog.tsx')).ReplaceTextsDialog)
const AnonymiseDialog = onFirstUse(async () => (await import('./anonymise-dialog.tsx')).AnonymiseDialog)

interface PageDialogsProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
}

/** Dialogs about all texts of the demo. */
export function PageDialogs(props: PageDialogsProps) {
  const shown = useSyncExternalStore(shownPageDialog.subscribe, shownPageDialog.get)
  const close = () => openPageDialog(null)
  return (
    <>
      <ReplaceTextsDialog {...props} isOpen={shown === 'replace'} onOpenChange={close} />
      <AnonymiseDialog {...props} isOpen={shown === 'anonymise'} onOpenChange={close} />
    </>
  )
}
