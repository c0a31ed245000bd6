import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

import { asPostgres, freePort, chownToPostgres } from './postgres-cluster.ts'

export interface Pgbouncer {
  /** The same database through the pooler. */
  readonly urlOf: (databaseUrl: string) => string
  readonly stop: () => Promise<void>
}

/** A PgBouncer in front of a PostgreSQL, which gives each transaction any free connection of a small pool. */
export async function startPgbouncer(postgresUrl: string): Promise<Pgbouncer | null> {
  const program = findPgbouncer()
  if (program === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'understudy-pgbouncer-'))
  chownToPostgres(folder)
  const port = await freePort()
  const { hostname, port: postgresPort, username } = new URL(postgresUrl)
  const path = join(folder, 'pgbouncer.ini')
  writeFileSync(
    path,
    `[databases]
* = host=${hostname} port=${postgresPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_db_connections = 3
server_reset_query = discard all
server_reset_query_always = 1
`,
  )
  const [command, args] = asPostgres(program)
  const child = spawn(command, [...args, path], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${String(code)}:\n${said}`)))
  })
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.port = String(port)
      return url.href
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findPgbouncer(): string | null {
  const known = ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer', '/usr/local/bin/pgbouncer']
  const found = known.find((path) => existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  try {
    execFileSync('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], options)
  } catch {
    return null
  }
  return known.find((path) => existsSync(path)) ?? null
}
