import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactNode } from 'react'

export interface FullScreenProps {
  /** For assistive technology. */
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal that fills the window and traps focus; Escape closes it. */
export function FullScreen({ label, isOpen, onClose, children }: FullScreenProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          aria-label={label}
          className="fixed inset-0 z-50 overflow-y-auto bg-page outline-none"
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
