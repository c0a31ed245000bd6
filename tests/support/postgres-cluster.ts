import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

export interface PostgresCluster {
  /** Connects as the superuser `postgres`. */
  urlOf(database: string): string
  /** Kills all its processes at once, like a power cut. */
  kill(): Promise<void>
  /** Restarts it on the same data, at the same address. */
  restart(): Promise<void>
  /** The current postmaster's process id. */
  readonly pid: number
  stop(): Promise<void>
}

export interface PostgresClusterOptions {
  /** Durable like in production: an acknowledged commit survives. Otherwise as fast as possible. */
  readonly isDurable?: boolean
  /** Keeps the data there, and reuses existing data. Otherwise in a temporary directory, removed by stop(). */
  readonly directory?: string
}

/** Creates a separate PostgreSQL on a free port of 127.0.0.1. */
export async function startPostgresCluster(options: PostgresClusterOptions = {}): Promise<PostgresCluster> {
  const bin = postgresBinaries()
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'understudy-postgres-'))
  mkdirSync(directory, { recursive: true })
  chownToPostgres(directory)
  const data = join(directory, 'data')
  if (!existsSync(data)) {
    const [initProgram, initPrefix] = asPostgres(join(bin, 'initdb'))
    execFileSync(
      initProgram,
      [...initPrefix, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
      { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
    )
  }
  const port = await freePort()
  const [program, prefix] = asPostgres(join(bin, 'postgres'))
  const unsafe = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const settings = [...(options.isDurable === true ? [] : unsafe), 'shared_buffers=64MB']
  const place = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', directory]
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(program, [...prefix, ...place, ...settings.flatMap((setting) => ['-c', setting])], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilReady(started)
    return started
  }
  let server = await start()
  return {
    get pid() {
      return server.pid ?? 0
    },
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async kill() {
      const ended = endOf(server)
      // Stopped first, so that it forks no uncounted child.
      server.kill('SIGSTOP')
      for (const pid of childrenOf(server.pid ?? 0)) killIfAlive(pid)
      server.kill('SIGKILL')
      await ended
    },
    async restart() {
      // The last killed process may still hold the shared memory for a moment.
      for (let tries = 1; ; tries += 1) {
        try {
          server = await start()
          return
        } catch (error) {
          if (tries === 20) throw error
          await delay(250)
        }
      }
    },
    async stop() {
      const ended = endOf(server)
      server.kill('SIGINT')
      await ended
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL and its pooler refuse to run as root. The death signal ends them with the test run. */
export function asPostgres(program: string): [string, string[]] {
  if (!isRoot()) return [program, []]
  const { uid, gid } = accountOf('postgres')
  return ['setpriv', [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=INT', program]]
}

/** Lets a program started by `asPostgres` write to a directory. */
export function chownToPostgres(directory: string): void {
  if (!isRoot()) return
  const { uid, gid } = accountOf('postgres')
  chownSync(directory, uid, gid)
}

function endOf(child: ChildProcess): Promise<unknown> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  return hasEnded ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve))
}

function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has exited by itself meanwhile.
  }
}

const oldestVersion = 15

/** The folder with initdb, psql and pg_dump; installs Debian's package if missing. */
export function postgresBinaries(): string {
  return findBinaries() ?? installBinaries()
}

/** Where Debian, Homebrew and the official installers put them; null if none is recent enough. */
function findBinaries(): string | null {
  const versioned = ['/usr/lib/postgresql', '/Library/PostgreSQL'].flatMap((root) =>
    existsSync(root)
      ? readdirSync(root).map((version) => ({ version: Number(version), bin: join(root, version, 'bin') }))
      : [],
  )
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((root) =>
    existsSync(root)
      ? readdirSync(root)
          .filter((name) => name.startsWith('postgresql@'))
          .map((name) => ({ version: Number(name.slice('postgresql@'.length)), bin: join(root, name, 'bin') }))
      : [],
  )
  const found = [...versioned, ...homebrew]
    .filter(({ version, bin }) => version >= oldestVersion && existsSync(join(bin, 'initdb')))
    .toSorted((a, b) => b.version - a.version)
  return found[0]?.bin ?? null
}

function installBinaries(): string {
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    console.log('Installing PostgreSQL for the contract tests (apt-get install postgresql)…')
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('/usr/bin/apt-get', ['update', '-qq'], options)
    execFileSync('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], options)
    const bin = findBinaries()
    if (bin !== null) {
      return bin
    }
  }
  throw new Error(
    `The contract tests need PostgreSQL ${oldestVersion} or newer. Install it with "sudo apt-get install postgresql" on Debian or "brew install postgresql@17" on macOS.`,
  )
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  })
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log = `${log}${chunk.toString()}`.slice(-10_000)
      if (log.includes('database system is ready to accept connections')) {
        resolve()
      }
    })
    server.once('exit', (code) =>
      reject(new Error(`PostgreSQL ended with ${String(code)} before it was ready:\n${log}`)),
    )
    server.once('error', reject)
  })
}
