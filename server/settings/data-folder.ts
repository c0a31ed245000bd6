import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

import { ConfigError, errorCode } from '#backend/settings/config-error.ts'

/** Makes the data directory when there is none. Throws a ConfigError where none can be. */
export function makeDataFolder(dataDir: string): void {
  attempt(`"${dataDir}" cannot be made`, () => makeFolder(dataDir))
}

/** Throws a ConfigError where nothing can be kept in it: not this user's, or no room. */
export function tryDataFolder(dataDir: string): void {
  const trial = join(dataDir, 'understudy.trial')
  attempt(`nothing can be written to "${dataDir}"`, () => {
    try {
      writeFileSync(trial, 'x'.repeat(trialBytes), { flush: true })
    } finally {
      rmSync(trial, { force: true })
    }
  })
}

/**
 * Whatever this process writes from now on, and the folders that an earlier one left open, are closed to the machine's
 * other users: PGlite makes files that anybody may write to, and `DATA_DIR` may be a folder that anybody may enter.
 */
export function closeDataFolder(dataDir: string): void {
  process.umask(process.umask() | 0o027)
  for (const folder of [join(dataDir, 'database'), join(dataDir, 'files')]) {
    try {
      const mode = statSync(folder, { throwIfNoEntry: false })?.mode
      if (mode !== undefined && (mode & 0o027) !== 0) chmodSync(folder, mode & 0o750)
    } catch {
      // Another user's: whoever opens what is in it says so.
    }
  }
}

/** More than fits beside the name of a file, so that it takes room on the disk. */
const trialBytes = 8_192

/** Not `recursive`: Node then asks for ever where a folder is there that takes no other, as /proc. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw Object.assign(new Error(path), { code: 'ENOTDIR' })
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** The secret that signs sessions, made once and readable by the owner only; two first starts agree on one. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  const found = attempt(`"${path}" cannot be read`, () => statSync(path, { throwIfNoEntry: false }))
  if (found === undefined) attempt(`"${path}" cannot be written`, () => keepNewSecret(path))
  const secret = attempt(`"${path}" cannot be read`, () => readFileSync(path, 'utf8')).trim()
  if (secret.length < 32) {
    throw new ConfigError([`The secret kept in "${path}" is damaged; set JWT_SECRET or remove it.`])
  }
  return secret
}

/** Nobody finds it half written, also after a power cut, and nobody's is replaced. */
function keepNewSecret(path: string): void {
  const whole = `${path}.${process.pid}`
  try {
    writeFileSync(whole, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
    linkSync(whole, path)
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return
    // Some file systems know no second names.
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
