import {
  extensionCheckEvent,
  extensionCheckResponse,
  type ExtensionAnswerEnvelope,
  type ExtensionCheckResponse,
  type ExtensionRequest,
} from '#protocol/extension-messages.ts'

import { loadHome, observeHome } from '../home.ts'
import { askWorker, type PageAnswer } from '../messages.ts'
import { parsePageEnvelope } from '../page-envelope.ts'
import { isPaired, observePaired } from '../pairing.ts'

/*
 * Connects the web app and the extension, in the top frame of the connected address. The browser injects it on every
 * port and path of the host; this script checks that the page is the connected and paired one, and the service worker
 * checks again by the browser's sender data.
 */

const mark = Symbol.for('understudy.app-bridge')
const marked = window as unknown as Record<symbol, (() => boolean) | undefined>
if (window.parent === window && marked[mark]?.() !== true) {
  marked[mark] = isConnected
  openBridge()
}

function openBridge(): void {
  let home = loadHome()
  observeHome((origin) => {
    home = Promise.resolve(origin)
  })

  observePaired(() => void answerCheck(home))
  window.addEventListener(extensionCheckEvent, () => void answerCheck(home))
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source === window && event.origin === location.origin) void answerRequest(event.data, home)
  })
}

async function answerCheck(home: Promise<string>): Promise<void> {
  if (!isConnected() || (await home) !== location.origin) return
  const installed: ExtensionCheckResponse = { type: extensionCheckResponse, installed: true }
  const response: ExtensionCheckResponse = (await isPaired(location.origin))
    ? { ...installed, isPaired: true, version: chrome.runtime.getManifest().version }
    : installed
  window.postMessage(response, location.origin)
}

async function answerRequest(data: unknown, home: Promise<string>): Promise<void> {
  const envelope = parsePageEnvelope(data)
  if (envelope === null || !isConnected() || (await home) !== location.origin) return
  if (envelope.request.type === 'offer-pairing') {
    await askPatiently(envelope.request).catch(() => {})
    return
  }
  if (!(await isPaired(location.origin))) return
  const answer = await askPatiently(envelope.request).catch(() => ({
    ok: false as const,
    problem: 'failed' as const,
    sentence: "The extension didn't answer. Reload the page and try again; nothing was lost.",
  }))
  const answerEnvelope = {
    source: 'understudy-extension',
    requestId: envelope.requestId,
    ...answer,
  } as ExtensionAnswerEnvelope
  window.postMessage(answerEnvelope, location.origin)
}

/** Retries a repeatable request if the service worker died while handling it. */
async function askPatiently(request: ExtensionRequest): Promise<PageAnswer> {
  const isRepeatable = request.type !== 'start-recording' && request.type !== 'resume-recording'
  for (let triesLeft = isRepeatable ? 3 : 1; ; triesLeft -= 1) {
    try {
      return await askWorker({ type: 'page-request', request })
    } catch (cause) {
      if (triesLeft <= 1 || !isConnected()) throw cause
    }
  }
}

/** False once the extension was reloaded or removed while the page stayed. */
function isConnected(): boolean {
  return chrome.runtime?.id !== undefined
}
