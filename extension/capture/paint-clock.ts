export interface PaintClock {
  readonly noteChange: () => void
  /** Since when the page shows its last change; null while it still has to be painted. */
  readonly shownSince: () => number | null
}

/** Two frames take this long on an idle machine, and the screen follows at once. */
const idleMs = 34

/**
 * By the second animation frame, the one with the change has been handed on. On a busy machine that takes longer, and the
 * screen is behind by a few times as much.
 */
export function createPaintClock(): PaintClock {
  let changes = 0
  let painted = -1
  let shownAt = 0
  let isLooking = false

  function look(): void {
    if (isLooking) return
    isLooking = true
    const seen = changes
    const startedAt = Date.now()
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isLooking = false
        painted = seen
        shownAt = Date.now() + 3 * Math.max(0, Date.now() - startedAt - idleMs)
        if (painted !== changes) look()
      }),
    )
  }

  look()
  return {
    noteChange() {
      changes += 1
      look()
    },
    shownSince: () => (painted === changes ? shownAt : null),
  }
}
