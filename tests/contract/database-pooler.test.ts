import { randomBytes } from 'node:crypto'

import { Client } from 'pg'
import pino from 'pino'
import { afterAll, describe, inject } from 'vitest'

import { describeDatabase } from '#backend/database/database-suite.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import { startPgbouncer } from '#support/pgbouncer.ts'

/* The database port through a pooler that switches connections between transactions. */

const source = inject('testDatabase')
const pooler = source.kind === 'postgres' ? await startPgbouncer(source.adminUrl) : null
const made: string[] = []

describe.runIf(pooler !== null)('a transaction pooler', () => {
  afterAll(async () => {
    await pooler?.stop()
    await asAdmin(made.map((name) => `drop database if exists ${name} with (force)`))
  })

  describeDatabase('PostgreSQL behind PgBouncer', async (options) => {
    if (source.kind !== 'postgres' || pooler === null) throw new Error('This needs PostgreSQL and PgBouncer')
    const name = `pooled_${randomBytes(8).toString('hex')}`
    made.push(name)
    await asAdmin([`create database ${name} template ${source.templateName}`])
    const direct = new URL(source.adminUrl)
    direct.pathname = `/${name}`
    return new PostgresDatabase({
      databaseUrl: pooler.urlOf(direct.href),
      listenUrl: direct.href,
      hasNamedStatements: false,
      log: pino({ level: 'fatal' }),
      ...options,
    })
  })
})

async function asAdmin(texts: readonly string[]): Promise<void> {
  if (source.kind !== 'postgres') return
  const admin = new Client({ connectionString: source.adminUrl })
  await admin.connect()
  for (const text of texts) await admin.query(text)
  await admin.end()
}
