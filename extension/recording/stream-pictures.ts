import type { StreamAnswers, StreamedPicture, StreamMessage, StreamRequest } from '../stream/stream-messages.ts'
import type { ActionMoment } from '../stream/rolling-frames.ts'

/**
 * Pictures of tabs from a stream, which has no quota. Chrome allows a stream only for a tab in which the author has
 * used the toolbar button or a shortcut of the extension; other tabs have only screenshots. Nothing here throws.
 */
export interface StreamPictures {
  /** Starts the tab's stream if there is none, and Chrome allows it now. */
  readonly start: (tabId: number, screenshotId: string | null) => Promise<void>
  readonly stop: () => Promise<void>
  readonly setPaused: (isPaused: boolean) => Promise<void>
  /** A screenshot has been stored. */
  readonly noteScreenshot: (tabId: number, frameId: string, at: number) => Promise<void>
  /** The tab right before an action; null if there is no stream of this size in device pixels. */
  readonly pictureOf: (
    tabId: number,
    moment: ActionMoment & { readonly width: number; readonly height: number },
  ) => Promise<StreamedPicture | null>
}

const page = 'frame-stream.html'

export function createStreamPictures(): StreamPictures {
  let starting: Promise<void> = Promise.resolve()

  async function startNow(tabId: number, screenshotId: string | null): Promise<void> {
    // Firefox has neither. In Chrome, tabCapture is requested together with the access to sites.
    if (chrome.tabCapture === undefined || chrome.offscreen === undefined) return
    if ((await ask({ type: 'is-running', tabId })) === true) return
    const streamId = await chrome.tabCapture.getMediaStreamId({ targetTabId: tabId })
    const size = await sizeOf(tabId)
    if (!(await isOpen())) {
      await chrome.offscreen.createDocument({
        url: page,
        reasons: [chrome.offscreen.Reason.USER_MEDIA],
        justification: 'Keeps the last frame of the recorded tab, to show it as it was before each click.',
      })
    }
    await ask({ type: 'start', tabId, streamId, screenshotId, ...size })
  }

  return {
    start(tabId, screenshotId) {
      starting = starting.then(() => startNow(tabId, screenshotId)).catch(() => {})
      return starting
    },

    async stop() {
      await starting
      if (await isOpen()) await chrome.offscreen.closeDocument().catch(() => {})
    },

    async setPaused(isPaused) {
      await ask({ type: 'pause', isPaused })
    },

    async noteScreenshot(tabId, frameId, at) {
      await ask({ type: 'screenshot', tabId, frameId, at })
    },

    async pictureOf(tabId, moment) {
      return (await ask({ type: 'picture', tabId, ...moment })) ?? null
    },
  }
}

/** Undefined if the offscreen document isn't open or failed. */
async function ask<T extends StreamRequest['type']>(
  request: Extract<StreamRequest, { type: T }>,
): Promise<StreamAnswers[T] | undefined> {
  if (!(await isOpen())) return undefined
  const message: StreamMessage = { to: 'frame-stream', ...request }
  return chrome.runtime.sendMessage(message).catch(() => undefined)
}

async function isOpen(): Promise<boolean> {
  if (chrome.offscreen === undefined) return false
  const open = await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] })
  return open.length > 0
}

async function sizeOf(tabId: number): Promise<{ readonly width: number; readonly height: number }> {
  const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: readSize })
  if (frame?.result === undefined) throw new Error('The tab has no size.')
  return frame.result
}

/** Serialized into the page, so it can't reference anything outside itself. */
function readSize() {
  return {
    width: Math.round(innerWidth * devicePixelRatio),
    height: Math.round(innerHeight * devicePixelRatio),
  }
}
