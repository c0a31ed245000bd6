/*
 * Detects when a recorded window has changed and settled, so that a picture can be taken. Works on small grey copies of
 * its frames.
 */

/** Size of the copies: large enough to notice a menu, small enough to ignore a blinking caret. */
export const copyWidth = 96
export const copyHeight = 60

/** Share of the copy that must differ to count as new. */
const newShare = 0.004
/** Differences in brightness (of 255) up to this are capture noise. */
const noise = 10
/** Equal frames in a row after which the window has settled. */
const restFrames = 2

export interface SettleDetector {
  /** Takes the next frame; true if a picture should be taken of it. */
  readonly see: (copy: Uint8Array) => boolean
  /** Call when a picture was taken of this frame, automatically or by hand. */
  readonly noteTaken: (copy: Uint8Array) => void
}

export function createSettleDetector(): SettleDetector {
  let last: Uint8Array | null = null
  let taken: Uint8Array | null = null
  let rest = 0
  return {
    see(copy) {
      rest = last !== null && differingShare(last, copy) < newShare ? rest + 1 : 0
      last = copy
      return rest >= restFrames - 1 && (taken === null || differingShare(taken, copy) >= newShare)
    },
    noteTaken(copy) {
      taken = copy
    },
  }
}

function differingShare(a: Uint8Array, b: Uint8Array): number {
  let differing = 0
  for (const [index, value] of a.entries()) {
    if (Math.abs(value - (b[index] ?? 0)) > noise) differing += 1
  }
  return differing / a.length
}
