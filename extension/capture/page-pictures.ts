import type { RawSnapshot } from '../snapshot/raw-snapshot.ts'
import type { Badge } from './badge.ts'
import type { ClickSnapshot } from './expected-clicks.ts'
import { createFrameKeeper, type FrameKeeper } from './frame-keeper.ts'
import { createPaintClock } from './paint-clock.ts'
import { isStandingStill } from './page-watcher.ts'
import { systemClock } from './system-clock.ts'

export interface PagePicturesOptions {
  readonly bar: Pick<Badge, 'setVisible' | 'isInUse' | 'hiddenAt'>
  readonly requestFrame: () => Promise<string | null>
  /** The page that a picture shows, as HTML; null when it can't be had. */
  readonly readPage: () => RawSnapshot | null
}

/** After this many failures pictures can't be had at all, and the bar must not seem lost. */
const failuresMost = 3
/** A click may still refer to the second newest picture. */
const pagesMost = 3

/** Takes the pictures of the recorded page. The bar shows when one is ready and hides while one is being taken. */
export function createPagePictures({ bar, requestFrame, readPage }: PagePicturesOptions) {
  const painted = createPaintClock()
  let keeper: FrameKeeper | null = null
  let failures = 0
  /** Keeps the bar hidden from preparing a picture until it has been taken. */
  let isBeingTaken = false
  /** The page of the picture that is being taken, and those of the last pictures. */
  let comingPage: RawSnapshot | null = null
  const pages = new Map<string, RawSnapshot>()

  /** The bar says "ready for your next click". */
  function updateBar(): void {
    const isReady = keeper === null || keeper.currentFrameId() !== null || failures > failuresMost
    bar.setVisible(isReady && !isBeingTaken)
  }

  async function request(): Promise<string | null> {
    if (document.visibilityState !== 'visible') return null
    try {
      const frameId = await requestFrame()
      failures = frameId === null ? failures + 1 : 0
      if (frameId !== null && comingPage !== null) {
        pages.set(frameId, comingPage)
        for (const id of [...pages.keys()].slice(0, -pagesMost)) pages.delete(id)
      }
      return frameId
    } finally {
      isBeingTaken = false
      comingPage = null
      // After the keeper has heard of the picture.
      setTimeout(updateBar)
    }
  }

  function stop(): void {
    keeper?.stop()
    keeper = null
  }

  return {
    stop,

    setPaused(isPaused: boolean): void {
      if (isPaused) stop()
      else {
        keeper ??= createFrameKeeper({
          clock: systemClock,
          isStill: isStandingStill,
          requestFrame: request,
          onCurrentChange: updateBar,
        })
      }
      updateBar()
    },

    noteChange(isLarge?: () => boolean): void {
      painted.noteChange()
      keeper?.noteChange(isLarge)
    },
    noteTouch: () => keeper?.noteTouch(),

    /** The page of a picture; null when it couldn't be read, or the picture is an old one. */
    pageOf: (frameId: string | null): RawSnapshot | null => pages.get(frameId ?? '') ?? null,

    /** Call at the action; if it is reported late, the page already shows its effect. */
    snapshot(isLate = false): ClickSnapshot {
      const taken: ClickSnapshot = {
        frameId: keeper?.currentFrameId() ?? null,
        isFrameComing: keeper?.isFrameComing() ?? false,
        shownSince: painted.shownSince(),
        barHiddenAt: bar.hiddenAt(),
      }
      if (!isLate) keeper?.noteClick()
      return taken
    },

    /** Called right before a picture is taken; false when nothing should be taken now. */
    async prepare(): Promise<boolean> {
      if (keeper === null || document.visibilityState !== 'visible' || bar.isInUse()) return false
      isBeingTaken = true
      bar.setVisible(false)
      await twoFrames()
      const isReady = keeper !== null && !bar.isInUse() && keeper.prepareFrame()
      if (isReady) comingPage = readPage()
      if (!isReady) isBeingTaken = false
      updateBar()
      return isReady
    },
  }
}

/** By the second animation frame the one without our bar has been painted. Covered windows have no frames. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, 1_000)
  })
}
