import { createClient, type AuthChangeEvent, type SupabaseClient } from '@supabase/supabase-js'

import type { Backend } from './backend.ts'

export interface AuthClient {
  readonly client: SupabaseClient
  /** Every event so far, in order. */
  readonly events: readonly AuthChangeEvent[]
}

/** A client with its own storage, like a browser tab, that records its auth events. */
export function connectAuthClient(backend: Backend, flowType: 'implicit' | 'pkce'): AuthClient {
  const kept = new Map<string, string>()
  const client = createClient(backend.services.config.backendUrl, backend.services.config.anonKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: true,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    global: { fetch: async (input, init) => backend.app.fetch(new Request(input, init)) },
  })
  const events: AuthChangeEvent[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  return { client, events }
}

/** A call of auth/v1 no client library would make, answered in the dialect of supabase-js. */
export function postToAuth(backend: Backend, path: string, body: unknown): Response | Promise<Response> {
  return backend.app.request(`/auth/v1${path}`, {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
}
