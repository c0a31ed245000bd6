import { setFlagsFromString } from 'node:v8'

import { Client } from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'

import { migrate } from '#backend/database/migrate.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'

import { pgliteTemplate, unoptimised } from './database-template.ts'
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

// Sets them for all threads of this process.
for (const flag of unoptimised) setFlagsFromString(flag)

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
