import { memo } from 'react'

import { Dialog } from '../../ui/dialog.tsx'
import { shortcutList } from './editor-actions.ts'

export interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export const ShortcutsDialog = memo(function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" width="wide" isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      <dl className="text-sm sm:columns-2 sm:gap-x-10">
        {shortcutList().map(({ label, shortcut }) => (
          <div
            key={label}
            className="flex min-h-8 break-inside-avoid items-center justify-between gap-4 border-b border-line py-1"
          >
            <dt>{label}</dt>
            <dd>
              <kbd className="whitespace-nowrap">{shortcut}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
})
