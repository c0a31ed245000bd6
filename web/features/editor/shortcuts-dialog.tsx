import { memo } from 'react'

import { Dialog } from '../../ui/dialog.tsx'
import { shortcutList } from './editor-actions.ts'

export interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export const ShortcutsDialog = memo(function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {shortcutList().map(({ label, shortcut }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right">
              <kbd className="rounded-control border border-line bg-sunken px-2 py-0.5 font-sans text-xs">
                {shortcut}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
})
