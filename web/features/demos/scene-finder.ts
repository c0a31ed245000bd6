/** Brightness of a small copy of a frame, row by row. */
export type Thumbprint = Uint8Array

/** A cell that differs by less is noise of the compression. */
const noise = 24
/** Of all cells: a new screen, menu or dialog. */
const newShare = 0.02
/** The pointer alone changes less. */
const stillShare = 0.004
/** What keeps moving is taken anyway, this often. */
const restlessMs = 4_000

/**
 * Finds where a screen recording stands still on something new. Asked frame by frame; says whether to take the one
 * given.
 */
export class SceneFinder {
  #taken: Thumbprint | null = null
  #last: Thumbprint | null = null
  #takenMs = 0

  takes(frame: Thumbprint, ms: number): boolean {
    const isStill = this.#last !== null && changedShare(this.#last, frame) < stillShare
    this.#last = frame
    if (this.#taken !== null) {
      if (changedShare(this.#taken, frame) < newShare) return false
      if (!isStill && ms - this.#takenMs < restlessMs) return false
    }
    this.#taken = frame
    this.#takenMs = ms
    return true
  }
}

function changedShare(one: Thumbprint, other: Thumbprint): number {
  let changed = 0
  for (const [at, value] of other.entries()) if (Math.abs(value - (one[at] ?? 0)) > noise) changed += 1
  return changed / Math.max(1, other.length)
}
