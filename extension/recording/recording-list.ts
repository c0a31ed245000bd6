import { createRecording, reduceRecording, type Recording, type RecordingEvent } from './recording.ts'
import type { RecordingStore } from './recording-store.ts'

/** The sender of a message, according to the browser. */
export interface RecordedPlace {
  readonly tabId: number
  /** The tab that opened this one. */
  readonly openerTabId: number | undefined
  /** The document's id; in Firefox, which has none, the frame's id. */
  readonly documentId: string
}

/** The id of the recording that was started in this run of the browser; lost in a crash. */
export interface LiveSession {
  readonly load: () => Promise<string | undefined>
  readonly save: (sessionId: string) => Promise<void>
  readonly clear: () => Promise<void>
}

export type RecordingList = ReturnType<typeof createRecordingList>

/** All recordings, cached from the store. One that the browser's last run left running becomes interrupted. */
export function createRecordingList(
  store: Pick<RecordingStore, 'loadRecordings' | 'saveRecording' | 'deleteRecording'>,
  live: LiveSession,
) {
  const loaded = loadRecordings(store, live)

  async function save(recording: Recording): Promise<void> {
    const recordings = await loaded
    recordings.set(recording.sessionId, recording)
    await store.saveRecording(recording)
  }

  async function dispatch(recording: Recording, event: RecordingEvent): Promise<Recording> {
    const current = (await loaded).get(recording.sessionId) ?? recording
    const next = reduceRecording(current, event)
    if (next !== current) await save(next)
    return next
  }

  async function findActive(): Promise<Recording | undefined> {
    return [...(await loaded).values()].find(({ state }) => state === 'recording')
  }

  return {
    dispatch,
    findActive,

    async find(sessionId: string): Promise<Recording | undefined> {
      return (await loaded).get(sessionId)
    },

    /** Newest first. */
    async all(): Promise<readonly Recording[]> {
      return [...(await loaded).values()].sort((a, b) => b.startedAt.localeCompare(a.startedAt))
    },

    /** The tab's recording, if it is recorded or was opened by a recorded tab. */
    async findFor(place: RecordedPlace): Promise<Recording | null> {
      const active = await findActive()
      if (active === undefined) return null
      if (active.tabIds.includes(place.tabId)) return active
      if (place.openerTabId === undefined || !active.tabIds.includes(place.openerTabId)) return null
      return dispatch(active, { type: 'tab-followed', tabId: place.tabId })
    },

    /** Begins in a tab, or resumes an earlier recording there; null when there is none with that id. */
    async begin(tabId: number, sessionId: string | null): Promise<Recording | null> {
      const earlier = sessionId === null ? null : (await loaded).get(sessionId)
      if (earlier === undefined) return null
      const recording = earlier === null ? newRecording(tabId) : reduceRecording(earlier, { type: 'resumed', tabId })
      await live.save(recording.sessionId)
      await save(recording)
      return recording
    },

    async end(recording: Recording, event: RecordingEvent): Promise<void> {
      await dispatch(recording, event)
      await live.clear()
    },

    async remove(sessionId: string): Promise<void> {
      const recordings = await loaded
      recordings.delete(sessionId)
      await store.deleteRecording(sessionId)
    },
  }
}

async function loadRecordings(
  store: Pick<RecordingStore, 'loadRecordings' | 'saveRecording'>,
  live: LiveSession,
): Promise<Map<string, Recording>> {
  const liveId = await live.load()
  const stored = await store.loadRecordings()
  const current = stored.map((recording) =>
    recording.state === 'recording' && recording.sessionId !== liveId
      ? reduceRecording(recording, { type: 'interrupted' })
      : recording,
  )
  const changed = current.filter((recording, index) => recording !== stored[index])
  await Promise.all(changed.map((recording) => store.saveRecording(recording)))
  return new Map(current.map((recording) => [recording.sessionId, recording]))
}

function newRecording(tabId: number): Recording {
  return createRecording({
    sessionId: crypto.randomUUID(),
    frameToken: crypto.randomUUID(),
    startedAt: new Date().toISOString(),
    tabId,
  })
}
