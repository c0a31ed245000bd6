import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { sampleDemoId, tourDemoId } from '#protocol/client-config.ts'

import { startedDataDirectory, unoptimised } from './database-template.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface ServerOptions {
  /** If set, kept after stop(), so that a second server can reuse it. By default a fresh one, removed by stop(). */
  readonly dataDir?: string
  /** 0 picks a free one; set it when the same address must come back. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** Called with its process id before it is ready. */
  readonly onSpawn?: (pid: number) => void
}

export interface ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** Everything printed so far. */
  readonly output: () => string
  /** Stops it like an operator (SIGTERM) and returns its exit code. */
  readonly stop: () => Promise<number>
  /** Kills it like a power cut (SIGKILL). The data directory stays. */
  readonly kill: () => Promise<void>
}

/** Runs the real server in its own process; resolves when it reports ready. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await newDataDir(options.env))
  // Flags and memory settings as in scripts/run.mjs, except that PGlite isn't optimised.
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', ...unoptimised]
  const child = spawn(process.execPath, [...flags, join(root, 'server', 'main.ts')], {
    cwd: root,
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      NODE_COMPILE_CACHE: join(root, '.cache', 'modules'),
      ...process.env,
      PORT: String(options.port ?? 0),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) options.onSpawn?.(child.pid)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /Understudy is ready on (https?:\/\/[^\s"]+)/.exec(output)
      if (ready?.[1] !== undefined) resolve(ready[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${output}`)),
    )
  })
  const forget = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      const code = await end(child, 'SIGTERM')
      forget()
      return code
    },
    kill: async () => {
      await end(child, 'SIGKILL')
    },
  }
}

/** For the embedded database, a copy of an initialised directory; otherwise an empty one. */
async function newDataDir(env: ServerOptions['env'] = {}): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-'))
  if (env['DATABASE_URL'] !== undefined || env['SUPABASE_URL'] !== undefined) return dataDir
  const started = await startedDataDirectory(async (unfinished) => {
    const server = await startServer({ dataDir: unfinished })
    await untilSeeded(server.url)
    await server.stop()
  })
  cpSync(started, dataDir, { recursive: true })
  return dataDir
}

/** A server reports ready although a slow machine is still seeding the sample demos. */
export async function untilSeeded(origin: string): Promise<void> {
  await Promise.all([sampleDemoId, tourDemoId].map((id) => untilPlayable(`${origin}/demo/${id}/play`)))
}

async function untilPlayable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(url)
    await answer.body?.cancel()
    if (answer.ok) return
    await setTimeout(100)
  }
  throw new Error(`${url} was not seeded within a minute`)
}

/** A port that was just free, for a server that must come back at the same address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? 1
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return code ?? 1
}
