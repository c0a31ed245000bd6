import { useEffect, useSyncExternalStore } from 'react'

import { loadBackend } from './backend.ts'

export interface SignedInUser {
  readonly id: string
  readonly email: string
}

/**
 * `expired`: there was a session on this page and the server would not prolong it. The page stays as it is and asks
 * to sign in again, so that nothing typed is lost. `unreachable`: it isn't known yet, because no answer came.
 */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'unreachable' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: SignedInUser; readonly accessToken: string }
  | { readonly status: 'expired'; readonly user: SignedInUser }

let session: Session = { status: 'loading' }
let watching: Promise<void> | undefined
let isLeaving = false
const listeners = new Set<() => void>()

export function useSession(): Session {
  useEffect(() => {
    void watchSession()
  }, [])
  return useSyncExternalStore(subscribeToSession, currentSession)
}

export function currentSession(): Session {
  return session
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Starts following the client's session; also what "Try again" calls when the server could not be reached. */
export function watchSession(): Promise<void> {
  watching ??= follow().catch(() => {
    watching = undefined
    publish({ status: 'unreachable' })
  })
  return watching
}

/** Asks the server for a fresh session after it refused a call; true when calls may be repeated. */
export async function renewSession(): Promise<boolean> {
  const { client } = await loadBackend()
  const { data, error } = await client.auth.refreshSession()
  if (data.session !== null) return true
  if (error !== null && error.status !== undefined && error.status >= 400 && error.status < 500) markExpired()
  if (error?.name === 'AuthSessionMissingError') markExpired()
  return false
}

/** Spec §7: answers 401, 403 and 404 to a sign-out don't matter; the local session goes in any case. */
export async function signOut(): Promise<void> {
  isLeaving = true
  const { client } = await loadBackend()
  const { error } = await client.auth.signOut()
  if (error !== null) await client.auth.signOut({ scope: 'local' })
  isLeaving = false
  publish({ status: 'signed-out' })
}

async function follow(): Promise<void> {
  const { client } = await loadBackend()
  client.auth.onAuthStateChange((_event, next) => {
    if (next !== null) {
      const user = { id: next.user.id, email: next.user.email ?? '' }
      publish({ status: 'signed-in', user, accessToken: next.access_token })
    } else if (session.status === 'signed-in' && !isLeaving) {
      markExpired()
    } else if (session.status !== 'expired') {
      publish({ status: 'signed-out' })
    }
  })
}

function markExpired(): void {
  if (session.status === 'signed-in') publish({ status: 'expired', user: session.user })
}

function publish(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}
