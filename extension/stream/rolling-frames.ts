/** A frame of a tab's stream, and when it appeared on screen (ms since the epoch). */
export interface RollingFrame<Content> {
  readonly shownAt: number
  readonly content: Content
}

/** The time of an action, and since when the page had looked the same. */
export interface ActionMoment {
  readonly at: number
  /** When the page's last change before the action appeared; null if it had not been painted. */
  readonly shownSince: number | null
  /** When the recorder's bar was hidden; null if it showed. */
  readonly barHiddenAt: number | null
}

/** A change is invisible if no frame follows for this long. Busy machines drop frames and repeat the last one. */
const unseenMs = 400
/** A frame shown this long after a change was painted may contain it. */
const paintedMs = 10
/**
 * Such a frame is certain once it has been the newest for this long, since the frame with the pressed button comes
 * right before.
 */
const drawnMs = 120
/** A frame shown this long after our bar was hidden doesn't contain it. */
const hiddenMs = 60

/** The newest frames of a stream, at most `framesMax`. */
export function createRollingFrames<Content>(framesMax: number) {
  let frames: readonly RollingFrame<Content>[] = []

  return {
    add(frame: RollingFrame<Content>): void {
      frames = [...frames, frame].slice(-framesMax)
    },

    clear(): void {
      frames = []
    },

    /** Frames arrive in order, so one from after `at` means that all earlier ones have arrived. */
    isComplete: (at: number): boolean => (frames.at(-1)?.shownAt ?? 0) > at,

    /** The newest frame shown no later than `at`. */
    newest: (at: number): RollingFrame<Content> | null => frames.findLast(({ shownAt }) => shownAt <= at) ?? null,
  }
}

/** When a frame shown without further changes is certain, however soon the action follows. */
export function certainFrom(shownSince: number, barHiddenAt: number): number {
  return Math.max(shownSince + paintedMs, barHiddenAt + hiddenMs)
}

/** Whether the newest frame before an action shows the page as it was then; null if it may contain our bar. */
export function judgeFrame(
  shownAt: number,
  { at, shownSince, barHiddenAt }: ActionMoment,
): 'certain' | 'doubtful' | null {
  const isSince = (time: number, takesMs: number) => at - time >= unseenMs || shownAt - time >= takesMs
  if (barHiddenAt === null || !isSince(barHiddenAt, hiddenMs)) return null
  if (shownSince === null || at - shownSince < drawnMs) return 'doubtful'
  return isSince(shownSince, paintedMs) ? 'certain' : 'doubtful'
}

const offsetsKept = 40

/** Converts a stream's timestamps (µs, unknown origin) to ms since the epoch, calibrated by the fastest frames. */
export function createFrameClock() {
  let offsets: readonly number[] = []
  return (timestampUs: number, arrivedAt: number): number => {
    offsets = [...offsets, arrivedAt - timestampUs / 1_000].slice(-offsetsKept)
    return timestampUs / 1_000 + Math.min(...offsets)
  }
}
