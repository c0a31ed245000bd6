import { readStepAction } from '#domain/step-action.ts'

import type { ActionChange } from '../capture/observed-action.ts'
import type { SeenClick } from '../messages.ts'
import type { RecordedPlace } from './recording-list.ts'
import type { Recording } from './recording.ts'
import type { RecordingStore, StoredCapture, StoredFrame } from './recording-store.ts'
import type { StreamPictures } from './stream-pictures.ts'
import { toBlob, type TabPictures } from './tab-pictures.ts'

/** How many recent changes to remember, for captures that haven't arrived or are being saved. */
const changesMax = 200

export type CaptureSaver = ReturnType<typeof createCaptureSaver>

/** Saves each click as a capture with the best available picture. */
export function createCaptureSaver(
  store: RecordingStore,
  pictures: TabPictures,
  streams: Pick<StreamPictures, 'pictureOf'>,
) {
  /** Clicks whose pictures are still being taken; undoing and stopping wait for them. */
  const pending = new Set<Promise<unknown>>()
  /** Changes to captures; a change may arrive before its capture. */
  const changes = new Map<string, ActionChange>()

  /** Applies changes that arrived after the capture was read. */
  async function save(capture: StoredCapture): Promise<void> {
    const change = changes.get(capture.id)
    await store.saveCapture(change === undefined ? capture : withAction(capture, change))
  }

  async function dropUndone({ sessionId }: Recording): Promise<void> {
    for (const { id } of await store.loadUndone(sessionId)) await store.deleteCapture(id)
  }

  async function keepClick(recording: Recording, click: SeenClick, place: RecordedPlace): Promise<void> {
    const known = await store.loadCapture(click.clickId)
    if (known !== undefined && (known.image !== null || known.undoneAt !== undefined)) return
    await dropUndone(recording)
    const newest = await store.loadNewestFrame(place.tabId, click.at)
    const isCurrent = newest?.documentId === place.documentId && newest.begunAt > (click.shownSince ?? click.at)
    const named = click.frameId === null ? undefined : await store.loadFrame(click.frameId)
    // The action may happen before the page learns that its picture was taken.
    const shown = named ?? (isCurrent ? newest : undefined)
    // Store the picture before the click at once, so that a crash can't lose the step while a better one is taken.
    const frame = shown ?? newest
    const frameDelayMs = shown === undefined && frame !== undefined ? Math.min(-1, frame.takenAt - click.at) : 0
    const capture = { ...toCapture(recording, click, place), frameDelayMs, image: frame?.image ?? null }
    const earlier = (await store.loadCaptures(recording.sessionId)).findLast(({ id }) => id !== capture.id)
    await save(capture)
    // An action that is reported late has already had its effect.
    if (shown !== undefined || (capture.isFolded === true && frame !== undefined)) return
    const streamed = await takeFromStream(capture, click, place)
    const isBetter = streamed?.capture.frameDelayMs === 0 || (streamed?.takenAt ?? 0) > (frame?.takenAt ?? 0)
    if (streamed !== null && isBetter) return save(withOther(streamed.capture, capture))
    // A picture from after the previous click is good enough; save the quota for the next click.
    const isFromBetween =
      frame !== undefined && (earlier === undefined || frame.takenAt > Date.parse(earlier.timestamp))
    await improvePicture(capture, click, place, isFromBetween)
  }

  /** The step with the tab's last frame before the action. */
  async function takeFromStream(
    capture: StoredCapture,
    { at, shownSince, barHiddenAt }: SeenClick,
    place: RecordedPlace,
  ) {
    const { viewport, devicePixelRatio } = capture
    const streamed = await streams.pictureOf(place.tabId, {
      at,
      shownSince,
      barHiddenAt,
      width: Math.round(viewport.width * devicePixelRatio),
      height: Math.round(viewport.height * devicePixelRatio),
    })
    if (streamed === null) return null
    const frameDelayMs = streamed.isCertain ? 0 : Math.min(-1, Math.round(streamed.shownAt - at))
    return { capture: { ...capture, image: toBlob(streamed.dataUrl), frameDelayMs }, takenAt: streamed.shownAt }
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
      await save(withOther({ ...capture, image: taken.image, frameDelayMs }, capture))
    }
  }

  return {
    save,
    dropUndone,

    /** Resolves once the capture is stored with its final picture. */
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

    async change(clickId: string, change: ActionChange): Promise<void> {
      changes.delete(clickId)
      changes.set(clickId, change)
      for (const id of changes.keys()) if (changes.size > changesMax) changes.delete(id)
      const capture = await store.loadCapture(clickId)
      if (capture !== undefined) await save(capture)
    },

    /** A step must have a picture: captures without one take the tab's next picture, without a hotspot. */
    async fillMissing(recording: Recording, frame: StoredFrame): Promise<void> {
      const captures = await store.loadCaptures(recording.sessionId)
      const missing = captures.filter(({ image, tabId }) => image === null && tabId === frame.tabId)
      for (const capture of missing) {
        const frameDelayMs = Math.max(1, frame.takenAt - Date.parse(capture.timestamp))
        const { box: _box, secrets: _secrets, ...rest } = capture
        await save({ ...rest, image: frame.image, hotspot: null, frameDelayMs, isPartlySearched: true })
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

/** Keeps the picture of `other` beside an uncertain one; the author chooses. */
function withOther(capture: StoredCapture, { image, frameDelayMs }: StoredCapture): StoredCapture {
  return capture.frameDelayMs === 0 || image === null ? capture : { ...capture, other: { image, frameDelayMs } }
}

/** Converts a drag's path to percentages of the picture. */
function withAction(capture: StoredCapture, { kind, text, offsets }: ActionChange): StoredCapture {
  const { hotspot, viewport } = capture
  const path =
    hotspot === null
      ? []
      : offsets.map(({ x, y }) => ({
          xPercent: hotspot.xPercent + (x / viewport.width) * 100,
          yPercent: hotspot.yPercent + (y / viewport.height) * 100,
        }))
  const action = readStepAction({ kind, text, path })
  return action === null ? capture : { ...capture, action }
}
