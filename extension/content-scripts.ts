import { patternOf } from './site-access.ts'

/*
 * Injects scripts only while needed: the bridge on the connected address, the recorder in all frames while recording.
 */

const bridgeId = 'app-bridge'
const recorderId = 'recorder'

/** Puts the bridge on pages of `origin`, open ones included. The bridge checks the port itself. */
export async function registerBridge(origin: string): Promise<void> {
  const script: chrome.scripting.RegisteredContentScript = {
    id: bridgeId,
    js: ['app-bridge.js'],
    matches: [patternOf(origin)],
    runAt: 'document_start',
    allFrames: false,
    persistAcrossSessions: true,
  }
  await replace(script)
  const tabs = await chrome.tabs.query({ url: script.matches ?? [] })
  await Promise.allSettled(
    tabs.map(async ({ id }) => {
      if (id !== undefined) await chrome.scripting.executeScript({ target: { tabId: id }, files: ['app-bridge.js'] })
    }),
  )
}

/** Runs the recorder on every page loaded from now on; it asks whether its tab is recorded. */
export async function registerRecorder(): Promise<void> {
  await replace({
    id: recorderId,
    js: ['recorder.js'],
    matches: ['http://*/*', 'https://*/*'],
    runAt: 'document_start',
    allFrames: true,
    // about:blank, srcdoc, blob: and data: frames belong to the page that created them.
    matchOriginAsFallback: true,
    persistAcrossSessions: false,
  })
}

export async function unregisterRecorder(): Promise<void> {
  await remove(recorderId)
}

/** Rejects on pages where Chrome allows no extensions. */
export async function injectRecorder(tabId: number): Promise<void> {
  await chrome.scripting.executeScript({
    target: { tabId, allFrames: true },
    files: ['recorder.js'],
    injectImmediately: true,
  })
}

async function replace(script: chrome.scripting.RegisteredContentScript): Promise<void> {
  await remove(script.id)
  await chrome.scripting.registerContentScripts([script])
}

async function remove(id: string): Promise<void> {
  const registered = await chrome.scripting.getRegisteredContentScripts({ ids: [id] })
  if (registered.length > 0) await chrome.scripting.unregisterContentScripts({ ids: [id] })
}
