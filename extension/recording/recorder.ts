import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import type { RecordingSummary } from '#protocol/extension-messages.ts'

import { loadCaptureRules } from '../capture-rules.ts'
import type { ActionChange } from '../capture/observed-action.ts'
import { systemClock } from '../capture/system-clock.ts'
import type { RecorderMessage, RecorderStatus, SeenClick } from '../messages.ts'
import { addressStep, type AddressChange } from './address-step.ts'
import { createCaptureCompressor } from './capture-compressor.ts'
import { createCaptureSaver } from './capture-saver.ts'
import { createRecordingList, type LiveSession, type RecordedPlace } from './recording-list.ts'
import { reduceRecording, summarizeRecording, type Recording, type RecordingEvent } from './recording.ts'
import type { RecordingStore, StoredCapture } from './recording-store.ts'
import { createIdleQueue } from './idle-queue.ts'
import type { RawSnapshot } from '../snapshot/raw-snapshot.ts'
import { createSnapshotSaver, type SnapshotSaver } from './snapshot-saver.ts'
import type { StreamPictures } from './stream-pictures.ts'
import type { TabPictures } from './tab-pictures.ts'

/** Recordings and their captures. All state is in the store; the next service worker reads it again. */
export class Recorder {
  readonly #store: RecordingStore
  readonly #pictures: TabPictures
  readonly #streams: StreamPictures
  readonly #recordings
  readonly #captures
  readonly #compressor
  /** The captured pages of steps, beside their pictures. */
  readonly pages: SnapshotSaver

  constructor(store: RecordingStore, pictures: TabPictures, streams: StreamPictures, live: LiveSession) {
    this.#store = store
    this.#pictures = pictures
    this.#streams = streams
    this.#recordings = createRecordingList(store, live)
    this.#captures = createCaptureSaver(store, pictures, streams)
    const queue = createIdleQueue(systemClock)
    this.#compressor = createCaptureCompressor(store, this.#recordings, this.#captures, queue)
    this.pages = createSnapshotSaver(store, queue)
  }

  findActive(): Promise<Recording | undefined> {
    return this.#recordings.findActive()
  }

  async status(): Promise<RecorderStatus | null> {
    const active = await this.findActive()
    return active === undefined ? null : this.#toStatus(active)
  }

  /** Newest first. */
  async list(): Promise<readonly RecordingSummary[]> {
    return Promise.all(
      (await this.#recordings.all()).map(async (recording) =>
        summarizeRecording(recording, countSteps(await this.#store.loadCaptures(recording.sessionId))),
      ),
    )
  }

  /** Begins in a tab, or resumes an earlier recording there. The caller has checked that none is active. */
  async begin(tabId: number, sessionId: string | null): Promise<Recording | null> {
    const recording = await this.#recordings.begin(tabId, sessionId)
    if (recording !== null) await this.#announce(recording.tabIds)
    return recording
  }

  /** What the page needs to know to record; null if the tab isn't recorded. */
  async join(place: RecordedPlace): Promise<RecorderStatus | null> {
    const recording = await this.#recordings.findFor(place)
    return recording === null ? null : this.#toStatus(recording)
  }

  async takeFrame(place: RecordedPlace): Promise<string | null> {
    const recording = await this.#recordings.findFor(place)
    if (recording === null || recording.isPaused) return null
    const frame = await this.#pictures.takeAhead(place.tabId, place.documentId)
    if (frame === null) return null
    await this.#store.saveFrame(frame)
    void this.#streams.noteScreenshot(place.tabId, frame.id, frame.takenAt)
    await this.#captures.fillMissing(recording, frame)
    return frame.id
  }

  /** Resolves once the step is stored with its final picture; false if the tab isn't being recorded. */
  async keep(click: SeenClick, place: RecordedPlace): Promise<boolean> {
    const recording = await this.#recordings.findFor(place)
    if (recording === null || recording.isPaused) return false
    await this.#captures.keep(recording, click, place)
    this.#compressor.add(click.clickId)
    const named = await this.#recordings.dispatch(recording, { type: 'page-named', title: click.page.title })
    await this.#announce(named.tabIds)
    return true
  }

  /** Resolves once the captured page of a click's picture is stored; false if the tab isn't being recorded. */
  async keepPage(clickId: string, page: RawSnapshot, place: RecordedPlace): Promise<boolean> {
    const recording = await this.#recordings.findFor(place)
    if (recording === null || recording.isPaused) return false
    await this.pages.keep(recording.sessionId, clickId, page)
    return true
  }

  /** Turns a click into a double-click, a drag or typing; false when the recording is gone. */
  async change(clickId: string, change: ActionChange, place: RecordedPlace): Promise<boolean> {
    const recording = await this.#recordings.findFor(place)
    // The last field's text may arrive just after the recording stopped.
    if (recording === null && (await this.#store.loadCapture(clickId)) === undefined) return false
    await this.#captures.change(clickId, change)
    if (recording !== null) await this.#announce(recording.tabIds)
    return true
  }

  /** An address that was entered, or the browser's Back, becomes a step unless nothing was recorded before. */
  async navigate(change: AddressChange): Promise<void> {
    const active = await this.findActive()
    if (active === undefined || active.isPaused || !active.tabIds.includes(change.tabId)) return
    const frame = await this.#store.loadNewestFrame(change.tabId, change.at)
    if (frame === undefined) return
    const step = addressStep(change, frame, await this.#store.loadCaptures(active.sessionId), active.sessionId)
    if (step === null) return
    await this.#captures.dropUndone(active)
    await this.#captures.save(step)
    this.#compressor.add(step.id)
    await this.#announce(active.tabIds)
  }

  async undo(): Promise<boolean> {
    await this.#captures.settle()
    const active = await this.findActive()
    const captures = active === undefined ? [] : await this.#store.loadCaptures(active.sessionId)
    const last = captures.findLast(({ isFolded }) => isFolded !== true)
    if (active === undefined || last === undefined) return false
    await this.#store.saveCapture({ ...last, undoneAt: Date.now() })
    await this.#announce(active.tabIds)
    return true
  }

  /** Restores the step undone last; a new step drops everything undone. */
  async redo(): Promise<boolean> {
    await this.#captures.settle()
    const active = await this.findActive()
    const last = active === undefined ? undefined : (await this.#store.loadUndone(active.sessionId))[0]
    if (active === undefined || last === undefined) return false
    const { undoneAt: _undoneAt, ...capture } = last
    await this.#store.saveCapture(capture)
    await this.#announce(active.tabIds)
    return true
  }

  async setPaused(isPaused: boolean): Promise<boolean> {
    const active = await this.findActive()
    if (active === undefined) return false
    const next = await this.#recordings.dispatch(active, { type: 'pause-changed', isPaused })
    await this.#streams.setPaused(isPaused)
    await this.#announce(next.tabIds)
    return true
  }

  /** The recording that was stopped; null when there is none with that id. */
  async stop(sessionId: string): Promise<Recording | null> {
    const recording = await this.#recordings.find(sessionId)
    if (recording === undefined) return null
    if (recording.state !== 'stopped') await this.#end(recording, { type: 'stopped' })
    return recording
  }

  async forget(sessionId: string): Promise<boolean> {
    const recording = await this.#recordings.find(sessionId)
    if (recording === undefined) return false
    if (recording.state === 'recording') await this.#end(recording, { type: 'stopped' })
    await this.#recordings.remove(sessionId)
    return true
  }

  /** Null for unknown recordings. Captures without a picture don't count. */
  async captures(sessionId: string): Promise<readonly Capture[] | null> {
    if ((await this.#recordings.find(sessionId)) === undefined) return null
    await this.#captures.settle()
    const captures = await this.#store.loadCaptures(sessionId)
    return captures.filter(({ image }) => image !== null).map(toWireCapture)
  }

  /** The original while the recording runs; after that the compressed one, if there is one. */
  async image(captureId: string, isOther = false): Promise<Blob | null> {
    const capture = await this.#store.loadCapture(captureId)
    if (capture === undefined) return null
    if (isOther) return capture.other?.image ?? null
    const isStopped = (await this.#recordings.find(capture.sessionId))?.state === 'stopped'
    return isStopped ? (capture.compact ?? capture.image) : capture.image
  }

  /** The author used the extension in the tab, so Chrome now allows streaming it. */
  async streamTab(tabId: number): Promise<void> {
    const active = await this.findActive()
    if (active?.tabIds.includes(tabId) !== true || active.isPaused) return
    const screenshot = await this.#store.loadNewestFrame(tabId, Date.now())
    await this.#streams.start(tabId, screenshot?.id ?? null)
  }

  async closeTab(tabId: number): Promise<void> {
    const active = await this.findActive()
    if (active === undefined) return
    const next = reduceRecording(active, { type: 'tab-closed', tabId })
    if (next.state === 'interrupted') await this.#end(active, { type: 'tab-closed', tabId })
    else await this.#recordings.dispatch(active, { type: 'tab-closed', tabId })
  }

  async replaceTab(addedTabId: number, removedTabId: number): Promise<void> {
    const active = await this.findActive()
    if (active !== undefined)
      await this.#recordings.dispatch(active, { type: 'tab-replaced', addedTabId, removedTabId })
  }

  async #end(recording: Recording, event: RecordingEvent): Promise<void> {
    await this.#captures.settle()
    await this.#captures.dropUndone(recording)
    await this.#recordings.end(recording, event)
    await this.#streams.stop()
    await this.#store.deleteFrames()
    await this.#announce(recording.tabIds)
  }

  async #toStatus(recording: Recording): Promise<RecorderStatus> {
    const [captures, undone] = await Promise.all([
      this.#store.loadCaptures(recording.sessionId),
      this.#store.loadUndone(recording.sessionId),
    ])
    const last = captures.findLast(({ isFolded }) => isFolded !== true)
    return {
      sessionId: recording.sessionId,
      isPaused: recording.isPaused,
      captureCount: countSteps(captures),
      canRedo: undone.length > 0,
      lastTitle: last === undefined ? null : describeAction(last),
      frameToken: recording.frameToken,
      rules: await loadCaptureRules(),
    }
  }

  /** Notifies the recorded tabs and updates the count on the toolbar button. */
  async #announce(tabIds: readonly number[]): Promise<void> {
    const status = await this.status()
    const message: RecorderMessage = { type: 'status', status }
    await Promise.allSettled([
      ...tabIds.map((tabId) => chrome.tabs.sendMessage(tabId, message)),
      chrome.action.setBadgeBackgroundColor({ color: '#d92d20' }),
      chrome.action.setBadgeText({ text: status === null ? '' : String(status.captureCount) }),
    ])
  }
}

function countSteps(captures: readonly StoredCapture[]): number {
  return captures.filter(({ isFolded }) => isFolded !== true).length
}

function toWireCapture(capture: StoredCapture, index: number): Capture {
  const { image: _image, compact: _compact, other, tabId: _tabId, undoneAt: _undoneAt, ...wire } = capture
  return { ...wire, ...(other !== undefined && { otherFrameDelayMs: other.frameDelayMs }), number: index + 1 }
}
