import type { MouseEvent } from 'react'

/** Does this instead of sending the form. */
export function instead(act: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
}
