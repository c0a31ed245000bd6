import { forget, keep, recall } from '../../lib/json-storage.ts'

const key = 'understudy-invitation'

/** Remembers an invitation through sign-up or login; the dashboard then reopens it once. */
export function keepPendingInvitation(token: string): void {
  keep(key, token)
}

export function forgetPendingInvitation(): void {
  forget(key)
}

/** Cleared on read: "Not now" must not reappear. */
export function takePendingInvitation(): string | undefined {
  const token = recall<unknown>(key)
  forget(key)
  return typeof token === 'string' && /^[\w-]{20,100}$/.test(token) ? token : undefined
}
