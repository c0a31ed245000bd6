import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a data directory while PostgreSQL writes to it. `start` and `stop` are pg_backup_start and pg_backup_stop,
 * which returns the label; opening the copy replays the WAL over torn pages.
 */
export async function copyRunningDirectory(
  from: string,
  to: string,
  backup: { readonly start: () => Promise<void>; readonly stop: () => Promise<string> },
): Promise<void> {
  await backup.start()
  let label: string | null = null
  try {
    await copyTree(from, to, (name) => name !== 'pg_wal' && !name.startsWith('postmaster.'))
  } finally {
    label = await backup.stop()
  }
  // Copied last, because the WAL must reach the record written by `stop`.
  await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'), () => true)
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
}

async function copyTree(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) {
    if (!isWanted(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target, () => true)
    // A table dropped meanwhile has no file any more.
    else await copyFile(source, target, constants.COPYFILE_FICLONE).catch(ignoreMissing)
  }
}

function ignoreMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
