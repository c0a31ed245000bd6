import { redactRecordedAddress } from '#domain/redact-address.ts'

import type { StoredCapture, StoredFrame } from './recording-store.ts'

export interface AddressChange {
  readonly tabId: number
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Through the browser's buttons, or by a page that navigates back itself. */
  readonly isHistory: boolean
}

/** Navigation by the browser's address bar or buttons. */
export function readAddressChange(
  details: chrome.webNavigation.WebNavigationTransitionCallbackDetails,
): AddressChange | null {
  const { frameId, transitionType, transitionQualifiers, tabId, url, timeStamp } = details
  if (frameId !== 0 || transitionType === 'reload' || !/^https?:/.test(url)) return null
  const isHistory = transitionQualifiers.includes('forward_back')
  const isTyped =
    transitionQualifiers.includes('from_address_bar') ||
    ['typed', 'generated', 'keyword', 'auto_bookmark'].includes(transitionType)
  return isHistory || isTyped ? { tabId, url, at: Math.round(timeStamp), isHistory } : null
}

/** A page that navigates back does so right after the click. */
const causedMs = 1_500

/** The step, with the previous page's last picture and no hotspot. Null if a click caused the navigation. */
export function addressStep(
  { tabId, url, at, isHistory }: AddressChange,
  frame: StoredFrame,
  earlier: readonly StoredCapture[],
  sessionId: string,
): StoredCapture | null {
  const last = earlier.findLast((capture) => capture.tabId === tabId)
  if (last === undefined || (isHistory && at - Date.parse(last.timestamp) < causedMs)) return null
  const { host, pathname } = new URL(redactRecordedAddress(url))
  return {
    id: crypto.randomUUID(),
    sessionId,
    tabId,
    url: last.url,
    title: last.title,
    timestamp: new Date(at).toISOString(),
    target: { role: '', name: '' },
    action: { kind: 'navigate', text: `${host}${pathname === '/' ? '' : pathname}`, path: [] },
    hotspot: null,
    viewport: last.viewport,
    scroll: last.scroll,
    devicePixelRatio: last.devicePixelRatio,
    frameDelayMs: 0,
    image: frame.image,
  }
}
