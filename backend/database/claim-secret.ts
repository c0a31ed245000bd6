import { createHash } from 'node:crypto'

import { StartRefusedError } from './start-refusal.ts'

/** One connection to PostgreSQL, for as long as it lasts. */
export interface LockSession {
  readonly query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>
}

/**
 * Notes on the connection which secret this server signs with, as a lock that ends with it: a fingerprint of 31 bits, from
 * which nobody learns the secret. Servers with different secrets would sign each other's people out.
 */
export function claimText(secret: string): string {
  return `select pg_advisory_lock_shared(${lockClass}, ${fingerprintOf(secret)})`
}

/** Throws StartRefusedError where a running server on the same database has claimed another secret. */
export async function refuseOtherSecret(session: LockSession, secret: string): Promise<void> {
  const { rows } = await session.query(
    `select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${lockClass}
       and objid <> ${fingerprintOf(secret)} and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  if (rows.length === 0) return
  throw new StartRefusedError(
    'Another server on this database signs with another secret. Give all of them the same JWT_SECRET; to change it, stop all of them first.',
  )
}

/** Any number that nobody else uses as the first key of an advisory lock. */
const lockClass = 783_021_190

function fingerprintOf(secret: string): number {
  return createHash('sha256').update(`understudy secret ${secret}`).digest().readUInt32BE(0) >>> 1
}
