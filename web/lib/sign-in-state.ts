/** State passed between the sign-in pages in the history entry, so that it survives a reload. */
export interface SignInState {
  /** Where the guard redirected from. */
  readonly from?: string
  /** The address that a code was sent to. */
  readonly sentTo?: string
  /** An error from elsewhere, shown on the page it began on. */
  readonly problem?: ArrivalProblem
}

export interface ArrivalProblem {
  readonly text: string
  readonly hint: string
  /** Shown to support on request. */
  readonly code?: string
}

/** Reads a history entry's state, which an older version may have written. */
export function readSignInState(state: unknown): SignInState {
  const { from, sentTo, problem } = (state ?? {}) as Readonly<Partial<Record<keyof SignInState, unknown>>>
  const inside = typeof from === 'string' ? insideAddress(from) : undefined
  return {
    ...(inside !== undefined && { from: inside }),
    ...(typeof sentTo === 'string' && { sentTo }),
    ...(isProblem(problem) && { problem }),
  }
}

/** The path, query and fragment of an address inside this application; undefined for every other. */
export function insideAddress(address: string): string | undefined {
  // Browsers read a backslash as a slash, and drop tabs and line ends.
  if (!address.startsWith('/') || /[\\\s\p{Cc}]/u.test(address)) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(address, here)) return undefined
  const url = new URL(address, here)
  const path = url.pathname + url.search + url.hash
  return url.origin === here && !path.startsWith('//') ? path : undefined
}

/** Where to go after signing in. */
export function afterSignIn(back: SignInState): string {
  return back.from ?? '/dashboard'
}

/** Links and providers put the session into the fragment of their target, so the target travels in the query. */
export const fragmentField = 'fragment'

/** The same as an absolute URL, for emails and providers. */
export function landingAddress(path: string): string {
  const url = new URL(path, window.location.origin)
  if (url.hash !== '') url.searchParams.set(fragmentField, decodeURIComponent(url.hash.slice(1)))
  url.hash = ''
  return url.href
}

function isProblem(value: unknown): value is ArrivalProblem {
  const { text, hint } = (value ?? {}) as Partial<ArrivalProblem>
  return typeof text === 'string' && typeof hint === 'string'
}
