import { defaultHome, loadHome, parseHome, saveHome } from '../home.ts'
import type {
  ControlMessage,
  PopupMessage,
  RecordedPageMessage,
  Refusable,
  RuntimeAnswers,
  RuntimeHandlers,
  RuntimeMessage,
} from '../messages.ts'
import { answerPage } from '../page-requests.ts'
import { acceptCode, isPaired, keepOffer, unpair } from '../pairing.ts'
import { registerBridge, registerRecorder, unregisterRecorder } from '../content-scripts.ts'
import { readAddressChange } from '../recording/address-step.ts'
import { liveSession } from '../recording/live-session.ts'
import { Recorder } from '../recording/recorder.ts'
import type { RecordedPlace } from '../recording/recording-list.ts'
import { createRecordingStore } from '../recording/recording-store.ts'
import { createStreamPictures } from '../recording/stream-pictures.ts'
import { createTabPictures } from '../recording/tab-pictures.ts'
import { hasHomeAccess } from '../site-access.ts'
import { createSessionControl } from '../session-control.ts'

/*
 * The background worker. Chrome may stop it at any line and restart it for the next event: listeners are added at once,
 * and no state lives only here.
 */

const recorder = new Recorder(createRecordingStore(), createTabPictures(), createStreamPictures(), liveSession)
const control = createSessionControl(recorder)
const nothingActive: Refusable = { ok: false, sentence: 'No recording is running.' }

type Answer = RuntimeAnswers[RuntimeMessage['type']]

const controlHandlers: RuntimeHandlers<ControlMessage> = {
  'undo-last-step': async () =>
    (await recorder.undo()) ? { ok: true } : { ok: false, sentence: 'There is no step to undo.' },
  'redo-step': async () =>
    (await recorder.redo()) ? { ok: true } : { ok: false, sentence: 'There is no step to restore.' },
  'set-paused': async ({ isPaused }) => ((await recorder.setPaused(isPaused)) ? { ok: true } : nothingActive),
  'finish-recording': async () => {
    const active = await recorder.findActive()
    if (active === undefined) return nothingActive
    await control.finish(active.sessionId)
    return { ok: true }
  },
}

const recordedPageHandlers: RuntimeHandlers<RecordedPageMessage, [place: RecordedPlace]> = {
  ...controlHandlers,
  'recorder-ready': async (_, place) => ({ status: await recorder.join(place) }),
  'want-frame': async (_, place) => ({ frameId: await recorder.takeFrame(place) }),
  click: async ({ click }, place) => ({ isKept: await recorder.keep(click, place) }),
  page: async ({ clickId, page }, place) => ({ isKept: await recorder.keepPage(clickId, page, place) }),
  'change-action': async ({ clickId, change }, place) => ({ isKept: await recorder.change(clickId, change, place) }),
  'child-click': async (message, { tabId }) => {
    await chrome.tabs.sendMessage(tabId, message, { frameId: 0 })
    return { isPassedOn: true }
  },
}

const popupHandlers: RuntimeHandlers<PopupMessage> = {
  ...controlHandlers,
  'read-status': async () => {
    const [home, active, recordings] = await Promise.all([loadHome(), recorder.status(), recorder.list()])
    return {
      home,
      isPaired: await isPaired(home),
      hasHomeAccess: await hasHomeAccess(home),
      active,
      waiting: recordings.filter(({ state }) => state !== 'recording'),
    }
  },
  'popup-opened': async ({ tabId }) => {
    await recorder.streamTab(tabId)
    return { ok: true }
  },
  connect: ({ home }) => connect(home),
  pair: async ({ code }) => {
    const home = await loadHome()
    const sentence = `${new URL(home).host} does not show this code. Open its demo list and enter the code shown there.`
    return (await acceptCode(home, code)) ? { ok: true } : { ok: false, sentence }
  },
  unpair: async () => {
    await unpair(await loadHome())
    return { ok: true }
  },
  'record-tab': ({ tabId, sessionId }) => control.recordTab(tabId, sessionId),
  'record-address': ({ url, sessionId, tabId }) => control.recordAddress(url, sessionId, tabId),
  'open-import': async ({ sessionId }) => {
    await control.openImport(sessionId)
    return { ok: true }
  },
  discard: async ({ sessionId }) => {
    await recorder.forget(sessionId)
    await control.unregisterIfIdle()
    return { ok: true }
  },
}

chrome.runtime.onInstalled.addListener(() => void prepare())
chrome.runtime.onStartup.addListener(() => void prepare())
chrome.tabs.onRemoved.addListener((tabId) => void recorder.closeTab(tabId))
observeAddresses()
chrome.permissions.onAdded.addListener(observeAddresses)
chrome.tabs.onReplaced?.addListener((added, removed) => void recorder.replaceTab(added, removed))

chrome.commands.onCommand.addListener((name, tab) => void runCommand(name, tab?.id))

chrome.runtime.onMessage.addListener((message: RuntimeMessage, sender, answer) => {
  if (sender.id !== chrome.runtime.id) return false
  respond(message, sender).then(answer, (cause: unknown) => {
    // Without an answer the sender retries; the cause is visible only in the extension's console.
    // oxlint-disable-next-line no-console
    console.error('Understudy:', cause)
    answer()
  })
  return true
})

/** Only once the author has allowed it; adding the same listener twice does nothing. */
function observeAddresses(): void {
  chrome.webNavigation?.onCommitted.addListener(handleNavigation)
  // Apps that change their address themselves.
  chrome.webNavigation?.onHistoryStateUpdated.addListener(handleNavigation)
  chrome.webNavigation?.onReferenceFragmentUpdated.addListener(handleNavigation)
}

function handleNavigation(details: chrome.webNavigation.WebNavigationTransitionCallbackDetails): void {
  const change = readAddressChange(details)
  if (change !== null) void recorder.navigate(change)
}

/** An update unregisters content scripts. A recording left over from a crash isn't active. */
async function prepare(): Promise<void> {
  await registerBridge(await loadHome())
  if ((await recorder.findActive()) === undefined) await unregisterRecorder()
  else await registerRecorder()
}

async function respond(message: RuntimeMessage, sender: chrome.runtime.MessageSender): Promise<Answer> {
  if (isFromPopup(sender)) return handlerOf(popupHandlers, message)(message)
  if (message.type === 'page-request') {
    const home = await loadHome()
    const isHome = sender.frameId === 0 && sender.origin === home
    if (isHome && message.request.type === 'offer-pairing') await keepOffer(home, message.request.code)
    if (isHome && (await isPaired(home))) return answerPage(message.request, recorder, control)
    return { ok: false, problem: 'not-allowed', sentence: 'Pair the extension with this site in its popup first.' }
  }
  const place = toPlace(sender)
  if (place === null) throw new Error('A message came from outside a tab.')
  return handlerOf(recordedPageHandlers, message)(message, place)
}

/** The handler for this sender's message; throws if the sender may not send it. */
function handlerOf<Context extends readonly unknown[]>(
  handlers: Readonly<Record<string, (message: never, ...context: Context) => Promise<Answer>>>,
  { type }: RuntimeMessage,
): (message: RuntimeMessage, ...context: Context) => Promise<Answer> {
  const handler = handlers[type]
  if (handler === undefined) throw new Error(`${type} came from the wrong place.`)
  return handler as (message: RuntimeMessage, ...context: Context) => Promise<Answer>
}

/** Keyboard shortcuts, which Chrome keeps from the page. */
async function runCommand(name: string, tabId: number | undefined): Promise<void> {
  const active = await recorder.findActive()
  if (active === undefined) return
  if (name === 'pause-recording') await recorder.setPaused(!active.isPaused)
  if (name === 'undo-step') await recorder.undo()
  if (tabId !== undefined) await recorder.streamTab(tabId)
  if (name === 'stop-recording') await control.finish(active.sessionId)
}

async function connect(address: string): Promise<Refusable> {
  const home = parseHome(address)
  if (home === null) return { ok: false, sentence: `That is not a web address. Enter one such as ${defaultHome}.` }
  await saveHome(home)
  await registerBridge(home)
  return { ok: true }
}

function isFromPopup(sender: chrome.runtime.MessageSender): boolean {
  return sender.url?.startsWith(chrome.runtime.getURL('')) ?? false
}

function toPlace(sender: chrome.runtime.MessageSender): RecordedPlace | null {
  const { tab, frameId } = sender
  if (tab?.id === undefined || frameId === undefined) return null
  return { tabId: tab.id, openerTabId: tab.openerTabId, documentId: sender.documentId ?? `${frameId}` }
}
