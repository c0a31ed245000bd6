import type { Clock } from './quota-queue.ts'

export interface CurrentFrameOptions {
  readonly clock: Clock
  /** Asks for a picture of the tab; resolves with its id, or null when none was taken. */
  readonly requestFrame: () => Promise<string | null>
  /** False while a finite animation runs. */
  readonly isStill: () => boolean
  /** Whether the current picture still shows the page. */
  readonly onCurrentChange: (isCurrent: boolean) => void
}

export const frameTiming = {
  /** A page that did not change for this long has settled. */
  settleMs: 120,
  /** How often to look again while an animation runs. */
  stillMovingMs: 40,
  /** Longest wait for a page that never settles. */
  patienceMs: 800,
  /** On such a page a picture stays usable for this long. */
  restlessFrameMs: 1_200,
  /** A valid picture is refreshed at most this often, to save Chrome's quota. */
  touchUpMs: 1_100,
  /** Pause after a picture that could not be taken. */
  retryMs: 400,
} as const

/** `restless`: moving for so long that waiting is pointless. */
export type RestOfPage = 'quiet' | 'moving' | 'restless'

export interface CurrentFrame {
  /**
   * The page changed. `isLarge` is called only when it matters: after a large change (a list replaces its spinner) even
   * a restless page's picture is stale.
   */
  readonly noteChange: (isLarge?: () => boolean) => void
  /** Minor change (hover, focus ring): the picture stays usable, and is refreshed later. */
  readonly noteTouch: () => void
  /** A click happened: later changes are its effect, so a restless page's old pictures are invalid. */
  readonly noteClick: () => void
  readonly currentFrameId: () => string | null
  /** A picture is being taken, and the page has not changed since. */
  readonly isFrameComing: () => boolean
  /** Called right before a picture is taken; on a moving page it would be outdated at once. */
  readonly prepareFrame: () => RestOfPage
  readonly stop: () => void
}

/**
 * Keeps a current picture of the page, so that a click can be shown as it was: by the time Chrome takes a picture after
 * a click, the page may have changed.
 */
export function createCurrentFrame(options: CurrentFrameOptions): CurrentFrame {
  const { clock } = options
  const now = clock.now
  let version = 0
  let touches = 0
  /** When the current run of changes began; null when the page is still. */
  let restlessSince: number | null = now()
  let lastChangeAt = now()
  let frame: { id: string; version: number; touches: number; takenAt: number; isRestless: boolean } | null = null
  let requested: { readonly version: number; readonly touches: number } | null = null
  let isPrepared = false
  let isStopped = false
  let wasCurrent = false
  let cancelTimer: (() => void) | null = null
  let plannedAt = 0

  plan(frameTiming.settleMs)

  function currentFrameId(): string | null {
    if (frame === null) return null
    if (frame.version === version) return frame.id
    return frame.isRestless && now() - frame.takenAt <= frameTiming.restlessFrameMs ? frame.id : null
  }

  function plan(delayMs: number): void {
    cancelTimer?.()
    plannedAt = now() + delayMs
    cancelTimer = isStopped ? null : clock.after(delayMs, check)
  }

  function planSoon(): void {
    const isPlanned = cancelTimer !== null && plannedAt <= now() + frameTiming.settleMs
    if (!isPlanned && requested === null) plan(frameTiming.settleMs)
  }

  function check(): void {
    cancelTimer = null
    if (requested !== null || isStopped) return
    announce()
    const rest = restOfPage()
    if (rest === 'moving') return plan(Math.max(frameTiming.stillMovingMs, lastChangeAt + frameTiming.settleMs - now()))
    if (rest === 'quiet' && frame?.version === version) {
      if (frame.touches === touches) return
      const touchUpAt = frame.takenAt + frameTiming.touchUpMs
      if (touchUpAt > now()) return plan(touchUpAt - now())
    }
    void take(rest === 'restless')
  }

  function restOfPage(): RestOfPage {
    if (now() - lastChangeAt >= frameTiming.settleMs && options.isStill()) {
      restlessSince = null
      return 'quiet'
    }
    restlessSince ??= lastChangeAt
    return now() - restlessSince >= frameTiming.patienceMs ? 'restless' : 'moving'
  }

  async function take(isRestless: boolean): Promise<void> {
    requested = { version, touches }
    isPrepared = false
    const id = await options.requestFrame().catch(() => null)
    const shown = requested
    requested = null
    if (isStopped) return
    if (id !== null) frame = { id, ...shown, takenAt: now(), isRestless }
    announce()
    if (id === null) plan(frameTiming.retryMs)
    else if (isRestless) plan(frameTiming.patienceMs)
    else if (shown.version !== version || shown.touches !== touches) plan(frameTiming.settleMs)
  }

  function announce(): void {
    const isCurrent = currentFrameId() !== null
    if (isCurrent === wasCurrent) return
    wasCurrent = isCurrent
    options.onCurrentChange(isCurrent)
  }

  return {
    noteChange(isLarge = () => false) {
      version += 1
      if (frame?.isRestless === true && isLarge()) frame = { ...frame, isRestless: false }
      lastChangeAt = now()
      restlessSince ??= now()
      announce()
      planSoon()
    },
    noteTouch() {
      touches += 1
      planSoon()
    },
    noteClick() {
      if (frame !== null) frame = { ...frame, isRestless: false }
      restlessSince = null
    },
    currentFrameId,
    isFrameComing: () => isPrepared && requested?.version === version,
    prepareFrame() {
      const rest = restOfPage()
      if (rest === 'moving' || requested === null) return 'moving'
      requested = { version, touches }
      isPrepared = true
      return rest
    },
    stop() {
      isStopped = true
      cancelTimer?.()
    },
  }
}
