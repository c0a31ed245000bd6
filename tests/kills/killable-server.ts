import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { freePort, startServer } from '#support/server-process.ts'

/** A server process that restarts at the same address with the same data. */
export interface KillableServer {
  readonly url: string
  /** The service role's key. */
  readonly key: string
  readonly storage: SupabaseClient['storage']
  /** Like a power cut. */
  readonly kill: () => Promise<void>
  /** Resolves when it answers again. */
  readonly startAgain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** `env` locates the database and files; by default both are in a temporary folder. */
export async function openKillableServer(env: Readonly<Record<string, string>>): Promise<KillableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-kills-'))
  const secret = randomBytes(32).toString('hex')
  const port = await freePort()
  const start = () => startServer({ port, dataDir, env: { JWT_SECRET: secret, LOG_LEVEL: 'silent', ...env } })
  let server = await start()
  const key = roleKey('service_role', secret)
  const { storage } = createClient(server.url, key, { auth: { persistSession: false } })
  return {
    url: server.url,
    key,
    storage,
    kill: () => server.kill(),
    startAgain: async () => {
      server = await start()
    },
    close: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
