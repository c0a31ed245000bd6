import { useLayoutEffect, useRef } from 'react'

/** M toggles the sound, C the captions. Space and K are handled by the player. */
export function useNarrationKeys(controls: {
  readonly toggleSound: () => void
  readonly toggleCaptions: () => void
}): void {
  const latest = useRef(controls)
  useLayoutEffect(() => {
    latest.current = controls
  })
  // Before paint, so that the keys work as soon as the bar is visible.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      if (
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'))
      )
        return
      const key = event.key.toLowerCase()
      if (key === 'm') latest.current.toggleSound()
      else if (key === 'c') latest.current.toggleCaptions()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
}
