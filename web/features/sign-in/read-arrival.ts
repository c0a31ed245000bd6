import { fragmentField, insideAddress } from '../../lib/sign-in-state.ts'

/** The session's claimed user; the server decides. */
interface Claims {
  readonly userId: string | null
  readonly email: string | null
}

/** The parsed URL of the arrival page. `next` is the target of the link or provider. */
export type Arrival = { readonly next: string } & (
  | { readonly kind: 'session'; readonly type: string; readonly claims: Claims }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'message' }
  | { readonly kind: 'code' }
  | { readonly kind: 'nothing' }
)

/**
 * Parses `location.search` and `location.hash` of the arrival page; the target is in `next`. All of it is untrusted.
 */
export function readArrival(search: string, hash: string): Arrival {
  const [path = '', query = ''] = (insideAddress(new URLSearchParams(search).get('next') ?? '') ?? '/').split('?', 2)
  const added = new URLSearchParams(query)
  const own = new URLSearchParams(query)
  const place = own.get(fragmentField)
  for (const name of ['code', 'error', 'error_code', 'error_description', 'message', fragmentField]) own.delete(name)
  const page = own.size === 0 ? path : `${path}?${own.toString()}`
  const next = place === null ? page : `${page}#${encodeURIComponent(place)}`
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const read = (name: string): string | null => fragment.get(name) ?? added.get(name)

  if (fragment.has('access_token')) {
    const claims = claimsIn(fragment.get('access_token') ?? '')
    return { kind: 'session', next, type: fragment.get('type') ?? '', claims }
  }
  if (read('error_code') !== null || read('error') !== null) {
    return { kind: 'error', next, code: closedCode(read('error'), read('error_code')) }
  }
  if (read('message') !== null) return { kind: 'message', next }
  return added.has('code') ? { kind: 'code', next } : { kind: 'nothing', next }
}

/** A provider's own error code is more specific than ours. No free text: anyone can write a URL. */
function closedCode(error: string | null, errorCode: string | null): string {
  const code = errorCode === null || errorCode === 'bad_oauth_callback' ? error : errorCode
  return code !== null && /^[a-z0-9_]{1,60}$/.test(code) ? code : 'unknown'
}

function claimsIn(accessToken: string): Claims {
  try {
    const part = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (character) => character.codePointAt(0) ?? 0)
    const said = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>
    const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
    return { userId: text(said['sub']), email: text(said['email']) }
  } catch {
    return { userId: null, email: null }
  }
}
