import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { Backend } from './backend.ts'

type Headers = Readonly<Record<string, string>>

/** Sends requests to a backend as from a given address. */
export function requestsFrom(backend: () => Backend) {
  const fetchFrom = async (address: string, request: Request): Promise<Response> =>
    backend().app.fetch(request, { incoming: { socket: { remoteAddress: address } } })

  const send = (address: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetchFrom(address, new Request(`http://understudy.test${path}`, { redirect: 'manual', ...init }))

  const post = (address: string, path: string, body: unknown, headers: Headers = {}): Promise<Response> =>
    send(address, path, { method: 'POST', body: JSON.stringify(body), headers })

  /** A real supabase-js whose calls come from this address. */
  function clientAt(address: string, headers: Headers = {}): SupabaseClient {
    const { config } = backend().services
    return createClient(config.backendUrl, config.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers: { ...headers }, fetch: (input, init) => fetchFrom(address, new Request(input, init)) },
    })
  }

  return { send, post, clientAt }
}

/** One of the 2^64 addresses of a network. */
export const inNetwork = (network: string, index: number): string => `${network}::${index.toString(16)}`
