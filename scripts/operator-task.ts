import { ConfigError } from '#backend/settings/config-error.ts'
import { DatabaseError } from '#backend/database/database.ts'
import { DirectoryInUseError } from '#backend/database/directory-lock.ts'
import { MigrationRefusedError } from '#backend/database/own-migrations.ts'
import { StartRefusedError } from '#backend/database/start-refusal.ts'
import { loadConfig, readEnvironment, type Config } from '#server/settings/config.ts'
import { closeDataFolder } from '#server/settings/data-folder.ts'
import { describeDiskTrouble } from '#server/settings/disk-trouble.ts'
import { TransferError, type Summary } from '#server/transfer/archive-format.ts'
import { InUseError } from '#server/transfer/import-data.ts'

import { root, stop } from './tasks.ts'

/** Runs an operator's task with the server's settings, and turns expected errors into messages. */
export async function operatorTask(task: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = loadConfig(readEnvironment(root))
    closeDataFolder(config.dataDir)
    await task(config)
  } catch (error) {
    stop(sentenceFor(error))
  }
}

const overwriteFlag = process.argv[1]?.endsWith('restore.ts') === true ? '--force' : '--replace'
const expectedErrors = [ConfigError, DirectoryInUseError, StartRefusedError, TransferError, MigrationRefusedError]

function sentenceFor(error: unknown): string {
  if (error instanceof InUseError) {
    return `${error.message} The archive would replace them: confirm with ${overwriteFlag}, after a backup.`
  }
  if (expectedErrors.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DatabaseError) return describeRefusal(error)
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error) {
    return `There is no file ${String(error.path)}.`
  }
  const trouble = describeDiskTrouble(error)
  if (trouble !== null) return trouble
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export function describeRefusal({ message, sqlstate, detail, hint }: DatabaseError): string {
  const more = [detail, hint].filter((line) => line !== null && line !== '')
  return [`ERROR ${sqlstate}: ${message}`, ...more].join('\n')
}

/** "12 tables, 3,400 rows, 120 files (14.2 MB)" */
export function describeSummary({ tables, files }: Summary): string {
  const counts = Object.values(tables)
  const rows = counts.reduce((sum, each) => sum + each.rows, 0)
  const megabytes = (files.bytes / 1e6).toFixed(1)
  return `${counts.length} tables, ${rows.toLocaleString('en')} rows, ${files.count.toLocaleString('en')} files (${megabytes} MB)`
}
