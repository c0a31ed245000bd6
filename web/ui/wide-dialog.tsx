import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from './icon-button.tsx'
import { useOpener } from './use-opener.ts'

export interface WideDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** On the right of the header. */
  readonly actions?: ReactNode
  /** The content, which fills the space below the header and scrolls by itself. */
  readonly children: ReactNode
}

/** A modal with space for two columns, 1040 × 648; full screen on phones. */
export function WideDialog({ title, isOpen, onOpenChange, actions, children }: WideDialogProps) {
  const opener = useOpener(isOpen)
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-[180ms] data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          finalFocus={() => (opener?.isConnected === true ? opener : true)}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-raised text-sm shadow-floating transition duration-[180ms] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:h-[min(40.5rem,calc(100dvh-2rem))] sm:w-[min(65rem,calc(100vw-2rem))] sm:-translate-1/2 sm:rounded-[16px] sm:data-starting-style:-translate-y-[calc(50%-0.5rem)]"
        >
          <header className="flex h-13 shrink-0 items-center gap-1 pr-3 pl-4 sm:pl-6">
            <BaseDialog.Title className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</BaseDialog.Title>
            {actions}
            <BaseDialog.Close
              render={
                <IconButton label="Close">
                  <X size={16} aria-hidden />
                </IconButton>
              }
            />
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
