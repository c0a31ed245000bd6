export const sessionStorageKey = 'understudy-session'

/** Whether this browser has a session, without loading the client. The server may still refuse it. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionStorageKey) !== null
  } catch {
    return false
  }
}
