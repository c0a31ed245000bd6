import { importPath } from '#protocol/extension-messages.ts'

import { injectRecorder, registerRecorder, unregisterRecorder } from './content-scripts.ts'
import { hasRecordingAccess, openAccessPage } from './site-access.ts'
import { loadHome } from './home.ts'
import type { Refusable } from './messages.ts'
import { unrecordableSentence } from './recordable-page.ts'
import type { Recorder } from './recording/recorder.ts'

export type SessionControl = ReturnType<typeof createSessionControl>

export type StartOutcome =
  | { readonly ok: true; readonly sessionId: string }
  | {
      readonly ok: false
      readonly problem: 'already-recording' | 'not-allowed' | 'not-found'
      readonly sentence: string
    }

/** Starts and ends recordings in the browser: tabs, scripts, and the import page. */
export function createSessionControl(recorder: Recorder) {
  async function refusal(address: string | undefined): Promise<StartOutcome | null> {
    const sentence = unrecordableSentence(address)
    if (sentence !== null) return { ok: false, problem: 'not-allowed', sentence }
    if ((await recorder.findActive()) === undefined) return null
    return {
      ok: false,
      problem: 'already-recording',
      sentence: 'A recording is already running. Stop it first. Its steps are kept.',
    }
  }

  async function begin(tabId: number, sessionId: string | null): Promise<StartOutcome> {
    await registerRecorder()
    const recording = await recorder.begin(tabId, sessionId)
    if (recording === null) {
      await unregisterIfIdle()
      return { ok: false, problem: 'not-found', sentence: 'This recording no longer exists.' }
    }
    return { ok: true, sessionId: recording.sessionId }
  }

  /** Unregisters the recorder when nothing is being recorded. */
  async function unregisterIfIdle(): Promise<void> {
    if ((await recorder.findActive()) === undefined) await unregisterRecorder()
  }

  async function openImport(sessionId: string): Promise<void> {
    await chrome.tabs.create({ url: `${await loadHome()}${importPath(sessionId)}` })
  }

  return {
    unregisterIfIdle,
    openImport,

    /** Records in an open tab, or resumes the recording `sessionId` there. */
    async recordTab(tabId: number, sessionId: string | null): Promise<Refusable> {
      const tab = await chrome.tabs.get(tabId)
      const refused = await refusal(tab.url)
      if (refused !== null) return refused
      try {
        // First: a page that rejects scripts can't be recorded, whatever its address.
        await chrome.scripting.executeScript({ target: { tabId }, func: () => true })
      } catch {
        return {
          ok: false,
          sentence: "Chrome doesn't let extensions record this page. Open another one and try again.",
        }
      }
      const outcome = await begin(tabId, sessionId)
      if (outcome.ok) {
        await injectRecorder(tabId)
        await recorder.streamTab(tabId)
      }
      return outcome
    },

    /** Records at an address, in the given tab or a new one. */
    async recordAddress(url: string, sessionId: string | null, tabId: number | null = null): Promise<StartOutcome> {
      const refused = await refusal(url)
      if (refused !== null) return refused
      if (!(await hasRecordingAccess())) {
        await openAccessPage({ tabId: null, url, sessionId })
        return {
          ok: false,
          problem: 'not-allowed',
          sentence: 'Allow access in the new tab to start recording there.',
        }
      }
      await registerRecorder()
      const tab = tabId === null ? await chrome.tabs.create({ url }) : await chrome.tabs.update(tabId, { url })
      if (tab?.id === undefined) throw new Error('Chrome created a tab without an id.')
      const outcome = await begin(tab.id, sessionId)
      // The page may have checked before recording began; a second script does nothing.
      if (outcome.ok) await injectRecorder(tab.id).catch(() => {})
      else await chrome.tabs.remove(tab.id)
      return outcome
    },

    /** Stops and opens the import page; false when there is no such recording. */
    async finish(sessionId: string): Promise<boolean> {
      const recording = await recorder.stop(sessionId)
      await unregisterIfIdle()
      if (recording === null) return false
      await openImport(sessionId)
      return true
    },
  }
}
