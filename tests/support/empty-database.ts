import { randomBytes } from 'node:crypto'

import { inject } from 'vitest'

import { runAsAdmin } from './run-as-admin.ts'

export interface EmptyDatabase {
  /** What a server process must be told to use it; nothing for the PGlite of its own data directory. */
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** An empty database, of the kind that the project asks for, for a server that runs as a process of its own. */
export function createEmptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase('template1')
}

/** The same where what the first start makes is not the subject: on PostgreSQL it is made already. */
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
