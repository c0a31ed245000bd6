import { AuthClient, type GoTrueClientOptions } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'

import { applicationName, applicationNameHeader, type ClientConfig } from '#protocol/client-config.ts'

import { sessionStorageKey } from './session-hint.ts'
import { fetchSharingRefreshes } from './shared-refresh.ts'

/** The parts of supabase-js that every page needs. Realtime and storage load on their first use. */
export type DataClient = Pick<SupabaseClient, 'auth' | 'from' | 'rpc'>

interface ClientOptions {
  readonly auth: Omit<GoTrueClientOptions, 'url' | 'headers' | 'fetch'>
  readonly global: { readonly headers: Record<string, string>; readonly fetch: typeof fetch }
  readonly db: { readonly retry: boolean }
}

export const clientOptions: ClientOptions = {
  auth: { storageKey: sessionStorageKey, persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
  global: { headers: { [applicationNameHeader]: applicationName }, fetch: fetchSharingRefreshes },
  // Queries retry themselves; retrying twice would delay an error by half a minute.
  db: { retry: false },
}

export type Address = Pick<ClientConfig, 'supabaseUrl' | 'supabaseAnonKey'>

/** supabase-js's own auth and data clients, combined as its `createClient` does. */
export function createDataClient(address: Address, options: ClientOptions = clientOptions): DataClient {
  const { supabaseUrl, supabaseAnonKey: key } = address
  const { headers, fetch: baseFetch } = options.global
  const auth = new AuthClient({
    flowType: 'implicit',
    ...options.auth,
    url: addressOf(supabaseUrl, 'auth'),
    fetch: baseFetch,
    headers: { apikey: key, Authorization: `Bearer ${key}`, ...headers },
  })
  const rest = new PostgrestClient(addressOf(supabaseUrl, 'rest'), {
    ...options.db,
    schema: 'public',
    headers,
    fetch: fetchAsSession(auth, key, baseFetch),
  })
  return { auth, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
}

export function addressOf(supabaseUrl: string, part: 'auth' | 'rest' | 'storage' | 'realtime'): string {
  return `${supabaseUrl.replace(/\/+$/, '')}/${part}/v1`
}

/** A `fetch` with the session of the signed-in user, or without one. */
export function fetchAsSession(
  auth: DataClient['auth'],
  key: string,
  baseFetch: typeof fetch = clientOptions.global.fetch,
): typeof fetch {
  return async (address, options) => {
    const headers = new Headers(options?.headers)
    if (!headers.has('apikey')) headers.set('apikey', key)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${await accessToken(auth, key)}`)
    return baseFetch(address, { ...options, headers })
  }
}

export async function accessToken(auth: DataClient['auth'], key: string): Promise<string> {
  return (await auth.getSession()).data.session?.access_token ?? key
}
