import type { RefObject } from 'react'

/**
 * For a menu's `finalFocus`: the button has the focus back, unless it has gone elsewhere meanwhile. An entry that opens
 * a dialog has put it there, and taking it out again would send the next Enter to the button behind.
 */
export function returnFocusTo(button: RefObject<HTMLElement | null>): () => HTMLElement | boolean {
  return () => {
    const focused = document.activeElement
    const isElsewhere = focused !== null && focused !== document.body && focused.closest('[role="menu"]') === null
    return isElsewhere ? false : (button.current ?? true)
  }
}
