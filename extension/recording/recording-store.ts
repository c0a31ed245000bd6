import type { Capture } from '#domain/capture.ts'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

import type { RecordedSnapshot } from '#protocol/snapshots.ts'

import type { RawSnapshot } from '../snapshot/raw-snapshot.ts'
import type { Recording } from './recording.ts'

/** A stored capture. `image` is null between a click and its first picture. */
export interface StoredCapture extends Omit<Capture, 'number'> {
  readonly image: Blob | null
  /** The same image, compressed later. */
  readonly compact?: Blob
  /** A second picture, if neither is certain. */
  readonly other?: { readonly image: Blob; readonly frameDelayMs: number }
  readonly tabId: number
  /** When the author undid it (ms since the epoch); kept for redo until the next step. */
  readonly undoneAt?: number
}

/** A picture of a tab that may become a capture's image. */
export interface StoredFrame {
  readonly id: string
  readonly tabId: number
  /** The tab's top document at that time. */
  readonly documentId: string
  /** Milliseconds since the epoch; the picture shows a moment between the two. */
  readonly begunAt: number
  readonly takenAt: number
  readonly image: Blob
}

/** The captured page behind a screenshot. `page` is null until its files have been fetched. */
export interface StoredSnapshot {
  readonly captureId: string
  readonly sessionId: string
  readonly raw: RawSnapshot
  readonly page: RecordedSnapshot | null
}

export interface StoredSnapshotFile {
  readonly sessionId: string
  readonly hash: string
  readonly file: Blob
}

interface Schema extends DBSchema {
  recordings: { key: string; value: Recording }
  captures: { key: string; value: StoredCapture; indexes: { bySession: string } }
  frames: { key: string; value: StoredFrame; indexes: { byTab: number } }
  snapshots: { key: string; value: StoredSnapshot; indexes: { bySession: string } }
  snapshotFiles: { key: [string, string]; value: StoredSnapshotFile; indexes: { bySession: string } }
}

/** Pictures kept per tab: a click may still refer to the second newest. */
const framesPerTab = 3

export type RecordingStore = ReturnType<typeof createRecordingStore>

/** Everything that must outlive the service worker, which Chrome may stop at any moment. */
export function createRecordingStore() {
  const opened = open()

  return {
    async loadRecordings(): Promise<readonly Recording[]> {
      return (await opened).getAll('recordings')
    },

    async saveRecording(recording: Recording): Promise<void> {
      await (await opened).put('recordings', recording)
    },

    /** Deletes the recording and everything that belongs to it, atomically. */
    async deleteRecording(sessionId: string): Promise<void> {
      const stores = ['captures', 'snapshots', 'snapshotFiles'] as const
      const transaction = (await opened).transaction(['recordings', ...stores], 'readwrite')
      const deletions = await Promise.all(
        stores.map(async (name) => {
          const store = transaction.objectStore(name)
          const keys: (string | [string, string])[] = await store.index('bySession').getAllKeys(sessionId)
          return keys.map((key) => store.delete(IDBKeyRange.only(key)))
        }),
      )
      await Promise.all([
        transaction.objectStore('recordings').delete(sessionId),
        ...deletions.flat(),
        transaction.done,
      ])
    },

    /** In click order, without undone ones. */
    async loadCaptures(sessionId: string): Promise<readonly StoredCapture[]> {
      const captures = await (await opened).getAllFromIndex('captures', 'bySession', sessionId)
      return captures
        .filter(({ undoneAt }) => undoneAt === undefined)
        .sort((a, b) => a.timestamp.localeCompare(b.timestamp))
    },

    /** Undone captures, latest first. */
    async loadUndone(sessionId: string): Promise<readonly StoredCapture[]> {
      const captures = await (await opened).getAllFromIndex('captures', 'bySession', sessionId)
      return captures
        .filter(({ undoneAt }) => undoneAt !== undefined)
        .sort((a, b) => (b.undoneAt ?? 0) - (a.undoneAt ?? 0))
    },

    async loadCapture(id: string): Promise<StoredCapture | undefined> {
      return (await opened).get('captures', id)
    },

    /** Resolves when the capture would survive a crash of the browser. */
    async saveCapture(capture: StoredCapture): Promise<void> {
      const transaction = (await opened).transaction('captures', 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.put(capture), transaction.done])
    },

    async deleteCapture(id: string): Promise<void> {
      const database = await opened
      await Promise.all([database.delete('captures', id), database.delete('snapshots', id)])
    },

    async loadFrame(id: string): Promise<StoredFrame | undefined> {
      return (await opened).get('frames', id)
    },

    /** The newest picture of the tab taken before `beforeMs`. */
    async loadNewestFrame(tabId: number, beforeMs: number): Promise<StoredFrame | undefined> {
      const frames = await (await opened).getAllFromIndex('frames', 'byTab', tabId)
      return frames.filter(({ takenAt }) => takenAt <= beforeMs).sort((a, b) => b.takenAt - a.takenAt)[0]
    },

    async saveFrame(frame: StoredFrame): Promise<void> {
      const transaction = (await opened).transaction('frames', 'readwrite')
      const older = await transaction.store.index('byTab').getAll(frame.tabId)
      const surplus = older.sort((a, b) => b.takenAt - a.takenAt).slice(framesPerTab - 1)
      await Promise.all([
        transaction.store.put(frame),
        ...surplus.map(({ id }) => transaction.store.delete(id)),
        transaction.done,
      ])
    },

    async loadSnapshot(captureId: string): Promise<StoredSnapshot | undefined> {
      return (await opened).get('snapshots', captureId)
    },

    async saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
      await (await opened).put('snapshots', snapshot)
    },

    async loadSnapshotFile(sessionId: string, hash: string): Promise<Blob | undefined> {
      return (await (await opened).get('snapshotFiles', [sessionId, hash]))?.file
    },

    async saveSnapshotFile(file: StoredSnapshotFile): Promise<void> {
      await (await opened).put('snapshotFiles', file)
    },

    async deleteFrames(): Promise<void> {
      await (await opened).clear('frames')
    },
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('understudy', 2, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('recordings', { keyPath: 'sessionId' })
        database.createObjectStore('captures', { keyPath: 'id' }).createIndex('bySession', 'sessionId')
        database.createObjectStore('frames', { keyPath: 'id' }).createIndex('byTab', 'tabId')
      }
      database.createObjectStore('snapshots', { keyPath: 'captureId' }).createIndex('bySession', 'sessionId')
      database
        .createObjectStore('snapshotFiles', { keyPath: ['sessionId', 'hash'] })
        .createIndex('bySession', 'sessionId')
    },
  })
}
