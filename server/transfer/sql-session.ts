import { Client, DatabaseError as PgError } from 'pg'

import type { Database } from '#backend/database/database.ts'
import { openPglite } from '#backend/database/open-pglite.ts'

export type TextRow = readonly (string | null)[]

/**
 * One long-lived connection for moving everything; servers use the Database port instead. Values are PostgreSQL's text
 * both ways, so they round-trip bit for bit.
 */
export interface SqlSession {
  readonly query: (text: string, values?: TextRow) => Promise<readonly TextRow[]>
  /** Several statements in one text. */
  readonly exec: (sql: string) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openPostgresSession(databaseUrl: string): Promise<SqlSession> {
  const client = new Client({ connectionString: databaseUrl, keepAlive: true, application_name: 'understudy operator' })
  client.on('error', () => undefined)
  await client.connect()
  const types = { getTypeParser: () => (text: string) => text } as never
  return {
    query: async (text, values = []) => {
      const result = await client.query<(string | null)[]>({ text, values: [...values], rowMode: 'array', types })
      return result.rows
    },
    exec: async (sql) => {
      await client.query(sql)
    },
    close: () => client.end(),
  }
}

/** Opens a data directory that no server is using: the caller holds its lock, or it is a copy. */
export async function openPgliteSession(directory: string): Promise<SqlSession> {
  const database = await openPglite({ directory, template: null, isDurable: true })
  const asText = {
    rowMode: 'array',
    serializers: new Proxy<Record<number, (value: unknown) => string>>({}, { get: () => String }),
    parsers: Object.fromEntries(Object.keys(database.parsers).map((oid) => [oid, (text: string) => text])),
  } as const
  return {
    query: async (text, values = []) => (await database.query<TextRow>(text, [...values], asText)).rows,
    exec: async (sql) => {
      await database.exec(sql)
    },
    close: () => database.close(),
  }
}

/** What migrations need from a database. */
export function asMigratable(session: SqlSession): Pick<Database, 'runScript' | 'transaction'> {
  return {
    runScript: async (sql) => {
      await session.exec('begin')
      try {
        await session.exec(sql)
        await session.exec('commit')
      } catch (error) {
        await session.exec('rollback')
        throw error
      }
    },
    transaction: async (_, statements) => {
      const results = []
      for (const { text } of statements) {
        const rows = await session.query(`select row_to_json(answer)::text from (${text}) answer`)
        results.push({
          rows: rows.map(([row]) => JSON.parse(row ?? '{}') as Record<string, unknown>),
          rowCount: rows.length,
        })
      }
      return results
    },
  }
}

/** PostgreSQL's SQLSTATE; null for other errors. */
export function sqlstateOf(error: unknown): string | null {
  if (error instanceof PgError) return error.code ?? null
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
