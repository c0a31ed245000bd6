import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'

import { applicationName, applicationNameHeader, type ClientConfig } from '#protocol/client-config.ts'

import type { DataClient } from './data-client.ts'

/** The only access to the server: supabase-js's clients and their configuration. */
export interface Backend {
  readonly client: DataClient
  readonly config: ClientConfig
}

export const loadBackend = once(openBackend)

export async function loadClient(): Promise<DataClient> {
  return (await loadBackend()).client
}

/** One per page, because all channels share the socket. */
export const loadRealtime = once(async (): Promise<RealtimeClient> => {
  const [{ createRealtime }, { client, config }] = await Promise.all([import('./realtime-client.ts'), loadBackend()])
  const realtime = createRealtime(client, config)
  // Channels that join without the session would miss changes that only members may see.
  await realtime.setAuth()
  return realtime
})

export const loadStorage = once(async (): Promise<StorageClient> => {
  const [{ createStorage }, { client, config }] = await Promise.all([import('./storage-client.ts'), loadBackend()])
  return createStorage(client, config)
})

/** Shared by all callers; after a failure the next caller tries again. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
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
  const [{ createDataClient }, config] = await Promise.all([import('./data-client.ts'), loadConfig()])
  return { client: createDataClient(config), config }
}

/** The server's configuration (protocol/client-config.ts). */
async function loadConfig(): Promise<ClientConfig> {
  const answer = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`)
  return (await answer.json()) as ClientConfig
}
