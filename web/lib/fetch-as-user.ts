import type { FailedAnswer } from './backend-error.ts'
import { loadBackend } from './backend.ts'

/** An answer in the shape of supabase-js, so that `ask` and `submit` take either. */
type UserAnswer<T> =
  | { readonly data: T; readonly error: null; readonly status: number }
  | { readonly data: null; readonly error: FailedAnswer; readonly status: number }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls a route of our own server that supabase-js has no method for. Never throws. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the route answers
export async function fetchAsUser<T>(method: Method, path: string, body?: object): Promise<UserAnswer<T>> {
  let response: Response
  try {
    response = await sendAsUser(method, path, body)
  } catch (error) {
    return { data: null, error: { message: String(error) }, status: 0 }
  }
  const { status } = response
  const said: unknown = await response.json().catch(() => ({}))
  if (response.ok) return { data: said as T, error: null, status }
  const { code, message = '' } = said as { readonly code?: string; readonly message?: string }
  const sentence =
    /^\/(account|agents|hearing|meetings|models|narration|pictures|snapshots|speech|speech-to-speech|webhooks)\//.test(
      path,
    ) && message !== ''
      ? message
      : undefined
  return { data: null, error: { code, message, sentence }, status }
}

/** Returns the raw response, for files. Rejects if there is none. Sends a form or blob as it is, anything else as JSON. */
export async function sendAsUser(method: Method, path: string, body?: object): Promise<Response> {
  const { client, config } = await loadBackend()
  const { data } = await client.auth.getSession()
  const origin = path.startsWith('/auth/v1/') ? config.supabaseUrl : ''
  const isRaw = body instanceof FormData || body instanceof Blob
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      apikey: config.supabaseAnonKey,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  })
}
