/** A frame of a tab's stream, and when it was on the screen (ms since the epoch). */
export interface RollingFrame<Content> {
  readonly shownAt: number
  readonly content: Content
}

/** An action, and how the page looked before it. */
export interface ActionMoment {
  readonly at: number
  /** Since when the page has looked as it did then; null if its last change had not been painted. */
  readonly shownSince: number | null
  /** Since when the recorder's bar is hidden; null while it shows. */
  readonly barHiddenAt: number | null
}

/** A change without a frame for this long can't be seen; a busy machine leaves out frames, and repeats the last. */
const unseenMs = 400
/** A frame from this long after a change was painted may show it. */
const paintedMs = 10
/** It does if it is the newest for so long: the frame with the pressed button comes just before, and may pass by its time. */
const drawnMs = 120
/** A frame from this long after our bar was hidden is without it. */
const hiddenMs = 60

/** The newest frames of a stream, as many as the memory allows. */
export function createRollingFrames<Content>(framesMost: number) {
  let frames: readonly RollingFrame<Content>[] = []

  return {
    add(frame: RollingFrame<Content>): void {
      frames = [...frames, frame].slice(-framesMost)
    },

    clear(): void {
      frames = []
    },

    /** Frames arrive in order: one from after `at` is the proof that all before it are here. */
    isComplete: (at: number): boolean => (frames.at(-1)?.shownAt ?? 0) > at,

    /** The newest frame that was shown at `at` or before. */
    newest: (at: number): RollingFrame<Content> | null => frames.findLast(({ shownAt }) => shownAt <= at) ?? null,
  }
}

/** Whether the newest frame before an action shows the page as it was then; null when it may show our bar. */
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

/** Converts a stream's timestamps (µs, of any origin) to ms since the epoch, by the frames that arrived fastest. */
export function createFrameClock() {
  let offsets: readonly number[] = []
  return (timestampUs: number, arrivedAt: number): number => {
    offsets = [...offsets, arrivedAt - timestampUs / 1_000].slice(-offsetsKept)
    return timestampUs / 1_000 + Math.min(...offsets)
  }
}
