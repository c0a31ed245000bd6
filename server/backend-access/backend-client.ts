import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { Services } from '#server/services.ts'

export interface BackendClientOptions {
  readonly role: 'anon' | 'service_role'
  /** Sent with every call, such as the `x-demo-id` that lets a visitor read one demo. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A supabase-js client for the server's own pages and agent. Calls the embedded backend in this process without a
 * socket, or Supabase over the network.
 */
export function backendClient(
  services: Pick<Services, 'config' | 'backend'>,
  options: BackendClientOptions,
): SupabaseClient {
  const { config } = services
  const key = options.role === 'anon' ? config.anonKey : config.serviceRoleKey
  return createClient(config.backendUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers: { ...options.headers },
      fetch: backendFetch(services),
    },
  })
}

/** Reaches the backend for calls supabase-js lacks: in this process, or Supabase over the network. */
export function backendFetch(services: Pick<Services, 'backend'>): typeof fetch {
  const { backend } = services
  return backend === null ? fetch : async (input, init) => backend.app.fetch(new Request(input, init))
}
