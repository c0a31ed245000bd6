/** Brightness of a small copy of a frame, row by row. */
export type Thumbprint = Uint8Array

/** Smaller differences of a cell are compression noise. */
const noise = 24
/** The share of changed cells that makes a new screen, menu or dialog. */
const newShare = 0.02
/** A moving pointer changes a smaller share. */
const stillShare = 0.004
/** How often to take a frame of constant motion. */
const restlessMs = 4_000

/**
 * Finds new, settled screens in a screen recording. Called for each frame; returns whether to take it.
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
