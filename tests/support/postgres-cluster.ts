import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

export interface PostgresCluster {
  /** Connects as the superuser `postgres`. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Makes a PostgreSQL of its own in a temporary directory, on a free port of 127.0.0.1. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const bin = findBinaries() ?? installBinaries()
  const directory = mkdtempSync(join(tmpdir(), 'understudy-postgres-'))
  const account = isRoot() ? accountOf('postgres') : null
  if (account !== null) {
    chownSync(directory, account.uid, account.gid)
  }
  const asAccount = (program: string): [string, string[]] =>
    account === null
      ? [program, []]
      : // PostgreSQL refuses to run as root. The death signal ends it with the test run, however that ends.
        ['setpriv', [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--pdeathsig=INT', program]]
  const data = join(directory, 'data')
  const [initProgram, initPrefix] = asAccount(join(bin, 'initdb'))
  execFileSync(
    initProgram,
    [...initPrefix, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const [program, prefix] = asAccount(join(bin, 'postgres'))
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=64MB']
  const server = spawn(
    program,
    [
      ...prefix,
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      directory,
      ...settings.flatMap((s) => ['-c', s]),
    ],
    { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await untilReady(server)
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const oldestVersion = 15

/** Where Debian, Homebrew and the official installers put them; null when there is none that is new enough. */
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

function freePort(): Promise<number> {
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
