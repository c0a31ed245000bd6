import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

import { ConfigError, errorCode } from '#backend/settings/config-error.ts'

/** Creates the data directory if needed. Throws a ConfigError if it can't. */
export function makeDataFolder(dataDir: string): void {
  attempt(`"${dataDir}" cannot be made`, () => makeFolder(dataDir))
}

/** Throws a ConfigError if the folder isn't writable: another user's, or a full disk. */
export function checkDataFolder(dataDir: string): void {
  const trial = join(dataDir, 'understudy.trial')
  attempt(`nothing can be written to "${dataDir}"`, () => {
    try {
      writeFileSync(trial, 'x'.repeat(probeBytes), { flush: true })
    } finally {
      rmSync(trial, { force: true })
    }
  })
}

/**
 * Closes this process's future files, and folders an earlier version left open, to other users: PGlite creates
 * world-writable files, and `DATA_DIR` may be world-accessible.
 */
export function closeDataFolder(dataDir: string): void {
  process.umask(process.umask() | 0o027)
  for (const folder of [join(dataDir, 'database'), join(dataDir, 'files')]) {
    try {
      const mode = statSync(folder, { throwIfNoEntry: false })?.mode
      if (mode !== undefined && (mode & 0o027) !== 0) chmodSync(folder, mode & 0o750)
    } catch {
      // Another user's folder: opening its contents will report it.
    }
  }
}

/** Larger than what fits inline in an inode, so it takes up disk space. */
const probeBytes = 8_192

/** Creates a folder and its parents. Not `recursive`: Node would retry forever in folders such as /proc. */
export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw Object.assign(new Error(path), { code: 'ENOTDIR' })
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** The secret that signs sessions, created once and owner-readable; concurrent first starts agree on one. */
export function loadSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  const found = attempt(`"${path}" cannot be read`, () => statSync(path, { throwIfNoEntry: false }))
  if (found === undefined) attempt(`"${path}" cannot be written`, () => createSecret(path))
  const secret = attempt(`"${path}" cannot be read`, () => readFileSync(path, 'utf8')).trim()
  if (secret.length < 32) {
    throw new ConfigError([`The secret in "${path}" is damaged; set JWT_SECRET or remove the file.`])
  }
  return secret
}

/** Atomic even across a power cut, and never overwrites an existing one. */
function createSecret(path: string): void {
  const whole = `${path}.${process.pid}`
  try {
    writeFileSync(whole, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(whole, path)
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return
    // Some file systems lack hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(cause))) throw cause
    renameSync(whole, path)
  } finally {
    rmSync(whole, { force: true })
  }
}

function attempt<Result>(what: string, action: () => Result): Result {
  try {
    return action()
  } catch (cause) {
    const code = errorCode(cause)
    throw new ConfigError([`DATA_DIR cannot be used: ${what} (${reasons[code] ?? code}).`])
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not: EACCES',
  EPERM: 'this user may not: EPERM',
  EROFS: 'its disk is read-only: EROFS',
  ENOSPC: 'there is no room left on its disk: ENOSPC',
  EDQUOT: 'there is no room left for this user: EDQUOT',
  ENOTDIR: 'a file is in its place: ENOTDIR',
}
