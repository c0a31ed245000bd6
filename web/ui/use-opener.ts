import { useState } from 'react'

/**
 * Remembers what had focus when a dialog opened, to restore it after closing; an autofocused field takes focus before
 * the dialog can look.
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
