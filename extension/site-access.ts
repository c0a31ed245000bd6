/*
 * Permissions that the extension requests when needed, not at installation: all sites for a recording, because a click may
 * lead anywhere, and the connected address.
 */

/** What a recording needs, except permissions granted at installation. Firefox has no tabCapture. */
function recordingAccess(): chrome.permissions.Permissions {
  const { optional_permissions: permissions = [] } = chrome.runtime.getManifest()
  return { permissions: permissions as chrome.runtime.ManifestPermission[], origins: ['<all_urls>'] }
}

export function hasRecordingAccess(): Promise<boolean> {
  return chrome.permissions.contains(recordingAccess())
}

/** Only from a click; false when the author or a policy refuses. */
export function requestRecordingAccess(): Promise<boolean> {
  return chrome.permissions.request(recordingAccess()).catch(() => false)
}

/** Matches all pages of the address; patterns can't contain ports. */
export function patternOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}

export function hasHomeAccess(origin: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [patternOf(origin)] })
}

/** Only from a click; false when the author or a policy refuses. */
export function requestHomeAccess(origin: string): Promise<boolean> {
  return chrome.permissions.request({ origins: [patternOf(origin)] }).catch(() => false)
}

/** A recording that waits for permission: in an open tab, or at an address. */
export interface PlannedRecording {
  readonly tabId: number | null
  readonly url: string | null
  /** The recording to resume. */
  readonly sessionId: string | null
}

/** Opens the page that asks for permission. */
export async function openAccessPage({ tabId, url, sessionId }: PlannedRecording): Promise<void> {
  const query = new URLSearchParams({
    ...(tabId !== null && { tab: String(tabId) }),
    ...(url !== null && { url }),
    ...(sessionId !== null && { session: sessionId }),
  })
  await chrome.tabs.create({ url: chrome.runtime.getURL(`access/access.html?${query}`) })
}

export function readPlan(search: string): PlannedRecording {
  const query = new URLSearchParams(search)
  const tab = query.get('tab')
  return { tabId: tab === null ? null : Number(tab), url: query.get('url'), sessionId: query.get('session') }
}
