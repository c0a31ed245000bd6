/*
 * When a recorded window shows something new and has come to rest: that is when a picture is taken. Works on small grey
 * copies of its frames.
 */

/** Of the copies: enough for a menu to matter and for a blinking caret not to. */
export const copyWidth = 96
export const copyHeight = 60

/** Share of the copy that has to differ. */
const newShare = 0.004
/** Of 255: below it is noise of the capture. */
const noise = 10
/** Frames in a row that show the same. */
const restFrames = 2

export interface SettleDetector {
  /** True when a picture should be taken of this frame. */
  readonly see: (copy: Uint8Array) => boolean
  /** A picture was taken of this frame, for whatever reason. */
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
