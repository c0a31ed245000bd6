import type { MouseEvent } from 'react'

/** Runs an action instead of submitting the form. */
export function insteadOfSubmit(act: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    act()
  }
}
