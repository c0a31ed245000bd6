import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import pino from 'pino'
import { inject } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'

import type { TestDatabaseSource } from './database-setup.ts'
import { pgliteTemplate } from './database-template.ts'
import { runAsAdmin } from './run-as-admin.ts'

export interface TestDatabaseOptions {
  readonly deadlineMs?: number
  readonly anonTimeoutMs?: number
  readonly waitingMax?: number
  /** PostgreSQL only: how long an answer may exceed the statement timeout. */
  readonly graceMs?: number
}

/** A migrated database of the project's kind for one test file. Closing it deletes it. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const source: TestDatabaseSource | undefined = inject('testDatabase')
  if (source?.kind === 'postgres') {
    return openPostgresCopy(source.adminUrl, source.templateName, options)
  }
  const template = await readFile(source?.templatePath ?? (await pgliteTemplate()))
  return PgliteDatabase.open({ dataDir: null, template: new Uint8Array(template), log, ...options })
}

const log = pino({ level: 'fatal' })

async function openPostgresCopy(
  adminUrl: string,
  templateName: string,
  options: TestDatabaseOptions,
): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAsAdmin(adminUrl, `create database ${name} template ${templateName}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const database = new PostgresDatabase({ databaseUrl: url.href, log, maxConnections: 4, ...options })
  return {
    kind: 'postgres',
    transaction: (caller, statements, options) => database.transaction(caller, statements, options),
    runScript: (sql) => database.runScript(sql),
    listen: (channel, handler) => database.listen(channel, handler),
    load: () => database.load(),
    async close() {
      await database.close()
      await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}
