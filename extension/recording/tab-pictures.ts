import { limits } from '#domain/limits.ts'

import { createQuotaQueue } from '../capture/quota-queue.ts'
import { systemClock } from '../capture/system-clock.ts'
import type { RecorderMessage } from '../messages.ts'
import type { StoredFrame } from './recording-store.ts'

export interface TabPictures {
  /** A picture of the settled tab, or null when its document is not ready. */
  readonly takeAhead: (tabId: number, documentId: string) => Promise<StoredFrame | null>
  /** Whether the quota allows a picture now and still leaves one for the next click. */
  readonly hasToSpare: () => boolean
  /** A picture as soon as the quota allows; null if another tab or document is shown by that time. */
  readonly takeAtClick: (tabId: number, documentId: string) => Promise<StoredFrame | null>
  /** The picture being taken ahead of time for the document right now, if any. */
  readonly comingFrame: (documentId: string) => Promise<StoredFrame | null> | undefined
}

const quotaRetryMs = 250
const quotaRetries = 8

/** The only place that takes pictures, so that Chrome's quota is kept over all tabs. */
export function createTabPictures(): TabPictures {
  const queue = createQuotaQueue({
    perWindow: limits.capturesPerSecond,
    // Chrome's quota window starts when the call reaches the browser, slightly after ours.
    windowMs: 1_060,
    clock: systemClock,
  })
  const coming = new Map<string, Promise<StoredFrame | null>>()

  async function take(tabId: number, documentId: string): Promise<StoredFrame | null> {
    const tab = await chrome.tabs.get(tabId)
    if (!tab.active) return null
    const begunAt = Date.now()
    const dataUrl = await captureWindow(tab.windowId)
    const takenAt = Date.now()
    // The picture shows the window, so it is valid only if the same document is still in front.
    if (!(await isShown(tabId, documentId))) return null
    return { id: crypto.randomUUID(), tabId, documentId, begunAt, takenAt, image: toBlob(dataUrl) }
  }

  return {
    takeAhead: (tabId, documentId) =>
      queue.run('ahead', async (giveBack) => {
        const isReady = await askDocument(tabId, documentId, { type: 'prepare-frame' })
        if (!isReady) {
          giveBack()
          return null
        }
        const picture = take(tabId, documentId).catch(() => null)
        coming.set(documentId, picture)
        const frame = await picture
        coming.delete(documentId)
        return frame
      }),
    hasToSpare: queue.hasSlotToSpare,
    takeAtClick: (tabId, documentId) => queue.run('click', () => take(tabId, documentId).catch(() => null)),
    comingFrame: (documentId) => coming.get(documentId),
  }
}

/** Rejects if Chrome refuses for another reason than its quota, for example on its own pages. */
async function captureWindow(windowId: number): Promise<string> {
  for (let triesLeft = quotaRetries; ; triesLeft -= 1) {
    try {
      return await chrome.tabs.captureVisibleTab(windowId, { format: 'png' })
    } catch (cause) {
      // After a restart of the service worker the previous calls are unknown.
      const isQuota = cause instanceof Error && cause.message.includes('MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND')
      if (!isQuota || triesLeft === 0) throw cause
      await new Promise((resolve) => setTimeout(resolve, quotaRetryMs))
    }
  }
}

async function isShown(tabId: number, documentId: string): Promise<boolean> {
  const tab = await chrome.tabs.get(tabId)
  return tab.active && (await askDocument(tabId, documentId, { type: 'are-you-there' }))
}

/** Also false when the document is gone. */
async function askDocument(tabId: number, documentId: string, message: RecorderMessage): Promise<boolean> {
  try {
    const isFrameId = /^\d+$/.test(documentId)
    const place = isFrameId ? { frameId: Number(documentId) } : { documentId }
    return (await chrome.tabs.sendMessage(tabId, message, place)) === true
  } catch {
    return false
  }
}

/** The size in a PNG's header. */
export function toBlob(dataUrl: string): Blob {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: 'image/png' })
}
