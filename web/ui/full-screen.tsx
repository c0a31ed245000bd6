import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

export interface FullScreenProps {
  /** For assistive technology. */
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal that takes the whole window; Escape closes it. */
export function FullScreen({ label, isOpen, onClose, children }: FullScreenProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup aria-label={label} className="fixed inset-0 z-50 overflow-y-auto bg-page outline-none">
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
