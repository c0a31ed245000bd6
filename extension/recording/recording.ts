import type { RecordingSummary } from '#protocol/extension-messages.ts'

/** A recording without its captures, which are stored separately so that each is safe. */
export interface Recording {
  readonly sessionId: string
  readonly state: 'recording' | 'interrupted' | 'stopped'
  readonly isPaused: boolean
  readonly startedAt: string
  readonly title: string
  /** Recorded tabs. Empty unless recording: tab ids change with a restart. */
  readonly tabIds: readonly number[]
  readonly frameToken: string
}

export type RecordingEvent =
  | { readonly type: 'tab-followed'; readonly tabId: number }
  | { readonly type: 'tab-replaced'; readonly removedTabId: number; readonly addedTabId: number }
  | { readonly type: 'tab-closed'; readonly tabId: number }
  | { readonly type: 'page-named'; readonly title: string }
  | { readonly type: 'pause-changed'; readonly isPaused: boolean }
  | { readonly type: 'stopped' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'resumed'; readonly tabId: number }

export function createRecording(start: {
  readonly sessionId: string
  readonly frameToken: string
  readonly startedAt: string
  readonly tabId: number
}): Recording {
  const { tabId, ...rest } = start
  return { ...rest, state: 'recording', isPaused: false, title: '', tabIds: [tabId] }
}

/** The recording after the event; the same object if the event doesn't apply. */
export function reduceRecording(recording: Recording, event: RecordingEvent): Recording {
  if (event.type === 'resumed') {
    return { ...recording, state: 'recording', isPaused: false, tabIds: [event.tabId] }
  }
  if (recording.state === 'stopped') return recording
  if (event.type === 'stopped') return { ...recording, state: 'stopped', isPaused: false, tabIds: [] }
  if (recording.state === 'interrupted') return recording
  switch (event.type) {
    case 'tab-followed':
      return recording.tabIds.includes(event.tabId)
        ? recording
        : { ...recording, tabIds: [...recording.tabIds, event.tabId] }
    case 'tab-replaced':
      return {
        ...recording,
        tabIds: recording.tabIds.map((id) => (id === event.removedTabId ? event.addedTabId : id)),
      }
    case 'tab-closed':
      return withoutTab(recording, event.tabId)
    case 'page-named':
      return recording.title === '' ? { ...recording, title: event.title } : recording
    case 'pause-changed':
      return { ...recording, isPaused: event.isPaused }
    case 'interrupted':
      return interrupted(recording)
  }
}

export function summarizeRecording(recording: Recording, captureCount: number): RecordingSummary {
  const { sessionId, state, startedAt, title } = recording
  return { sessionId, state, startedAt, title, captureCount }
}

/** Nothing can be recorded without a tab, so closing the last one interrupts. */
function withoutTab(recording: Recording, tabId: number): Recording {
  if (!recording.tabIds.includes(tabId)) return recording
  const tabIds = recording.tabIds.filter((id) => id !== tabId)
  return tabIds.length === 0 ? interrupted(recording) : { ...recording, tabIds }
}

function interrupted(recording: Recording): Recording {
  return { ...recording, state: 'interrupted', isPaused: false, tabIds: [] }
}
