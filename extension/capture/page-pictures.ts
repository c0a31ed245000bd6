import type { Badge } from './badge.ts'
import type { ClickSnapshot } from './expected-clicks.ts'
import { createCurrentFrame, type CurrentFrame } from './current-frame.ts'
import { createPaintClock } from './paint-clock.ts'
import type { PageReading } from './page-reading.ts'
import { isStandingStill } from './page-watcher.ts'
import { certainFrom } from '../stream/rolling-frames.ts'
import { systemClock } from './system-clock.ts'

export interface PagePicturesOptions {
  readonly bar: Pick<Badge, 'setVisible' | 'setPageRead' | 'isInUse' | 'hiddenAt' | 'redraw'>
  readonly requestFrame: () => Promise<string | null>
  /** Starts reading the page that a picture shows. */
  readonly startReading: (isRestless: boolean) => PageReading
}

/** After this many failures, pictures don't work on this page, so the bar shows again. */
const failuresMax = 3
/** A click may still refer to the second newest picture. */
const readingsMax = 3
/** How often to check whether a new frame would be certain. */
const redrawMs = 40

/** Takes the pictures of the recorded page. The bar shows when one is ready and hides while one is being taken. */
export function createPagePictures({ bar, requestFrame, startReading }: PagePicturesOptions) {
  const painted = createPaintClock()
  let currentFrame: CurrentFrame | null = null
  let failures = 0
  /** Keeps the bar hidden from the preparation of a picture until it has been taken. */
  let isBeingTaken = false
  /** Readings of the page for the picture being taken and for the last pictures. */
  let comingReading: PageReading | null = null
  const readings = new Map<string, PageReading>()
  let redrawing: ReturnType<typeof setTimeout> | undefined

  /** The bar says "ready for your next click". */
  function updateBar(): void {
    const frameId = currentFrame?.currentFrameId() ?? null
    const isReady = currentFrame === null || frameId !== null || failures > failuresMax
    bar.setVisible(isReady && !isBeingTaken)
    bar.setPageRead(readings.get(frameId ?? '')?.isRead() === true)
  }

  /** A still page has no more frames. If its last one may be too early, the browser draws another. */
  function redrawAtRest(): void {
    clearTimeout(redrawing)
    redrawing = setTimeout(() => {
      const barHiddenAt = bar.hiddenAt()
      if (currentFrame === null || barHiddenAt === null) return
      const shownSince = painted.shownSince()
      if (shownSince === null || Date.now() < certainFrom(shownSince, barHiddenAt)) redrawAtRest()
      else bar.redraw()
    }, redrawMs)
  }

  async function request(): Promise<string | null> {
    if (document.visibilityState !== 'visible') return null
    try {
      const frameId = await requestFrame()
      failures = frameId === null ? failures + 1 : 0
      if (frameId !== null && comingReading !== null) {
        readings.set(frameId, comingReading)
        for (const id of [...readings.keys()].slice(0, -readingsMax)) readings.delete(id)
      }
      return frameId
    } finally {
      isBeingTaken = false
      comingReading = null
      // After `currentFrame` knows about the picture.
      setTimeout(updateBar)
    }
  }

  function stop(): void {
    currentFrame?.stop()
    currentFrame = null
    dropReadings()
  }

  function dropReadings(): void {
    for (const reading of [comingReading, ...readings.values()]) reading?.drop()
  }

  return {
    stop,

    setPaused(isPaused: boolean): void {
      if (isPaused) stop()
      else {
        currentFrame ??= createCurrentFrame({
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
      currentFrame?.noteChange(isLarge)
      redrawAtRest()
      dropReadings()
    },
    noteTouch: () => currentFrame?.noteTouch(),

    /** The reading of the page that a picture shows; null for an old picture. */
    readingOf: (frameId: string | null): PageReading | null => readings.get(frameId ?? '') ?? null,

    /** Call at the action; if it is reported late, the page already shows its effect. */
    snapshot(isLate = false): ClickSnapshot {
      const taken: ClickSnapshot = {
        frameId: currentFrame?.currentFrameId() ?? null,
        isFrameComing: currentFrame?.isFrameComing() ?? false,
        shownSince: painted.shownSince(),
        barHiddenAt: bar.hiddenAt(),
      }
      if (!isLate) currentFrame?.noteClick()
      return taken
    },

    /** Called right before a picture is taken; false when nothing should be taken now. */
    async prepare(): Promise<boolean> {
      if (currentFrame === null || document.visibilityState !== 'visible' || bar.isInUse()) return false
      isBeingTaken = true
      bar.setVisible(false)
      await twoFrames()
      const rest = currentFrame === null || bar.isInUse() ? 'moving' : currentFrame.prepareFrame()
      if (rest === 'moving') isBeingTaken = false
      else {
        comingReading = startReading(rest === 'restless')
        comingReading.whenRead(updateBar)
      }
      updateBar()
      return rest !== 'moving'
    },
  }
}

/** By the second animation frame, the page without our bar has been painted. Covered windows get no frames. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, 1_000)
  })
}
