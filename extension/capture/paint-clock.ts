export interface PaintClock {
  readonly noteChange: () => void
  /** When the last change appeared on screen; null until it is painted. */
  readonly shownSince: () => number | null
}

/** Duration of two frames on an idle machine, where the screen updates at once. */
const idleMs = 34

/**
 * By the second animation frame, the change has been sent to the compositor. On a busy machine those frames come late,
 * and the screen lags behind by several times that delay.
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
