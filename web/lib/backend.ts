import type { SupabaseClient } from '@supabase/supabase-js'

import { applicationName, applicationNameHeader, type ClientConfig } from '#protocol/client-config.ts'

import { sessionStorageKey } from './session-hint.ts'
import { fetchSharingRefreshes } from './shared-refresh.ts'

/** The only access to the server: one unmodified supabase-js client and its configuration. */
export interface Backend {
  readonly client: SupabaseClient
  readonly config: ClientConfig
}

let opening: Promise<Backend> | undefined

/** The same backend for everyone who asks; after a failure the next caller tries again. */
export function loadBackend(): Promise<Backend> {
  opening ??= openBackend().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

export async function loadClient(): Promise<SupabaseClient> {
  return (await loadBackend()).client
}

/** Deletes rows during page unload. The answer is never read. */
export function removeDemoWhileLeaving({ config }: Backend, accessToken: string, id: string): void {
  const url = `${config.supabaseUrl}/rest/v1/demos?id=eq.${encodeURIComponent(id)}`
  void fetch(url, {
    method: 'DELETE',
    keepalive: true,
    headers: {
      apikey: config.supabaseAnonKey,
      authorization: `Bearer ${accessToken}`,
      [applicationNameHeader]: applicationName,
    },
  }).catch(() => undefined)
}

async function openBackend(): Promise<Backend> {
  const [{ createClient }, config] = await Promise.all([import('@supabase/supabase-js'), loadConfig()])
  return { client: createClient(config.supabaseUrl, config.supabaseAnonKey, clientOptions), config }
}

export const clientOptions = {
  auth: { storageKey: sessionStorageKey, persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
  global: { headers: { [applicationNameHeader]: applicationName }, fetch: fetchSharingRefreshes },
  // Queries retry themselves; retrying twice would delay an error by half a minute.
  db: { retry: false },
}

/** What the server says about itself (protocol/client-config.ts). */
async function loadConfig(): Promise<ClientConfig> {
  const answer = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`)
  return (await answer.json()) as ClientConfig
}
