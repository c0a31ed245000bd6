import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { migrationVersions } from '#backend/database/migrate.ts'
import { applyOwnMigration } from '#backend/database/own-migrations.ts'
import type { Config } from '#server/settings/config.ts'

import type { Manifest, Summary } from './archive-format.ts'
import { exportData, type ExportReport } from './export-data.ts'
import { importData, refuseIfInUse, verifyArchive } from './import-data.ts'
import { loadSecretOf, openForReading, openForWriting } from './open-installation.ts'
import { asMigratable } from './sql-session.ts'
import { uploadFiles } from './supabase-files.ts'

/** Exports the configured installation to a file, as of now. Servers keep running. */
export async function exportInstallation(config: Config, path: string): Promise<ExportReport> {
  const { session, source, readFile, close } = await openForReading(config)
  try {
    return await exportData({ session, source, readFile, jwtSecret: await loadSecretOf(config), path })
  } finally {
    await close()
  }
}

export interface ImportChoice {
  /** Whether existing data may be replaced. */
  readonly replaces: boolean
  /** Only the second half of an import to Supabase: uploading files. */
  readonly onlyFiles?: boolean
}

export interface ImportOutcome {
  readonly manifest: Manifest
  readonly summary: Summary | null
  readonly notes: readonly string[]
}

/** Replaces the configured installation's data by an archive's: all rows, or none. */
export async function importInstallation(config: Config, path: string, choice: ImportChoice): Promise<ImportOutcome> {
  const manifest = await verifyArchive(path)
  const isSupabase = config.embedded === null
  const { session, files, close } = await openForWriting(config)
  const notes: string[] = []
  try {
    let summary: Summary | null = null
    if (choice.onlyFiles !== true) {
      if (!choice.replaces) await refuseIfInUse(session)
      for (const migration of manifest.ownMigrations) {
        if (migrationVersions().includes(migration.version)) continue
        const outcome = await applyOwnMigration(asMigratable(session), migration)
        notes.push(`Your own migration ${migration.version}_${migration.name} was ${outcome}.`)
      }
      const report = await importData({ session, isSupabase, path, replaces: choice.replaces, files })
      notes.push(...report.skipped.map((what) => `Left out: ${what}.`))
      summary = report.summary
    }
    if (isSupabase) {
      const project = { url: config.backendUrl, serviceRoleKey: config.serviceRoleKey }
      notes.push(`${await uploadFiles(session, project, path)} files were uploaded to Supabase Storage.`)
    }
    notes.push(await importSecret(config, manifest))
    return { manifest, summary, notes }
  } finally {
    await close()
  }
}

/** Sessions and keys stay valid only under the same secret. */
async function importSecret(config: Config, { jwtSecret }: Manifest): Promise<string> {
  if (config.embedded === null) return 'Supabase signs sessions with its own key: everybody must sign in again.'
  if (jwtSecret === config.embedded.jwtSecret) return 'Everybody stays signed in.'
  if (jwtSecret === null) return 'If JWT_SECRET is the same as before, everybody stays signed in.'
  if ((await loadSecretOf(config)) === null) {
    return "JWT_SECRET differs from the archive's, so everybody must sign in again."
  }
  const path = join(config.dataDir, 'jwt-secret')
  const fresh = `${path}.${randomUUID()}`
  await writeFile(fresh, `${jwtSecret}\n`, { mode: 0o600, flush: true })
  await rename(fresh, path)
  return 'The signing secret was imported: everybody stays signed in.'
}
