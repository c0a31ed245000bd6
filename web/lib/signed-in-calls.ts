import { BackendError, failureKind } from './backend-error.ts'
import { loadBackend } from './backend.ts'
import { failedOutcome, type FormOutcome } from './sign-in.ts'

/** Calls of our own server that supabase-js has no method for, as whoever is signed in; throws without an answer. */
export async function fetchSignedIn(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Response> {
  const { client, config } = await loadBackend()
  const { data } = await client.auth.getSession()
  const origin = path.startsWith('/auth/v1/') ? config.supabaseUrl : ''
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      apikey: config.supabaseAnonKey,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The answer of a call that reads, for a query; what went wrong as a BackendError. */
export async function readSignedIn<T>(path: string): Promise<T> {
  const answer = await fetchSignedIn('GET', path).catch((error: unknown) => {
    throw new BackendError('accountFailed', 'unreachable', error)
  })
  if (!answer.ok) throw new BackendError('accountFailed', failureKind({ status: answer.status }), answer.status)
  return (await answer.json()) as T
}

export type CallOutcome<T> = { readonly ok: true; readonly answer: T } | (FormOutcome & { readonly ok: false })

/** Makes a call that changes something; a refusal becomes the sentence to show. Never throws. */
export async function changeSignedIn<T>(
  failedText: string,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<CallOutcome<T>> {
  try {
    const answer = await fetchSignedIn(method, path, body)
    const said = (answer.status === 204 ? {} : await answer.json()) as {
      readonly code?: string
      readonly message?: string
    }
    if (answer.ok) return { ok: true, answer: said as T }
    const outcome = failedOutcome(failedText, { message: said.message ?? '', code: said.code })
    if (outcome.ok) throw new Error('A failure is no success')
    // Our own refusals are sentences; the auth service's have theirs in failedOutcome.
    return outcome.hint === undefined && path.startsWith('/account/') && said.message !== undefined
      ? { ...outcome, hint: said.message }
      : outcome
  } catch {
    return {
      ok: false,
      text: failedText,
      hint: 'The server can’t be reached right now. Check your connection and try again.',
    }
  }
}
