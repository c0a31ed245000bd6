import { setFlagsFromString } from 'node:v8'

import { Client } from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'

import { migrate } from '#backend/database/migrate.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'

import { pgliteTemplate } from './database-template.ts'
import { startPostgresCluster } from './postgres-cluster.ts'

/** How a test file gets its own database: a copy of a migrated one. */
export type TestDatabaseSource =
  | { readonly kind: 'pglite'; readonly templatePath: string }
  | { readonly kind: 'postgres'; readonly adminUrl: string; readonly templateName: string }

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseSource
  }
}

// For all threads of this process. Optimising PGlite costs 4 s of CPU and 600 MB each time it is loaded, and no test's
// database lives long enough to gain from it.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

/** Runs once before the contract tests of one database. */
export default async function prepareDatabase(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.config.env['TEST_DATABASE'] !== 'postgres') {
    project.provide('testDatabase', { kind: 'pglite', templatePath: await pgliteTemplate() })
    return undefined
  }
  const cluster = await startPostgresCluster()
  const adminUrl = cluster.urlOf('postgres')
  const templateName = 'understudy_template'
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const template = new PostgresDatabase({ databaseUrl: cluster.urlOf(templateName), log: pino({ level: 'error' }) })
  await migrate(template)
  await template.close()
  project.provide('testDatabase', { kind: 'postgres', adminUrl, templateName })
  return () => cluster.stop()
}
