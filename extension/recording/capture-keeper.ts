import type { SeenClick } from '../messages.ts'
import type { RecordedPlace } from './recording-list.ts'
import type { Recording } from './recording.ts'
import type { RecordingStore, StoredCapture, StoredFrame } from './recording-store.ts'
import type { TabPictures } from './tab-pictures.ts'

export type CaptureKeeper = ReturnType<typeof createCaptureKeeper>

/** Saves each click as a capture with the best available picture. */
export function createCaptureKeeper(store: RecordingStore, pictures: TabPictures) {
  /** Clicks whose pictures are still being taken; undoing and stopping wait for them. */
  const pending = new Set<Promise<unknown>>()
  /** Captures that became double-clicks; the second press may arrive before the click itself. */
  const doubled = new Set<string>()

  /** The capture may have been read before a second press made it a double-click. */
  async function save(capture: StoredCapture): Promise<void> {
    await store.saveCapture(doubled.has(capture.id) ? { ...capture, gesture: 'double-click' } : capture)
  }

  async function dropUndone({ sessionId }: Recording): Promise<void> {
    for (const { id } of await store.loadUndone(sessionId)) await store.deleteCapture(id)
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
    await save(capture)
    if (shown !== undefined) return
    // A picture from after the click before is good enough; the quota is for the next click's.
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
      await save({ ...capture, image: taken.image, frameDelayMs })
    }
  }

  return {
    save,
    dropUndone,

    /** Resolves when the capture is safe with its final picture. */
    async keep(recording: Recording, click: SeenClick, place: RecordedPlace): Promise<void> {
      const keeping = keepClick(recording, click, place)
      pending.add(keeping)
      try {
        await keeping
      } finally {
        pending.delete(keeping)
      }
    },

    async settle(): Promise<void> {
      while (pending.size > 0) await Promise.allSettled(pending)
    },

    async double(clickId: string): Promise<void> {
      doubled.add(clickId)
      const capture = await store.loadCapture(clickId)
      if (capture !== undefined) await save(capture)
    },

    /** A step must have a picture: captures without one take the tab's next picture, without a hotspot. */
    async fillMissing(recording: Recording, frame: StoredFrame): Promise<void> {
      const captures = await store.loadCaptures(recording.sessionId)
      const missing = captures.filter(({ image, tabId }) => image === null && tabId === frame.tabId)
      for (const capture of missing) {
        const frameDelayMs = Math.max(1, frame.takenAt - Date.parse(capture.timestamp))
        await save({ ...capture, image: frame.image, hotspot: null, frameDelayMs })
      }
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
