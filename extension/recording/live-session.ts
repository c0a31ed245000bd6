import type { LiveSession } from './recording-list.ts'

const key = 'liveSessionId'

/** In the browser's session storage, which a crash empties. */
export const liveSession: LiveSession = {
  load: async () => (await chrome.storage.session.get<{ [key]?: string }>(key))[key],
  save: (sessionId) => chrome.storage.session.set({ [key]: sessionId }),
  clear: () => chrome.storage.session.remove(key),
}
