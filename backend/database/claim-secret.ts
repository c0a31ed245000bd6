import { createHash } from 'node:crypto'

import { StartRefusedError } from './start-refusal.ts'

/** A PostgreSQL connection that holds advisory locks. */
export interface LockSession {
  readonly query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>
}

/**
 * Publishes this server's signing secret as an advisory lock: a 31-bit fingerprint, too short to reveal it. Servers
 * with different secrets on one database would sign each other's users out.
 */
export function claimText(secret: string): string {
  return `select pg_advisory_lock_shared(${lockClass}, ${fingerprintOf(secret)})`
}

/** Throws StartRefusedError when a running server on this database has claimed another secret. */
export async function refuseOtherSecret(session: LockSession, secret: string): Promise<void> {
  const { rows } = await session.query(
    `select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${lockClass}
       and objid <> ${fingerprintOf(secret)} and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  if (rows.length === 0) return
  throw new StartRefusedError(
    'Another server on this database uses a different secret. Give all servers the same JWT_SECRET; to change it, stop them all first.',
  )
}

/** Any number not used elsewhere as the first key of an advisory lock. */
const lockClass = 783_021_190

function fingerprintOf(secret: string): number {
  return createHash('sha256').update(`understudy secret ${secret}`).digest().readUInt32BE(0) >>> 1
}
