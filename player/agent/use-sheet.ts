import { useLayoutEffect, type RefObject } from 'react'

/**
 * Keeps the panel above a phone's keyboard, which covers the window without resizing it. While a keyboard is open, sets
 * `--us-top` and `--us-covered` in pixels on the panel.
 */
export function useSheet(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { visualViewport } = globalThis
    if (visualViewport === null || visualViewport === undefined) return
    const place = () => {
      const { current } = panel
      if (current === null) return
      const covered = innerHeight - visualViewport.height - visualViewport.offsetTop
      const isOpen = visualViewport.scale < 1.05 && innerHeight - visualViewport.height > keyboardMin
      // Not a class: React would drop it when it writes the panel's own.
      current.toggleAttribute('data-typing', isOpen)
      current.style.setProperty('--us-covered', `${Math.max(0, covered)}px`)
      current.style.setProperty('--us-top', `${visualViewport.offsetTop}px`)
    }
    place()
    visualViewport.addEventListener('resize', place)
    visualViewport.addEventListener('scroll', place)
    return () => {
      visualViewport.removeEventListener('resize', place)
      visualViewport.removeEventListener('scroll', place)
    }
  }, [panel])
}

/** Collapsing browser bars are shorter than any keyboard. */
const keyboardMin = 150
