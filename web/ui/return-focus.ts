import type { RefObject } from 'react'

/**
 * For a menu's `finalFocus`: returns focus to the button unless it moved elsewhere, such as into a dialog an entry
 * opened.
 */
export function returnFocusTo(button: RefObject<HTMLElement | null>): () => HTMLElement | boolean {
  return () => {
    const focused = document.activeElement
    const isElsewhere = focused !== null && focused !== document.body && focused.closest('[role="menu"]') === null
    return isElsewhere ? false : (button.current ?? true)
  }
}
