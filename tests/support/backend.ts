import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type Session, type SupabaseClient, type User } from '@supabase/supabase-js'
import type { Hono } from 'hono'
import pino from 'pino'

import { saveAddressRules } from '#backend/auth/address-rules.ts'
import type { RealtimeHub } from '#backend/realtime/realtime-hub.ts'
import type { Services as BackendServices } from '#backend/services.ts'
import { openDelivery } from '#backend/open-delivery.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Environment } from '#backend/settings/settings-reader.ts'
import { openFsFileStore } from '#backend/storage/fs-file-store.ts'
import { createS3FileStore } from '#backend/storage/s3-file-store.ts'
import type { AgentHub } from '#server/agent/agent-hub.ts'
import { loadConfig } from '#server/settings/config.ts'
import type { Services } from '#server/services.ts'

import { createServerApp, type ServerAppLimits } from './server-app.ts'
import { openTestDatabase } from './test-database.ts'

export interface BackendOptions extends ServerAppLimits {
  readonly env?: Environment
}

export interface SignedUp {
  readonly client: SupabaseClient
  readonly user: User
  readonly session: Session
  readonly password: string
}

export interface Backend {
  readonly app: Hono<AppEnv>
  readonly services: Services
  /** The services of the server's Supabase-compatible half. */
  readonly backendServices: BackendServices
  readonly agent: AgentHub
  readonly realtime: RealtimeHub
  /** A real supabase-js without a session; its calls reach the app without a socket. */
  readonly anonClient: (headers?: Readonly<Record<string, string>>) => SupabaseClient
  /** The same with a workspace key. */
  readonly keyClient: (secret: string) => SupabaseClient
  /** The same with the service key: row-level security does not apply to it. */
  readonly serviceClient: () => SupabaseClient
  /** A new account with its own workspace, and a client signed in to it. */
  readonly signUp: (email?: string, headers?: Readonly<Record<string, string>>) => Promise<SignedUp>
  /** Advances the server's clock without waiting. */
  readonly passTime: (ms: number) => void
  readonly close: () => Promise<void>
}

/** The whole server in this process, on its own database and data directory. */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-test-'))
  const config = loadConfig({ PUBLIC_URL: 'http://understudy.test', DATA_DIR: dataDir, ...options.env })
  const database = await openTestDatabase()
  let passedMs = 0
  const log = pino({ level: 'fatal' })
  const now = (): number => Date.now() + passedMs
  const base = {
    config,
    database,
    files: config.embedded?.s3
      ? createS3FileStore(config.embedded.s3, { retries: 0 })
      : await openFsFileStore(join(dataDir, 'files')),
    delivery: openDelivery({ config, log, now, database }),
    log,
    now,
  }
  const { app, services, agent, backend } = createServerApp(base, options)
  await saveAddressRules(backend.services)

  const connect = (key: string, headers: Readonly<Record<string, string>> = {}): SupabaseClient =>
    createClient(config.backendUrl, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers: { ...headers }, fetch: async (input, init) => app.fetch(new Request(input, init)) },
    })

  return {
    app,
    services,
    backendServices: backend.services,
    agent,
    realtime: backend.realtime,
    anonClient: (headers) => connect(config.anonKey, headers),
    keyClient: (secret) => connect(secret),
    serviceClient: () => connect(config.serviceRoleKey),
    signUp: async (email = `${randomUUID()}@example.com`, headers) => {
      const client = connect(config.anonKey, headers)
      const password = 'correct horse'
      const { data, error } = await client.auth.signUp({ email, password })
      if (error !== null || data.user === null || data.session === null) {
        throw new Error('The account could not be created', { cause: error })
      }
      return { client, user: data.user, session: data.session, password }
    },
    passTime: (ms) => {
      passedMs += ms
    },
    close: async () => {
      await services.delivery.mail.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
