import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { databaseDirectory } from '#backend/database/data-directory.ts'
import type { Services } from '#server/services.ts'

import { byLabel, single, type Family } from './exposition.ts'

/* Figures of the whole installation: every process queries them and reports the same. */

/**
 * Figures only the database knows, from one cheap statement. Reports a timeout after a second, then waits for that
 * statement instead of sending another.
 */
export function createDatabaseFigures({ database }: Services): () => Promise<readonly Family[]> {
  let asking: Promise<readonly Family[]> | null = null

  async function ask(): Promise<readonly Family[]> {
    try {
      const [result] = await database.transaction('system', [{ text: statement }], { readOnly: true })
      return [up(1), ...familiesOf(result?.rows[0] ?? {})]
    } catch {
      return [up(0)]
    } finally {
      asking = null
    }
  }

  return () => {
    asking ??= ask()
    const late = Promise.withResolvers<readonly Family[]>()
    const timer = setTimeout(() => late.resolve([up(0)]), timeoutMs)
    return Promise.race([asking, late.promise]).finally(() => clearTimeout(timer))
  }
}

/** Free space on the data directory's disk, and the size of PGlite's log there. */
export async function diskFamilies({ config, database }: Services): Promise<readonly Family[]> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  const families = [
    single('understudy_disk_free_bytes', 'gauge', 'Free space on the disk of DATA_DIR.', bavail * bsize),
    single('understudy_disk_size_bytes', 'gauge', 'Size of the disk of DATA_DIR.', blocks * bsize),
  ]
  if (database.kind !== 'pglite') return families
  const walBytes = await sizeOf(join(databaseDirectory(config.dataDir), 'pg_wal'))
  return [
    ...families,
    single(
      'understudy_database_wal_bytes',
      'gauge',
      'Size of the write-ahead log, which checkpoints truncate.',
      walBytes,
    ),
  ]
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  // A file may have been renamed since the listing.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const timeoutMs = 1_000

const statement = `select
  (select count(*) from auth.outgoing_messages) as mails,
  (select greatest(0, extract(epoch from now() - min(due_at))) from auth.outgoing_messages)::float8 as mails_late,
  (select coalesce(sum(size), 0) from tracking.inbox where refused is null) as inbox,
  (select coalesce(sum(size), 0) from tracking.inbox where refused is not null) as set_aside`

function familiesOf(row: Readonly<Record<string, unknown>>): readonly Family[] {
  const number = (name: string) => Number(row[name] ?? 0)
  return [
    single('understudy_mails_waiting', 'gauge', 'Mails of the installation waiting to be sent.', number('mails')),
    single(
      'understudy_mails_late_seconds',
      'gauge',
      'How long the oldest waiting mail has been due.',
      number('mails_late'),
    ),
    byLabel(
      'understudy_tracking_inbox_events',
      'gauge',
      'Events of the installation acknowledged but not yet stored as rows, and rejected events.',
      'state',
      { waiting: number('inbox'), set_aside: number('set_aside') },
    ),
  ]
}

function up(value: 0 | 1): Family {
  return single('understudy_database_up', 'gauge', '1 while the database answers within a second.', value)
}
