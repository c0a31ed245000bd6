/** The tab the author looks at, with what decides whether it can be recorded or connected. */
export interface CurrentTab {
  readonly id: number
  readonly url: string | undefined
  /** The page says that it is an Understudy installation. */
  readonly isUnderstudy: boolean
  readonly isPdf: boolean
}

/** The active tab; when the popup itself was opened as a tab, the one used before it. null when there is none. */
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
    // A page that lets no script in, such as Chrome's own.
    return { isUnderstudy: false, isPdf: false }
  }
}

/** Runs inside the page, so it can use nothing from outside of itself. */
function inspectPage() {
  const name = document.querySelector('meta[name="application-name"]')?.getAttribute('content')
  return { isUnderstudy: name === 'Understudy', isPdf: document.contentType === 'application/pdf' }
}
