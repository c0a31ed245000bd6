import { redactRecordedAddress } from '#domain/redact-address.ts'
import { hideSecrets } from '#domain/secret-text.ts'

import { mountBadge } from '../capture/badge.ts'
import { loadBarPlace, saveBarPlace } from '../stored-bar-place.ts'
import { toHotspot, type Point } from '../capture/click-place.ts'
import { observeClicks, type ObservedClick } from '../capture/click-source.ts'
import { createFrameChain } from '../capture/frame-chain.ts'
import { createFrameKeeper, type FrameKeeper } from '../capture/frame-keeper.ts'
import { isStandingStill, watchPage } from '../capture/page-watcher.ts'
import { systemClock } from '../capture/system-clock.ts'
import { describeTarget } from '../capture/target-description.ts'
import { askWorker, type ChildClick, type RecorderMessage, type RecorderStatus, type SeenClick } from '../messages.ts'

/*
 * Runs in every frame of recorded tabs, only while recording. Nothing may escape into the page: every entry is guarded.
 */

/** A click in a frame waits this long for its place to arrive from the frames between. */
const placePatienceMs = 500
const resendMs = 300

const mark = Symbol.for('understudy.recorder')
const marked = window as unknown as Record<symbol, (() => boolean) | undefined>
if (marked[mark]?.() !== true) {
  marked[mark] = isConnected
  void begin()
}

/** Takes part when the service worker says that this tab is recorded. */
async function begin(): Promise<void> {
  const stopping = new AbortController()
  stopping.signal.addEventListener('abort', () => {
    marked[mark] = undefined
  })
  try {
    const { status } = await askWorker({ type: 'recorder-ready' })
    if (status === null) return stopping.abort()
    if (window.parent === window) recordTopFrame(status, stopping)
    else recordChildFrame(status, stopping)
  } catch {
    stopping.abort()
  }
}

function recordTopFrame(firstStatus: RecorderStatus, stopping: AbortController): void {
  const { signal } = stopping
  let status = firstStatus
  let keeper: FrameKeeper | null = null
  let failures = 0
  /** From the moment the page is ready for a picture until it has been taken nothing may show the bar. */
  let isBeingTaken = false
  const expected = new Map<string, ExpectedClick>()

  const badge = mountBadge({
    onUndo: () => command({ type: 'undo-last-step' }),
    onRedo: () => command({ type: 'redo-step' }),
    onPauseChange: (isPaused) => command({ type: 'set-paused', isPaused }),
    onStop: () => command({ type: 'finish-recording' }),
    onMove: (place) => void saveBarPlace(place),
    // What changed while it was in use still needs its picture.
    onRelease: () => keeper?.noteTouch(),
  })
  void loadBarPlace().then((place) => place !== null && !signal.aborted && badge.setPlace(place))

  function command(message: Parameters<typeof askWorker>[0]): void {
    askWorker(message).catch(() => endIfOrphaned(stopping))
  }

  function startKeeper(): FrameKeeper {
    return createFrameKeeper({
      clock: systemClock,
      isStill: isStandingStill,
      async requestFrame() {
        if (document.visibilityState !== 'visible') return null
        try {
          const { frameId } = await askWorker({ type: 'want-frame' })
          failures = frameId === null ? failures + 1 : 0
          return frameId
        } finally {
          isBeingTaken = false
          // After the keeper has heard of the picture.
          setTimeout(updateBadge)
        }
      },
      onCurrentChange: updateBadge,
    })
  }

  /** The bar says "ready for your next click"; when pictures can't be had at all, it must not seem lost. */
  function updateBadge(): void {
    const isReady = keeper === null || keeper.currentFrameId() !== null || failures > 3
    badge.setVisible(isReady && !isBeingTaken)
  }

  async function prepareFrame(): Promise<boolean> {
    if (keeper === null || document.visibilityState !== 'visible' || badge.isInUse()) return false
    isBeingTaken = true
    badge.setVisible(false)
    await twoFrames()
    const isReady = keeper !== null && !badge.isInUse() && keeper.prepareFrame()
    if (!isReady) isBeingTaken = false
    updateBadge()
    return isReady
  }

  function show(next: RecorderStatus): void {
    status = next
    if (status.isPaused) {
      keeper?.stop()
      keeper = null
    } else keeper ??= startKeeper()
    badge.update(status)
    updateBadge()
  }

  function snapshot(): Pick<SeenClick, 'frameId' | 'isFrameComing'> {
    const taken = { frameId: keeper?.currentFrameId() ?? null, isFrameComing: keeper?.isFrameComing() ?? false }
    keeper?.noteClick()
    return taken
  }

  function send(click: ChildClick, point: Point | null, taken: ReturnType<typeof snapshot>): void {
    const seen: SeenClick = {
      clickId: click.clickId,
      at: click.at,
      page: {
        ...readPage(),
        target: click.target,
        ...gestureOf(click),
        hotspot: point === null ? null : toHotspot(point, readViewport()),
      },
      ...taken,
    }
    void deliver(() => askWorker({ type: 'click', click: seen }), signal)
  }

  const onDoubleClick = (clickId: string) => void deliver(() => askWorker({ type: 'double-click', clickId }), signal)
  observeClicks({
    signal,
    isOurs: badge.owns,
    onClick(click) {
      if (!status.isPaused) send(toChildClick(click), click.point, snapshot())
    },
    onDoubleClick,
  })

  /** A click in a frame arrives twice: its place from frame to frame, what it was through the service worker. */
  function expectedClick(clickId: string): ExpectedClick {
    const known = expected.get(clickId)
    if (known !== undefined) return known
    const made: ExpectedClick = { taken: snapshot(), click: null, point: undefined }
    expected.set(clickId, made)
    setTimeout(() => settle(clickId, { isLast: true }), placePatienceMs)
    return made
  }

  /** Sends the click once all of it is there; at the last moment without its place, or not at all. */
  function settle(clickId: string, { isLast = false } = {}): void {
    const { click, point, taken } = expected.get(clickId) ?? {}
    if (click === undefined || taken === undefined) return
    const isComplete = click !== null && (point !== undefined || isLast)
    if (isComplete) send(click, point ?? null, taken)
    if (isComplete || isLast) expected.delete(clickId)
  }

  createFrameChain({
    token: status.frameToken,
    signal,
    onChange: () => keeper?.noteChange(),
    onPlace(clickId, point) {
      if (status.isPaused) return
      expectedClick(clickId).point = point
      settle(clickId)
    },
  })

  watchPage({
    signal,
    isOurs: badge.owns,
    onChange(isLarge) {
      keeper?.noteChange(isLarge)
      badge.keepOnTop()
    },
    onTouch() {
      keeper?.noteTouch()
      badge.keepOnTop()
    },
  })

  function handleMessage(
    message: RecorderMessage,
    _sender: chrome.runtime.MessageSender,
    answer: (value: boolean) => void,
  ): boolean {
    switch (message.type) {
      case 'status':
        if (message.status?.sessionId !== status.sessionId) stopping.abort()
        else show(message.status)
        answer(true)
        return false
      case 'child-click':
        if (!status.isPaused) {
          expectedClick(message.click.clickId).click = message.click
          settle(message.click.clickId)
        }
        answer(true)
        return false
      case 'prepare-frame':
        void prepareFrame().then(answer)
        return true
      case 'are-you-there':
        answer(true)
        return false
    }
  }

  chrome.runtime.onMessage.addListener(handleMessage)
  signal.addEventListener('abort', () => {
    keeper?.stop()
    badge.remove()
    chrome.runtime.onMessage?.removeListener(handleMessage)
  })
  show(status)
}

interface ExpectedClick {
  readonly taken: Pick<SeenClick, 'frameId' | 'isFrameComing'>
  click: ChildClick | null
  /** undefined until it arrives. */
  point: Point | null | undefined
}

function recordChildFrame(status: RecorderStatus, stopping: AbortController): void {
  const { signal } = stopping
  const isOurs = () => false
  const chain = createFrameChain({ token: status.frameToken, signal, onChange: () => {}, onPlace: () => {} })
  watchPage({
    signal,
    isOurs,
    onChange: () => chain.passUp({ type: 'change' }),
    onTouch: () => {},
  })
  const onDoubleClick = (clickId: string) => void deliver(() => askWorker({ type: 'double-click', clickId }), signal)
  observeClicks({
    signal,
    isOurs,
    onClick(observed) {
      const click = toChildClick(observed)
      chain.passUp({ type: 'place', clickId: click.clickId, point: observed.point })
      void deliver(() => askWorker({ type: 'child-click', click }), signal)
    },
    onDoubleClick,
  })
  function handleMessage(message: RecorderMessage): undefined {
    if (message.type === 'status' && message.status?.sessionId !== status.sessionId) stopping.abort()
  }
  chrome.runtime.onMessage.addListener(handleMessage)
  signal.addEventListener('abort', () => chrome.runtime.onMessage?.removeListener(handleMessage))
}

function toChildClick(click: ObservedClick): ChildClick {
  return { clickId: click.clickId, at: click.at, target: describeSafely(click.hit), ...gestureOf(click) }
}

function gestureOf({ gesture }: Pick<ChildClick, 'gesture'>): Pick<ChildClick, 'gesture'> {
  return gesture === undefined ? {} : { gesture }
}

/** A page may have redefined what a description is made of; the step is worth keeping without it. */
function describeSafely(hit: Element): ChildClick['target'] {
  try {
    return describeTarget(hit)
  } catch {
    return { role: '', name: '' }
  }
}

/** Repeats until the service worker has acknowledged: it may be stopped before or while it handles the message. */
async function deliver(send: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isConnected()) {
    try {
      await send()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, resendMs))
    }
  }
}

/** By the second animation frame the one without our bar has been painted. Covered windows have no frames. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, 200)
  })
}

function readPage(): Omit<SeenClick['page'], 'target' | 'hotspot'> {
  return {
    url: redactRecordedAddress(location.href),
    title: hideSecrets(document.title),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: { x: Math.round(window.scrollX), y: Math.round(window.scrollY) },
    devicePixelRatio: window.devicePixelRatio,
  }
}

function readViewport() {
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {}
  return { width: window.innerWidth, height: window.innerHeight, offsetLeft, offsetTop, scale }
}

/** False once the extension was reloaded or removed: this script then is an orphan that nobody hears. */
function isConnected(): boolean {
  return chrome.runtime?.id !== undefined
}

function endIfOrphaned(stopping: AbortController): void {
  if (!isConnected()) stopping.abort()
}
