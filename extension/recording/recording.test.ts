import { expect, test } from 'vitest'

import { createRecording, reduceRecording, type RecordingEvent } from './recording.ts'

const started = createRecording({
  sessionId: 's',
  frameToken: 't',
  startedAt: '2026-01-01T00:00:00.000Z',
  tabId: 1,
})

function after(...events: readonly RecordingEvent[]) {
  return events.reduce(reduceRecording, started)
}

test('follows tabs opened by recorded tabs, each once', () => {
  expect(after({ type: 'tab-followed', tabId: 2 }, { type: 'tab-followed', tabId: 2 }).tabIds).toEqual([1, 2])
})

test('keeps recording while a tab is left, and is interrupted when the last one closes', () => {
  const one = after({ type: 'tab-followed', tabId: 2 }, { type: 'tab-closed', tabId: 1 })
  expect(one).toMatchObject({ state: 'recording', tabIds: [2] })
  expect(reduceRecording(one, { type: 'tab-closed', tabId: 2 })).toMatchObject({ state: 'interrupted', tabIds: [] })
})

test('ignores closing a tab that is not recorded', () => {
  expect(after({ type: 'tab-closed', tabId: 9 })).toBe(started)
})

test('keeps recording a tab that Chrome replaced with a prerendered one', () => {
  expect(after({ type: 'tab-replaced', removedTabId: 1, addedTabId: 5 }).tabIds).toEqual([5])
})

test('is named after its first page', () => {
  expect(after({ type: 'page-named', title: 'First' }, { type: 'page-named', title: 'Second' }).title).toBe('First')
})

test('an interrupted recording only resumes or stops', () => {
  const interrupted = after({ type: 'interrupted' })
  expect(reduceRecording(interrupted, { type: 'pause-changed', isPaused: true })).toBe(interrupted)
  expect(reduceRecording(interrupted, { type: 'resumed', tabId: 7 })).toMatchObject({ state: 'recording', tabIds: [7] })
  expect(reduceRecording(interrupted, { type: 'stopped' }).state).toBe('stopped')
})

test('stays stopped whatever its tabs do', () => {
  const stopped = after({ type: 'stopped' })
  expect(stopped).toMatchObject({ state: 'stopped', tabIds: [] })
  expect(reduceRecording(stopped, { type: 'tab-followed', tabId: 3 })).toBe(stopped)
  expect(reduceRecording(stopped, { type: 'interrupted' })).toBe(stopped)
})

test('stopping ends a pause', () => {
  const paused = after({ type: 'pause-changed', isPaused: true })
  expect(paused.isPaused).toBe(true)
  expect(reduceRecording(paused, { type: 'stopped' }).isPaused).toBe(false)
})
