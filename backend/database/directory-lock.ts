import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Another process holds the directory; the message is for the operator. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'
}

export interface DirectoryLock {
  release(): void
}

/**
 * Locks the directory for this process. PGlite has no lock of its own: two processes would silently overwrite each
 * other's rows. Takes over the lock of a dead process.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'understudy.lock')
  const own: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' }
  if (!tryCreate(path, own)) {
    takeOver(directory, path, own)
  }
  return {
    release() {
      const holder = readHolder(path)
      if (holder !== null && isSameHolder(holder, own)) {
        rmSync(path, { force: true })
      }
    },
  }
}

interface Holder {
  readonly pid: number
  /** Distinguishes processes that reuse a pid. */
  readonly started: string
}

/** Serializes takeovers, since two processes could both find the lock stale. */
function takeOver(directory: string, path: string, own: Holder): void {
  const takeover = `${path}.takeover`
  removeAbandoned(takeover)
  if (!tryCreate(takeover, own)) {
    throw new DirectoryInUseError(`Another process is just opening the data directory ${directory}. Try again.`)
  }
  try {
    const holder = readHolder(path)
    if (holder !== null && isAlive(holder)) {
      throw new DirectoryInUseError(
        `The data directory ${directory} is in use by process ${holder.pid}. Stop that process, or set DATA_DIR to another directory.`,
      )
    }
    const fresh = `${path}.${own.pid}`
    writeFileSync(fresh, JSON.stringify(own))
    renameSync(fresh, path)
  } finally {
    rmSync(takeover, { force: true })
  }
}

const abandonedAfterMs = 10_000

function removeAbandoned(takeover: string): void {
  const written = statSync(takeover, { throwIfNoEntry: false })?.mtimeMs
  if (written !== undefined && Date.now() - written > abandonedAfterMs) {
    rmSync(takeover, { force: true })
  }
}

function tryCreate(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false
    }
    throw error
  }
}

/** Null without a lock, or with one left incomplete by a crash. */
function readHolder(path: string): Holder | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof parsed !== 'object' || parsed === null || !('pid' in parsed) || !('started' in parsed)) {
      return null
    }
    return { pid: Number(parsed.pid), started: String(parsed.started) }
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  const started = processStart(holder.pid)
  return started !== null && started === holder.started
}

function isSameHolder(one: Holder, other: Holder): boolean {
  return one.pid === other.pid && one.started === other.started
}

/** The process's start time; null when it isn't running. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the command in brackets, may contain spaces and brackets; the start time is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : `${boot} ${fields[19]}`
  } catch {
    return process.platform === 'linux' ? null : startFromPs(pid)
  }
}

function startFromPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim()
  } catch {
    return null
  }
}
