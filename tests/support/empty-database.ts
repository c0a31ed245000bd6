import { randomBytes } from 'node:crypto'

import { inject } from 'vitest'

import { runAsAdmin } from './run-as-admin.ts'

export interface EmptyDatabase {
  /** The server process's settings to use it; empty for the PGlite of its own data directory. */
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** An empty database of the project's kind, for a server in its own process. */
export function createEmptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase('template1')
}

/** The same for tests not about the first start: on PostgreSQL it is migrated already. */
export function createReadyDatabase(): Promise<EmptyDatabase> {
  const source = inject('testDatabase')
  return createDatabase(source.kind === 'pglite' ? '' : source.templateName)
}

async function createDatabase(template: string): Promise<EmptyDatabase> {
  const source = inject('testDatabase')
  if (source.kind === 'pglite') return { env: {}, remove: () => Promise.resolve() }
  const name = `process_${randomBytes(8).toString('hex')}`
  await runAsAdmin(source.adminUrl, `create database ${name} template ${template}`)
  const url = new URL(source.adminUrl)
  url.pathname = `/${name}`
  return {
    env: { DATABASE_URL: url.href },
    remove: () => runAsAdmin(source.adminUrl, `drop database if exists ${name} with (force)`),
  }
}
