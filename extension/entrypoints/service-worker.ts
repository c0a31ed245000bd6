import { defaultHome, loadHome, parseHome, saveHome } from '../home.ts'
import type { Refusable, RuntimeAnswers, RuntimeMessage } from '../messages.ts'
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

async function respond(
  message: RuntimeMessage,
  sender: chrome.runtime.MessageSender,
): Promise<RuntimeAnswers[RuntimeMessage['type']]> {
  if (isFromPopup(sender)) return respondToPopup(message)
  if (message.type === 'page-request') {
    const home = await loadHome()
    const isHome = sender.frameId === 0 && sender.origin === home
    if (isHome && message.request.type === 'offer-pairing') await keepOffer(home, message.request.code)
    if (isHome && (await isPaired(home))) return answerPage(message.request, recorder, control)
    return { ok: false, problem: 'not-allowed', sentence: 'Pair the extension with this site in its popup first.' }
  }
  const place = toPlace(sender)
  if (place === null) throw new Error('A message came from outside a tab.')
  switch (message.type) {
    case 'recorder-ready':
      return { status: await recorder.join(place) }
    case 'want-frame':
      return { frameId: await recorder.takeFrame(place) }
    case 'click':
      return { isKept: await recorder.keep(message.click, place) }
    case 'page':
      return { isKept: await recorder.keepPage(message.clickId, message.page, place) }
    case 'change-action':
      return { isKept: await recorder.change(message.clickId, message.change, place) }
    case 'child-click':
      await chrome.tabs.sendMessage(place.tabId, message, { frameId: 0 })
      return { isPassedOn: true }
    default:
      return respondToControl(message)
  }
}

async function respondToPopup(message: RuntimeMessage): Promise<RuntimeAnswers[RuntimeMessage['type']]> {
  switch (message.type) {
    case 'read-status': {
      const [home, active, recordings] = await Promise.all([loadHome(), recorder.status(), recorder.list()])
      return {
        home,
        isPaired: await isPaired(home),
        hasHomeAccess: await hasHomeAccess(home),
        active,
        waiting: recordings.filter(({ state }) => state !== 'recording'),
      }
    }
    case 'popup-opened':
      await recorder.streamTab(message.tabId)
      return { ok: true }
    case 'connect':
      return connect(message.home)
    case 'pair': {
      const home = await loadHome()
      const sentence = `${new URL(home).host} does not show this code. Open its demo list and enter the code shown there.`
      return (await acceptCode(home, message.code)) ? { ok: true } : { ok: false, sentence }
    }
    case 'unpair':
      await unpair(await loadHome())
      return { ok: true }
    case 'record-tab':
      return control.recordTab(message.tabId, message.sessionId)
    case 'record-address':
      return control.recordAddress(message.url, message.sessionId, message.tabId)
    case 'open-import':
      await control.openImport(message.sessionId)
      return { ok: true }
    case 'discard':
      await recorder.forget(message.sessionId)
      await control.tidy()
      return { ok: true }
    default:
      return respondToControl(message)
  }
}

/** What both the popup and the bar in a recorded page can do. */
async function respondToControl(message: RuntimeMessage): Promise<Refusable> {
  const nothingActive: Refusable = { ok: false, sentence: 'No recording is running.' }
  switch (message.type) {
    case 'undo-last-step':
      return (await recorder.undo()) ? { ok: true } : { ok: false, sentence: 'There is no step to undo.' }
    case 'redo-step':
      return (await recorder.redo()) ? { ok: true } : { ok: false, sentence: 'There is no step to restore.' }
    case 'set-paused':
      return (await recorder.setPaused(message.isPaused)) ? { ok: true } : nothingActive
    case 'finish-recording': {
      const active = await recorder.findActive()
      if (active === undefined) return nothingActive
      await control.finish(active.sessionId)
      return { ok: true }
    }
    default:
      throw new Error(`${message.type} came from the wrong place.`)
  }
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
