import { extensionDefaultHome } from '#protocol/extension-messages.ts'

/** The default address of the installation. */
export const defaultHome = extensionDefaultHome

const homeKey = 'home'

/** The only origin whose pages may talk to the extension. */
export async function loadHome(): Promise<string> {
  const stored = await chrome.storage.local.get(homeKey)
  const home: unknown = stored[homeKey]
  return typeof home === 'string' ? home : defaultHome
}

export async function saveHome(origin: string): Promise<void> {
  await chrome.storage.local.set({ [homeKey]: origin })
}

/** Calls back with the new origin whenever it changes, until the page or worker ends. */
export function observeHome(onChange: (origin: string) => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    const next: unknown = changes[homeKey]?.newValue
    if (typeof next === 'string') onChange(next)
  })
}

/** The origin of a typed address; null if invalid. `localhost:3000` gets http, `x.com` https. */
export function parseHome(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return null
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(typed)
  const address = hasScheme ? typed : `${isLocal ? 'http' : 'https'}://${typed}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}
