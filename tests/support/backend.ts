import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type Session, type SupabaseClient, type User } from '@supabase/supabase-js'
import type { Hono } from 'hono'
import pino from 'pino'

import { keepAddressRules } from '#server/auth/address-rules.ts'
import { createApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { openDelivery } from '#server/open-delivery.ts'
import type { AppEnv, Services } from '#server/services.ts'
import type { Environment } from '#server/settings-reader.ts'
import { openFsFileStore } from '#server/storage/fs-file-store.ts'
import { createS3FileStore } from '#server/storage/s3-file-store.ts'

import { openTestDatabase } from './test-database.ts'

export interface BackendOptions {
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
  /** A real supabase-js that nobody has signed in with; its calls go to the app without a socket. */
  readonly anonClient: (headers?: Readonly<Record<string, string>>) => SupabaseClient
  /** The same with a key of a workspace. */
  readonly keyClient: (secret: string) => SupabaseClient
  /** The same with the service key: row-level security does not apply to it. */
  readonly serviceClient: () => SupabaseClient
  /** A new account with a workspace of its own, and a client signed in with it. */
  readonly signUp: (email?: string, headers?: Readonly<Record<string, string>>) => Promise<SignedUp>
  /** Makes time pass for the server; nothing waits. */
  readonly passTime: (ms: number) => void
  readonly close: () => Promise<void>
}

/** The whole server in this process, over a database and a data directory of its own. */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-test-'))
  const config = loadConfig({ PUBLIC_URL: 'http://understudy.test', DATA_DIR: dataDir, ...options.env })
  const database = await openTestDatabase()
  let passedMs = 0
  const log = pino({ level: 'fatal' })
  const now = (): number => Date.now() + passedMs
  const services: Services = {
    config,
    database,
    files: config.embedded?.s3
      ? createS3FileStore(config.embedded.s3, { retries: 0 })
      : await openFsFileStore(join(dataDir, 'files')),
    delivery: openDelivery({ config, log, now, database }),
    log,
    now,
  }
  await keepAddressRules(services)
  const app = createApp(services)

  const connect = (key: string, headers: Readonly<Record<string, string>> = {}): SupabaseClient =>
    createClient(config.backendUrl, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers: { ...headers }, fetch: async (input, init) => app.fetch(new Request(input, init)) },
    })

  return {
    app,
    services,
    anonClient: (headers) => connect(config.anonKey, headers),
    keyClient: (secret) => connect(secret),
    serviceClient: () => connect(config.serviceRoleKey),
    signUp: async (email = `${randomUUID()}@example.com`, headers) => {
      const client = connect(config.anonKey, headers)
      const password = 'correct horse'
      const { data, error } = await client.auth.signUp({ email, password })
      if (error !== null || data.user === null || data.session === null) {
        throw new Error('The account could not be made', { cause: error })
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
