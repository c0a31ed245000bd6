/** The active tab, and whether it can be recorded or connected. */
export interface CurrentTab {
  readonly id: number
  readonly url: string | undefined
  /** The page identifies itself as an Understudy installation. */
  readonly isUnderstudy: boolean
  readonly isPdf: boolean
}

/** The active tab, or the one before it when the popup itself is a tab; null if none. */
export async function readCurrentTab(): Promise<CurrentTab | null> {
  const own = chrome.runtime.getURL('')
  const tabs = await chrome.tabs.query({ lastFocusedWindow: true })
  const others = tabs.filter(({ url }) => url?.startsWith(own) !== true)
  const tab = others.find(({ active }) => active) ?? others.sort((a, b) => lastUse(b) - lastUse(a))[0]
  if (tab?.id === undefined) return null
  return { id: tab.id, url: tab.url, ...(await inspect(tab.id)) }
}

function lastUse(tab: chrome.tabs.Tab): number {
  return tab.lastAccessed ?? 0
}

async function inspect(tabId: number): Promise<Pick<CurrentTab, 'isUnderstudy' | 'isPdf'>> {
  try {
    const [result] = await chrome.scripting.executeScript({ target: { tabId }, func: inspectPage })
    return result?.result ?? { isUnderstudy: false, isPdf: false }
  } catch {
    // A page that allows no scripts, such as Chrome's own.
    return { isUnderstudy: false, isPdf: false }
  }
}

/** Serialized into the page, so it can't reference anything outside itself. */
function inspectPage() {
  const name = document.querySelector('meta[name="application-name"]')?.getAttribute('content')
  return { isUnderstudy: name === 'Understudy', isPdf: document.contentType === 'application/pdf' }
}
