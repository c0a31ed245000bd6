import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { attachRealtime } from '#backend/realtime/attach-realtime.ts'
import type { RealtimeLimits } from '#backend/realtime/realtime-limits.ts'

import { startBackend, type Backend, type BackendOptions, type SignedUp } from './backend.ts'

export interface RealtimeServer {
  readonly url: string
  readonly backend: Backend
  /** A real supabase-js with its own WebSocket; closed with the server. */
  readonly connect: (options?: ConnectOptions) => SupabaseClient
  /** A new account, and a client connected as it. */
  readonly connectAuthor: (options?: Omit<ConnectOptions, 'token'>) => Promise<Author>
  /** Ends realtime, as a draining server does. */
  readonly drain: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ConnectOptions {
  /** An access token; by default only the anonymous key. */
  readonly token?: string
  readonly key?: string
  readonly version?: '1.0.0' | '2.0.0'
}

export interface Author extends SignedUp {
  readonly live: SupabaseClient
  readonly workspaceId: string
}

/** A backend listening on its own port, for tests that need a real socket. */
export async function startRealtimeServer(
  limits: Partial<RealtimeLimits> = {},
  options: BackendOptions = {},
): Promise<RealtimeServer> {
  const backend = await startBackend({ ...options, realtimeLimits: limits })
  const handle = getRequestListener(backend.app.fetch)
  const server = createServer((request, response) => void handle(request, response))
  const realtime = await attachRealtime(server, backend.realtime)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connected: SupabaseClient[] = []

  const connect = ({ token, key, version = '2.0.0' }: ConnectOptions = {}): SupabaseClient => {
    const client = createClient(url, key ?? backend.services.config.anonKey, {
      ...(token === undefined ? {} : { accessToken: () => Promise.resolve(token) }),
      realtime: { vsn: version, timeout: 5_000, reconnectAfterMs: () => 100 },
    })
    connected.push(client)
    return client
  }

  return {
    url,
    backend,
    connect,
    connectAuthor: async (options) => {
      const author = await backend.signUp()
      const { data } = await author.client.from('workspaces').select('id').single()
      return {
        ...author,
        live: connect({ ...options, token: author.session.access_token }),
        workspaceId: (data as { readonly id: string }).id,
      }
    },
    drain: () => realtime.close(),
    close: async () => {
      await Promise.all(connected.map((client) => client.realtime.disconnect()))
      await realtime.close()
      server.closeAllConnections()
      server.close()
      await backend.close()
    },
  }
}
