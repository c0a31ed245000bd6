import { mountBadge } from '../capture/badge.ts'
import { observeEarly, type EarlyActions } from '../capture/early-actions.ts'
import { createExpectedClicks, type ActionPlace, type ClickSnapshot } from '../capture/expected-clicks.ts'
import { createFrameChain } from '../capture/frame-chain.ts'
import { joinRecording } from '../capture/join-recording.ts'
import type { ActionChange } from '../capture/observed-action.ts'
import { createPagePictures } from '../capture/page-pictures.ts'
import { startReading } from '../capture/page-reading.ts'
import { watchPage } from '../capture/page-watcher.ts'
import { toSeenClick } from '../capture/read-page.ts'
import { systemClock } from '../capture/system-clock.ts'
import { deliver, isConnected } from '../deliver.ts'
import { askWorker, type ChildClick, type RecorderMessage, type RecorderStatus } from '../messages.ts'
import { loadBarPlace, saveBarPlace } from '../stored-bar-place.ts'

/*
 * Runs in every frame of recorded tabs, only while recording. Nothing may escape into the page: every entry is guarded.
 */

const mark = Symbol.for('understudy.recorder')
const marked = window as unknown as Record<symbol, (() => boolean) | undefined>
if (marked[mark]?.() !== true) void begin()

/** Starts recording if the service worker says that this tab is recorded. */
async function begin(): Promise<void> {
  let isInjectedAgain = false
  marked[mark] = () => {
    isInjectedAgain = true
    return isConnected()
  }
  const stopping = new AbortController()
  stopping.signal.addEventListener('abort', () => {
    marked[mark] = undefined
  })
  const actions = observeEarly(stopping.signal)
  beginAgainWhenRewritten(stopping)
  try {
    const ask = async () => (await askWorker({ type: 'recorder-ready' })).status
    const status = await joinRecording(ask, () => isInjectedAgain)
    // The page was rewritten in the meantime: another run of this function has begun.
    if (stopping.signal.aborted) return
    if (status === null) return stopping.abort()
    if (window.parent === window) recordTopFrame(status, actions, stopping)
    else recordChildFrame(status, actions, stopping)
  } catch {
    stopping.abort()
  }
}

/** Apps that write their own frames call `document.open()`, sometimes late, and it removes every listener. */
function beginAgainWhenRewritten(stopping: AbortController): void {
  let root: Element | null = document.documentElement
  const observer = new MutationObserver(() => {
    const { documentElement } = document
    if (documentElement === null || documentElement === root) return
    const isFirst = root === null
    root = documentElement
    if (isFirst) return
    stopping.abort()
    void begin()
  })
  observer.observe(document, { childList: true })
  stopping.signal.addEventListener('abort', () => observer.disconnect())
}

function recordTopFrame(firstStatus: RecorderStatus, actions: EarlyActions, stopping: AbortController): void {
  const { signal } = stopping
  let status = firstStatus
  const bar = mountBar(stopping, () => pictures.noteTouch())
  const pictures = createPagePictures({
    bar,
    requestFrame: async () => (await askWorker({ type: 'want-frame' })).frameId,
    startReading: (isRestless) => startReading({ isOurs: bar.owns, rules: firstStatus.rules, isRestless }),
  })
  const send = (child: ChildClick, place: ActionPlace | null, taken: ClickSnapshot) => {
    const reading = pictures.readingOf(taken.frameId)
    const click = toSeenClick(child, place, taken, firstStatus.rules, reading?.secrets() ?? null)
    void deliver(() => askWorker({ type: 'click', click }), signal)
    const { clickId } = click
    reading?.whenRead((page) =>
      afterThePress(() => void deliver(() => askWorker({ type: 'page', clickId, page }), signal)),
    )
  }
  const expected = createExpectedClicks({ clock: systemClock, snapshot: () => pictures.snapshot(), send })

  createFrameChain({
    token: status.frameToken,
    signal,
    onChange: () => pictures.noteChange(),
    onPlace(clickId, place) {
      if (!status.isPaused) expected.addPlace(clickId, place)
    },
  })
  watchPage({
    signal,
    isOurs: bar.owns,
    onChange(isLarge) {
      pictures.noteChange(isLarge)
      bar.keepOnTop()
    },
    onTouch() {
      pictures.noteTouch()
      bar.keepOnTop()
    },
  })

  function show(next: RecorderStatus): void {
    status = next
    bar.update(status)
    pictures.setPaused(status.isPaused)
  }

  function handleMessage(message: RecorderMessage): boolean | Promise<boolean> {
    if (message.type === 'prepare-frame') return pictures.prepare()
    if (message.type === 'child-click' && !status.isPaused) expected.addClick(message.click)
    if (message.type === 'status') {
      if (message.status?.sessionId !== status.sessionId) stopping.abort()
      else show(message.status)
    }
    return true
  }

  answerMessages(handleMessage, signal)
  signal.addEventListener('abort', () => {
    pictures.stop()
    bar.remove()
  })
  show(status)
  actions.release({
    isOurs: bar.owns,
    privateSelectors: selectorsOf(firstStatus),
    snapshot: () => pictures.snapshot(true),
    onAction(click, place, taken) {
      if (!status.isPaused) send(click, place, taken ?? pictures.snapshot(click.action.isFolded))
    },
    onChange: (clickId, change) => sendChange(clickId, change, signal),
  })
}

/** Serialising a large message takes a while, so the page handles the press first, unless it is unloading. */
function afterThePress(send: () => void): void {
  const sendOnce = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', sendOnce)
    send()
  }
  const timer = setTimeout(sendOnce)
  window.addEventListener('pagehide', sendOnce)
}

/** `onRelease`: changes during the use of the bar still need a picture. */
function mountBar(stopping: AbortController, onRelease: () => void) {
  const command = (message: Parameters<typeof askWorker>[0]) => {
    askWorker(message).catch(() => {
      if (!isConnected()) stopping.abort()
    })
  }
  const bar = mountBadge({
    onUndo: () => command({ type: 'undo-last-step' }),
    onRedo: () => command({ type: 'redo-step' }),
    onPauseChange: (isPaused) => command({ type: 'set-paused', isPaused }),
    onStop: () => command({ type: 'finish-recording' }),
    onMove: (place) => void saveBarPlace(place),
    onRelease,
  })
  void loadBarPlace().then((place) => place !== null && !stopping.signal.aborted && bar.setPlace(place))
  return bar
}

function recordChildFrame(status: RecorderStatus, actions: EarlyActions, stopping: AbortController): void {
  const { signal } = stopping
  const isOurs = () => false
  const chain = createFrameChain({ token: status.frameToken, signal, onChange: () => {}, onPlace: () => {} })
  watchPage({
    signal,
    isOurs,
    onChange: () => chain.passUp({ type: 'change' }),
    onTouch: () => {},
  })
  actions.release({
    isOurs,
    snapshot: () => null,
    privateSelectors: selectorsOf(status),
    onAction(click, place) {
      if (place !== null) chain.passUp({ type: 'place', clickId: click.clickId, ...place })
      void deliver(() => askWorker({ type: 'child-click', click }), signal)
    },
    onChange: (clickId, change) => sendChange(clickId, change, signal),
  })
  function handleMessage(message: RecorderMessage): undefined {
    if (message.type === 'status' && message.status?.sessionId !== status.sessionId) stopping.abort()
  }
  chrome.runtime.onMessage.addListener(handleMessage)
  signal.addEventListener('abort', () => chrome.runtime.onMessage?.removeListener(handleMessage))
}

/** A field's text may not be known until the recording ends or the page unloads. */
function sendChange(clickId: string, change: ActionChange, signal: AbortSignal): void {
  const send = () => askWorker({ type: 'change-action', clickId, change })
  if (signal.aborted) void send().catch(() => undefined)
  else void deliver(send, signal)
}

function selectorsOf({ rules }: RecorderStatus): readonly string[] {
  return rules.filter(({ kind }) => kind === 'selector').map(({ value }) => value)
}

/** Answers synchronously where possible, because a promise keeps the channel open. */
function answerMessages(handle: (message: RecorderMessage) => boolean | Promise<boolean>, signal: AbortSignal): void {
  const listener = (
    message: RecorderMessage,
    _sender: chrome.runtime.MessageSender,
    answer: (value: boolean) => void,
  ): boolean => {
    const answered = handle(message)
    if (typeof answered === 'boolean') {
      answer(answered)
      return false
    }
    void answered.then(answer)
    return true
  }
  chrome.runtime.onMessage.addListener(listener)
  signal.addEventListener('abort', () => chrome.runtime.onMessage?.removeListener(listener))
}
