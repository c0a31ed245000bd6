import { describeClick, type Capture } from '#domain/capture.ts'
import type { RecordingSummary } from '#protocol/extension-messages.ts'

import type { RecorderMessage, RecorderStatus, SeenClick } from '../messages.ts'
import { compressPicture } from './compress-picture.ts'
import {
  createRecording,
  reduceRecording,
  summarizeRecording,
  type Recording,
  type RecordingEvent,
} from './recording.ts'
import type { RecordingStore, StoredCapture, StoredFrame } from './recording-store.ts'
import type { TabPictures } from './tab-pictures.ts'

/** Where in the browser a message came from, as the browser says it. */
export interface RecordedPlace {
  readonly tabId: number
  /** The tab that opened this one. */
  readonly openerTabId: number | undefined
  readonly documentId: string
}

export type Recorder = ReturnType<typeof createRecorder>

/** Ids of the recording that this run of the browser began; after a crash it is gone, and the recording interrupted. */
const liveKey = 'liveSessionId'

/**
 * Recordings and their captures. All state is in the store; what is kept here is a copy that the next service worker
 * reads again.
 */
export function createRecorder(store: RecordingStore, pictures: TabPictures) {
  const loaded = load()
  /** Clicks whose pictures are still being taken; undoing and stopping wait for them. */
  const pending = new Set<Promise<unknown>>()
  /** Clicks that a second press has made double-clicks; it may be heard of before the click itself. */
  const doubled = new Set<string>()
  let compressing = Promise.resolve()
  /** Quick clicks share a picture. */
  let lastCompressed: { readonly picture: string; readonly compact: Blob } | null = null

  async function load(): Promise<Map<string, Recording>> {
    const { [liveKey]: live } = await chrome.storage.session.get(liveKey)
    const recordings = await store.loadRecordings()
    const current = recordings.map((recording) =>
      recording.state === 'recording' && recording.sessionId !== live
        ? reduceRecording(recording, { type: 'interrupted' })
        : recording,
    )
    await Promise.all(
      current
        .filter((recording, index) => recording !== recordings[index])
        .map((recording) => store.saveRecording(recording)),
    )
    return new Map(current.map((recording) => [recording.sessionId, recording]))
  }

  async function findActive(): Promise<Recording | undefined> {
    return [...(await loaded).values()].find(({ state }) => state === 'recording')
  }

  async function dispatch(recording: Recording, event: RecordingEvent): Promise<Recording> {
    const current = (await loaded).get(recording.sessionId) ?? recording
    const next = reduceRecording(current, event)
    if (next !== current) await save(next)
    return next
  }

  async function save(recording: Recording): Promise<void> {
    const recordings = await loaded
    recordings.set(recording.sessionId, recording)
    await store.saveRecording(recording)
  }

  async function toStatus(recording: Recording): Promise<RecorderStatus> {
    const [captures, undone] = await Promise.all([
      store.loadCaptures(recording.sessionId),
      store.loadUndone(recording.sessionId),
    ])
    const last = captures.at(-1)
    return {
      sessionId: recording.sessionId,
      isPaused: recording.isPaused,
      captureCount: captures.length,
      canRedo: undone.length > 0,
      lastTitle: last === undefined ? null : describeClick(last),
      frameToken: recording.frameToken,
    }
  }

  /** Tells the recorded tabs, and shows the count on the toolbar button. */
  async function announce(tabIds: readonly number[]): Promise<void> {
    const active = await findActive()
    const status = active === undefined ? null : await toStatus(active)
    const message: RecorderMessage = { type: 'status', status }
    await Promise.allSettled([
      ...tabIds.map((tabId) => chrome.tabs.sendMessage(tabId, message)),
      chrome.action.setBadgeBackgroundColor({ color: '#d92d20' }),
      chrome.action.setBadgeText({ text: status === null ? '' : String(status.captureCount) }),
    ])
  }

  async function settlePending(): Promise<void> {
    while (pending.size > 0) await Promise.allSettled(pending)
  }

  /** The tab's recording, if it is recorded or was opened by a recorded tab. */
  async function findFor(place: RecordedPlace): Promise<Recording | null> {
    const active = await findActive()
    if (active === undefined) return null
    if (active.tabIds.includes(place.tabId)) return active
    if (place.openerTabId === undefined || !active.tabIds.includes(place.openerTabId)) return null
    return dispatch(active, { type: 'tab-followed', tabId: place.tabId })
  }

  async function keepClick(recording: Recording, click: SeenClick, place: RecordedPlace): Promise<void> {
    const known = await store.loadCapture(click.clickId)
    if (known !== undefined && (known.image !== null || known.undoneAt !== undefined)) return
    await dropUndone(recording)
    const shown = click.frameId === null ? undefined : await store.loadFrame(click.frameId)
    // The picture before the click is kept at once, so that the step is safe while a better one is taken.
    const frame = shown ?? (await store.loadNewestFrame(place.tabId, click.at))
    const frameDelayMs = shown === undefined && frame !== undefined ? Math.min(-1, frame.takenAt - click.at) : 0
    const capture = { ...toCapture(recording, click, place), frameDelayMs, image: frame?.image ?? null }
    const earlier = (await store.loadCaptures(recording.sessionId)).at(-1)
    await saveCapture(capture)
    if (shown !== undefined) return
    // One that shows what the click before has done is as good as can be had; the quota is for the next click's.
    const isFromBetween =
      frame !== undefined && (earlier === undefined || frame.takenAt > Date.parse(earlier.timestamp))
    await improvePicture(capture, click, place, isFromBetween)
  }

  async function improvePicture(
    capture: StoredCapture,
    click: SeenClick,
    place: RecordedPlace,
    isFromBetween: boolean,
  ): Promise<void> {
    const coming = click.isFrameComing ? await pictures.comingFrame(place.documentId) : null
    const isWanted = capture.image === null || (!isFromBetween && pictures.hasToSpare())
    const taken = coming ?? (isWanted ? await pictures.takeAtClick(place.tabId, place.documentId) : null)
    if (taken !== null) {
      const frameDelayMs = Math.max(1, taken.takenAt - click.at)
      await saveCapture({ ...capture, image: taken.image, frameDelayMs })
    }
  }

  /** A step must have a picture: one that came before there was any takes the tab's next one, without a place on it. */
  async function fillMissing(recording: Recording, frame: StoredFrame): Promise<void> {
    const captures = await store.loadCaptures(recording.sessionId)
    const missing = captures.filter(({ image, tabId }) => image === null && tabId === frame.tabId)
    for (const capture of missing) {
      const frameDelayMs = Math.max(1, frame.takenAt - Date.parse(capture.timestamp))
      await saveCapture({ ...capture, image: frame.image, hotspot: null, frameDelayMs })
    }
  }

  /** What is kept was read before a second press may have made it a double-click. */
  async function saveCapture(capture: StoredCapture): Promise<void> {
    await store.saveCapture(doubled.has(capture.id) ? { ...capture, gesture: 'double-click' } : capture)
  }

  /** While the author goes on, so that the web app has less to do at the end. What is missed it does itself. */
  async function compress(captureId: string): Promise<void> {
    const capture = await store.loadCapture(captureId)
    if (capture === undefined || capture.image === null) return
    // The app is compressing what is left by now; both would do the same work twice.
    if ((await loaded).get(capture.sessionId)?.state !== 'recording') return
    const picture = await contentOf(capture.image)
    if (lastCompressed?.picture !== picture) {
      lastCompressed = { picture, compact: await compressPicture(capture.image) }
    }
    const { compact } = lastCompressed
    const current = await store.loadCapture(captureId)
    if (current?.image?.size === capture.image.size) await saveCapture({ ...current, compact })
  }

  async function dropUndone({ sessionId }: Recording): Promise<void> {
    for (const { id } of await store.loadUndone(sessionId)) await store.deleteCapture(id)
  }

  async function end(recording: Recording, event: RecordingEvent): Promise<void> {
    await settlePending()
    await dropUndone(recording)
    await dispatch(recording, event)
    await chrome.storage.session.remove(liveKey)
    await store.deleteFrames()
    await announce(recording.tabIds)
  }

  return {
    findActive,

    async status(): Promise<RecorderStatus | null> {
      const active = await findActive()
      return active === undefined ? null : toStatus(active)
    },

    /** Newest first. */
    async list(): Promise<readonly RecordingSummary[]> {
      const recordings = [...(await loaded).values()].sort((a, b) => b.startedAt.localeCompare(a.startedAt))
      return Promise.all(
        recordings.map(async (recording) =>
          summarizeRecording(recording, (await store.loadCaptures(recording.sessionId)).length),
        ),
      )
    },

    /** Begins in a tab, or goes on with an earlier recording there. The caller has made sure that none is active. */
    async begin(tabId: number, sessionId: string | null): Promise<Recording | null> {
      const earlier = sessionId === null ? null : (await loaded).get(sessionId)
      if (earlier === undefined) return null
      const recording =
        earlier === null
          ? createRecording({
              sessionId: crypto.randomUUID(),
              frameToken: crypto.randomUUID(),
              startedAt: new Date().toISOString(),
              tabId,
            })
          : reduceRecording(earlier, { type: 'resumed', tabId })
      await chrome.storage.session.set({ [liveKey]: recording.sessionId })
      await save(recording)
      await announce(recording.tabIds)
      return recording
    },

    /** Whether the tab takes part, and how. */
    async join(place: RecordedPlace): Promise<RecorderStatus | null> {
      const recording = await findFor(place)
      return recording === null ? null : toStatus(recording)
    },

    async takeFrame(place: RecordedPlace): Promise<string | null> {
      const recording = await findFor(place)
      if (recording === null || recording.isPaused) return null
      const frame = await pictures.takeAhead(place.tabId, place.documentId)
      if (frame === null) return null
      await store.saveFrame(frame)
      await fillMissing(recording, frame)
      return frame.id
    },

    /** Resolves when the step is safe with its final picture; false when the tab is not being recorded. */
    async keep(click: SeenClick, place: RecordedPlace): Promise<boolean> {
      const recording = await findFor(place)
      if (recording === null || recording.isPaused) return false
      const keeping = keepClick(recording, click, place)
      pending.add(keeping)
      try {
        await keeping
      } finally {
        pending.delete(keeping)
      }
      compressing = compressing.then(() => compress(click.clickId)).catch(() => {})
      const named = await dispatch(recording, { type: 'page-named', title: click.page.title })
      await announce(named.tabIds)
      return true
    },

    /** Makes a double-click of a click; false when the tab is not being recorded. */
    async double(clickId: string, place: RecordedPlace): Promise<boolean> {
      const recording = await findFor(place)
      if (recording === null) return false
      doubled.add(clickId)
      const capture = await store.loadCapture(clickId)
      if (capture !== undefined) await saveCapture(capture)
      await announce(recording.tabIds)
      return true
    },

    async undo(): Promise<boolean> {
      await settlePending()
      const active = await findActive()
      const last = active === undefined ? undefined : (await store.loadCaptures(active.sessionId)).at(-1)
      if (active === undefined || last === undefined) return false
      await store.saveCapture({ ...last, undoneAt: Date.now() })
      await announce(active.tabIds)
      return true
    },

    /** Brings back what was undone last; a step made since then has taken its place. */
    async redo(): Promise<boolean> {
      await settlePending()
      const active = await findActive()
      const last = active === undefined ? undefined : (await store.loadUndone(active.sessionId))[0]
      if (active === undefined || last === undefined) return false
      const { undoneAt: _undoneAt, ...capture } = last
      await store.saveCapture(capture)
      await announce(active.tabIds)
      return true
    },

    async setPaused(isPaused: boolean): Promise<boolean> {
      const active = await findActive()
      if (active === undefined) return false
      const next = await dispatch(active, { type: 'pause-changed', isPaused })
      await announce(next.tabIds)
      return true
    },

    /** The recording that was stopped; null when there is none with that id. */
    async stop(sessionId: string): Promise<Recording | null> {
      const recording = (await loaded).get(sessionId)
      if (recording === undefined) return null
      if (recording.state !== 'stopped') await end(recording, { type: 'stopped' })
      return recording
    },

    async forget(sessionId: string): Promise<boolean> {
      const recordings = await loaded
      const recording = recordings.get(sessionId)
      if (recording === undefined) return false
      if (recording.state === 'recording') await end(recording, { type: 'stopped' })
      recordings.delete(sessionId)
      await store.deleteRecording(sessionId)
      return true
    },

    /** null when there is no such recording. A capture whose picture was never taken does not count. */
    async captures(sessionId: string): Promise<readonly Capture[] | null> {
      if (!(await loaded).has(sessionId)) return null
      await settlePending()
      const captures = await store.loadCaptures(sessionId)
      return captures.filter(({ image }) => image !== null).map(toWireCapture)
    },

    /** As it was taken while the recording runs; made smaller, where that is done, when it is handed over. */
    async image(captureId: string): Promise<Blob | null> {
      const capture = await store.loadCapture(captureId)
      if (capture === undefined) return null
      const isHandedOver = (await loaded).get(capture.sessionId)?.state === 'stopped'
      return isHandedOver ? (capture.compact ?? capture.image) : capture.image
    },

    async closeTab(tabId: number): Promise<void> {
      const active = await findActive()
      if (active === undefined) return
      const next = reduceRecording(active, { type: 'tab-closed', tabId })
      if (next.state === 'interrupted') await end(active, { type: 'tab-closed', tabId })
      else await dispatch(active, { type: 'tab-closed', tabId })
    },

    async replaceTab(addedTabId: number, removedTabId: number): Promise<void> {
      const active = await findActive()
      if (active !== undefined) await dispatch(active, { type: 'tab-replaced', addedTabId, removedTabId })
    },
  }
}

function toCapture(
  recording: Recording,
  click: SeenClick,
  place: RecordedPlace,
): Omit<StoredCapture, 'image' | 'frameDelayMs'> {
  return {
    ...click.page,
    id: click.clickId,
    sessionId: recording.sessionId,
    timestamp: new Date(click.at).toISOString(),
    tabId: place.tabId,
  }
}

function toWireCapture(capture: StoredCapture, index: number): Capture {
  const { image: _image, compact: _compact, tabId: _tabId, undoneAt: _undoneAt, ...wire } = capture
  return { ...wire, number: index + 1 }
}

/** Equal for equal pictures. */
async function contentOf(picture: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return new Uint8Array(digest).join()
}
