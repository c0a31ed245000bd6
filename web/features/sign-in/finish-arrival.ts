import { loadBackend } from '../../lib/backend.ts'
import { arrivalPath } from '../../lib/catch-arrival.ts'
import { sessionStorageKey } from '../../lib/session-hint.ts'
import { arrivalProblem } from './arrival-problem.ts'
import { takeProviderStart } from './leave-for-provider.ts'
import type { Arrival } from './read-arrival.ts'
import { insideAddress, type ArrivalProblem, type SignInState } from '../../lib/sign-in-state.ts'

/** Where to continue. */
export interface Onward {
  readonly to: string
  readonly state: SignInState | null
  /** Shown as a toast. */
  readonly news?: string
}

export type SessionResult =
  | { readonly kind: 'done'; readonly onward: Onward }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly problem: ArrivalProblem }

let finishing: Promise<SessionResult> | undefined

/**
 * Lets the client read the session from the URL, and clears the URL at once so that no token stays in the history.
 * Restores it when the server doesn't answer, so that a reload retries.
 */
export function finishSession(arrival: Arrival & { readonly kind: 'session' }): Promise<SessionResult> {
  finishing ??= takeOver(arrival)
  return finishing
}

async function takeOver(arrival: Arrival & { readonly kind: 'session' }): Promise<SessionResult> {
  const address = window.location.href
  try {
    const { client } = await loadBackend()
    window.history.replaceState(window.history.state, '', arrivalPath)
    const { error } = await client.auth.initialize()
    if (error === null) {
      takeProviderStart()
      return { kind: 'done', onward: onwardOf(arrival) }
    }
    if (error.status !== undefined && error.status >= 400 && error.status < 500) {
      return { kind: 'refused', problem: arrivalProblem('otp_expired') }
    }
    if (error.name === 'AuthImplicitGrantRedirectError') {
      return { kind: 'refused', problem: arrivalProblem('unfinished_address') }
    }
  } catch {
    // No client either: the same as no answer.
  }
  window.history.replaceState(window.history.state, '', address)
  finishing = undefined
  return { kind: 'unreachable' }
}

/** Where to show a refused link or provider: the page it began on, if this tab knows it. */
export function onwardAfterError(code: string, next: string): Onward {
  const problem = arrivalProblem(code)
  const start = takeProviderStart()
  const page = start === undefined ? undefined : insideAddress(start.page)
  if (page !== undefined) return { to: page, state: { ...fromOf(start?.from ?? next), problem } }
  if (next.startsWith('/reset-password')) {
    const from = new URLSearchParams(next.split('?', 2)[1] ?? '').get('from') ?? ''
    return { to: '/forgot-password', state: { ...fromOf(from), problem } }
  }
  return { to: '/login', state: { ...fromOf(next), problem } }
}

/** The user of the stored session, or null. */
export function keptUser(): { readonly id: string; readonly name: string } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null') as {
      readonly user?: { readonly id?: string; readonly email?: string; readonly phone?: string }
    } | null
    const id = kept?.user?.id
    return id === undefined ? null : { id, name: kept?.user?.email || kept?.user?.phone || 'another account' }
  } catch {
    return null
  }
}

/** After signing in, public pages redirect to the dashboard. */
export function signedInPlace(next: string): string {
  return /^\/(login|signup|forgot-password|arrive)?([?#].*)?$/.test(next) ? '/dashboard' : next
}

function onwardOf({ type, next }: Arrival & { readonly kind: 'session' }): Onward {
  switch (type) {
    case 'recovery':
      return next.startsWith('/reset-password')
        ? { to: next, state: null }
        : { to: '/reset-password', state: fromOf(next) }
    case 'invite':
      return { to: '/set-password', state: fromOf(next) }
    case 'email_change':
      return { to: signedInPlace(next), state: null, news: 'Your new email address is confirmed.' }
    default:
      return { to: signedInPlace(next), state: null }
  }
}

function fromOf(next: string): SignInState {
  const inside = insideAddress(next)
  return inside === undefined || signedInPlace(inside) !== inside ? {} : { from: inside }
}
