import type { AuthError, Session as AuthSession } from '@supabase/supabase-js'
import { useEffect, useSyncExternalStore } from 'react'

import { createStore } from '#player/create-store.ts'

import { loadBackend } from './backend.ts'
import { forgetCounts } from './kept-counts.ts'

export interface SignedInUser {
  readonly id: string
  readonly email: string
}

/**
 * `expired`: the session could not be refreshed; the page stays and asks to sign in again, so nothing typed is lost.
 * `unreachable`: unknown, the server did not answer. `second-factor`: signed in without the account's second factor;
 * `isResumed` if the page had a full session before.
 */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'unreachable' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: SignedInUser; readonly accessToken: string }
  | { readonly status: 'second-factor'; readonly user: SignedInUser; readonly isResumed: boolean }
  | { readonly status: 'expired'; readonly user: SignedInUser }

const store = createStore<Session>({ status: 'loading' })
let watching: Promise<void> | undefined
let isLeaving = false
/** The user is leaving: keep the page as it is until the next one replaces it. */
let isGone = false

export function useSession(): Session {
  useEffect(() => {
    void watchSession()
  }, [])
  return useSyncExternalStore(store.subscribe, store.get)
}

export const currentSession = store.get
export const subscribeToSession = store.subscribe

/** Starts following the client's session; also what "Try again" calls when the server could not be reached. */
export function watchSession(): Promise<void> {
  watching ??= follow().catch(() => {
    watching = undefined
    store.set({ status: 'unreachable' })
  })
  return watching
}

/** Asks the server for a fresh session after it refused a call; true when calls may be repeated. */
export async function renewSession(): Promise<boolean> {
  const { client } = await loadBackend()
  const { data, error } = await client.auth.refreshSession()
  if (data.session !== null) return !lacksFactor(data.session)
  // Another tab refreshed meanwhile.
  if (error?.name === 'AuthRefreshDiscardedError') {
    const { session } = (await client.auth.getSession()).data
    return session !== null && !lacksFactor(session)
  }
  // Refused calls are expected while this or another tab signs out, so don't ask to sign in again.
  if (isLeaving || error === null || !isFinal(error)) return false
  markExpired()
  // The client keeps an unexpired token although the server ended the session; sign out in all tabs.
  if (error.name !== missingSession) await client.auth.signOut({ scope: 'local' })
  return false
}

const missingSession = 'AuthSessionMissingError'

function isFinal({ name, status = 0 }: AuthError): boolean {
  return name === missingSession || (status >= 400 && status < 500 && status !== 429)
}

/** Spec §7: answers 401, 403 and 404 to a sign-out don't matter; the local session goes in any case. */
export async function signOut(): Promise<void> {
  await leave('global')
}

/** Signs out, then opens the landing page. The other way round, the browser may unload the page while it signs out. */
export async function signOutAndLeave(): Promise<void> {
  // Listeners that save on `pagehide` must run while there is still a session.
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  isGone = true
  // Going back may bring this page from the browser's memory.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  await leave('global')
  location.assign('/')
}

/** Ends this browser's session, even if the server no longer has it, as after deleting the account. */
export async function forgetSession(): Promise<void> {
  await leave('local')
}

async function leave(scope: 'global' | 'local'): Promise<void> {
  isLeaving = true
  forgetCounts()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  leavings?.postMessage(null)
  const { client } = await loadBackend()
  const { error } = await client.auth.signOut({ scope })
  if (error !== null) await client.auth.signOut({ scope: 'local' })
  isLeaving = false
  if (!isGone) store.set({ status: 'signed-out' })
}

/** Tells other tabs that the coming SIGNED_OUT is intended: they go to /login instead of asking to sign in again. */
const leavings = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('understudy-leaving')
leavings?.addEventListener('message', () => {
  isLeaving = true
})

async function follow(): Promise<void> {
  const { client } = await loadBackend()
  client.auth.onAuthStateChange((_event, next) => {
    if (isGone) return
    if (next !== null) {
      isLeaving = false
      const user = { id: next.user.id, email: next.user.email ?? '' }
      if (lacksFactor(next)) store.set({ status: 'second-factor', user, isResumed: isWorking() })
      else store.set({ status: 'signed-in', user, accessToken: next.access_token })
    } else if (isWorking() && !isLeaving) {
      markExpired()
    } else if (store.get().status !== 'expired') {
      forgetCounts()
      store.set({ status: 'signed-out' })
    }
  })
}

function lacksFactor({ user, access_token }: AuthSession): boolean {
  if (user.factors?.some(({ status }) => status === 'verified') !== true) return false
  const claims = (access_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return (JSON.parse(atob(claims)) as { readonly aal?: unknown }).aal !== 'aal2'
}

/** Whether there may be unsaved input. */
function isWorking(): boolean {
  const session = store.get()
  return (
    session.status === 'signed-in' ||
    session.status === 'expired' ||
    (session.status === 'second-factor' && session.isResumed)
  )
}

function markExpired(): void {
  const session = store.get()
  if (session.status === 'signed-in' || session.status === 'second-factor')
    store.set({ status: 'expired', user: session.user })
}
