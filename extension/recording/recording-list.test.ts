import { expect, test } from 'vitest'

import { createRecordingList, type LiveSession } from './recording-list.ts'
import type { Recording } from './recording.ts'

/** Storage that outlives a list, as it outlives a service worker; `crash` empties the browser's session. */
function createDisk() {
  const stored = new Map<string, Recording>()
  let liveId: string | undefined
  const live: LiveSession = {
    load: async () => liveId,
    save: async (sessionId) => {
      liveId = sessionId
    },
    clear: async () => {
      liveId = undefined
    },
  }
  const store = {
    loadRecordings: async () => [...stored.values()],
    saveRecording: async (recording: Recording) => void stored.set(recording.sessionId, recording),
    deleteRecording: async (sessionId: string) => void stored.delete(sessionId),
  }
  return {
    stored,
    open: () => createRecordingList(store, live),
    crash: () => {
      liveId = undefined
    },
  }
}

const place = (tabId: number, openerTabId?: number) => ({ tabId, openerTabId, documentId: 'd' })

test('resumes the recording after the service worker restarts', async () => {
  const disk = createDisk()
  const begun = await disk.open().begin(1, null)
  expect((await disk.open().findActive())?.sessionId).toBe(begun?.sessionId)
})

test('interrupts a recording left running by a browser crash', async () => {
  const disk = createDisk()
  await disk.open().begin(1, null)
  disk.crash()
  const list = disk.open()
  expect(await list.findActive()).toBe(undefined)
  expect([...disk.stored.values()][0]).toMatchObject({ state: 'interrupted', tabIds: [] })
})

test('resumes an earlier recording, not an unknown one', async () => {
  const disk = createDisk()
  const begun = await disk.open().begin(1, null)
  disk.crash()
  const list = disk.open()
  expect(await list.begin(2, 'unknown')).toBe(null)
  expect(await list.begin(2, begun?.sessionId ?? '')).toMatchObject({ state: 'recording', tabIds: [2] })
})

test('follows only tabs opened by recorded tabs', async () => {
  const list = createDisk().open()
  await list.begin(1, null)
  expect(await list.findFor(place(9))).toBe(null)
  expect(await list.findFor(place(2, 1))).toMatchObject({ tabIds: [1, 2] })
  expect(await list.findFor(place(2))).toMatchObject({ tabIds: [1, 2] })
})

test('no longer lists a removed recording', async () => {
  const disk = createDisk()
  const list = disk.open()
  const begun = await list.begin(1, null)
  await list.remove(begun?.sessionId ?? '')
  expect(await list.all()).toEqual([])
  expect(disk.stored.size).toBe(0)
})
