import { useState } from 'react'

/**
 * What had the focus when a dialog opened, to restore it after closing. Remembered here, because an autofocused field takes the focus before the dialog can
 * look.
 */
export function useOpener(isOpen: boolean): HTMLElement | null {
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement instanceof HTMLElement ? document.activeElement : null)
  }
  return opener
}
