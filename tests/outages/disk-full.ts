import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { roleKey } from '#backend/auth/keys/role-keys.ts'
import { startServer } from '#support/server-process.ts'

import { openWorkLoad, type WorkRequest, type Work } from './work-load.ts'

export interface DiskFullOutcome {
  /** The answers people got while the disk was full. */
  readonly answers: readonly WorkRequest[]
  /** Answers that are neither success, nor "no room", nor "later". */
  readonly wrongAnswers: number
  /** What /healthz said during the full disk, and after recovery. */
  readonly health: readonly number[]
  readonly lost: number
  readonly halfWritten: number
  /** From freed space until everything worked again, without a restart. */
  readonly recoveredMs: number
}

export interface DiskFullOptions {
  /** Unless it names a database, the database is on the disk, too. */
  readonly env: Readonly<Record<string, string>>
  readonly rounds: number
  /** Attempts of each kind of work while the disk is full. */
  readonly turns: number
}

/** A server whose data disk fills up under load; null without permission to mount one. */
export async function fillDisk({ env, rounds, turns }: DiskFullOptions): Promise<DiskFullOutcome | null> {
  const disk = mkdtempSync(join(tmpdir(), 'understudy-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    rmSync(disk, { recursive: true })
    return null
  }
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({
    dataDir: join(disk, 'data'),
    env: { JWT_SECRET: secret, LOG_LEVEL: 'fatal', AUTH_RATE_LIMITS: 'off', ...env },
  })
  try {
    const load = await openWorkLoad(server.url, roleKey('service_role', secret))
    const works: readonly Work[] = ['save', 'save much', 'ingest', 'upload', 'read']
    for (const work of works) await load.once(work)
    const answers: WorkRequest[] = []
    const health: number[] = []
    const askHealth = async () => (await fetch(`${server.url}/healthz`)).status
    let recoveredMs = 0
    for (let round = 0; round < rounds; round += 1) {
      const ballast = join(disk, 'ballast')
      fill(ballast, disk)
      // The embedded database has some slack; a lot of writes use it up.
      for (let turn = 0; turn < turns; turn += 1) {
        answers.push(...(await Promise.all(works.map((work) => load.once(work)))))
        // Refills what was freed meanwhile.
        fill(ballast, disk)
      }
      health.push(await askHealth())
      rmSync(ballast)
      const freedAt = performance.now()
      for (const work of works) await untilDone(() => load.once(work), freedAt)
      // The server checks every two seconds.
      await delay(2_100)
      health.push(await askHealth())
      recoveredMs = Math.max(recoveredMs, performance.now() - freedAt)
    }
    const allowed = new Set([200, 201, 503, 507])
    const wrongAnswers = answers.filter(({ status }) => !allowed.has(status)).length
    return { answers, wrongAnswers, health, recoveredMs, ...(await load.compare()) }
  } finally {
    await server.stop()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

/** Fills the disk to the last byte. */
function fill(ballast: string, disk: string): void {
  const file = openSync(ballast, 'a')
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 16)) {
      while (hasTaken(file, size)) continue
    }
  } finally {
    closeSync(file)
  }
  if (statfsSync(disk).bavail > 16) throw new Error('The disk did not fill up')
}

function hasTaken(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

async function untilDone(attempt: () => Promise<WorkRequest>, since: number): Promise<void> {
  for (;;) {
    const { work, status } = await attempt()
    if (status >= 200 && status < 300) return
    if (performance.now() - since > 60_000) throw new Error(`${work} did not recover: still ${status} after a minute`)
    await delay(100)
  }
}
