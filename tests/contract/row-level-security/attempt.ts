import type { SupabaseClient } from '@supabase/supabase-js'

import type { Cast } from './cast.ts'
import { tables, type Row, type TableRights, type Verb } from './table-rights.ts'

/** Performs an action on a row as an actor; returns the result as a letter of `TableRights`. */
export async function attempt(cast: Cast, client: SupabaseClient, verb: Verb, table: string): Promise<string> {
  const rights = rightsOf(table)
  switch (verb) {
    case 'select': {
      const row = rights.readable?.(cast) ?? (await existingRow(cast, table))
      return toLetter(await client.from(table).select().match(row))
    }
    case 'insert':
      return toLetter(await client.from(table).insert(rights.row(cast)))
    case 'update':
      return toLetter(
        await client
          .from(table)
          .update(rights.change)
          .match(await existingRow(cast, table))
          .select(),
      )
    case 'delete':
      return toLetter(
        await client
          .from(table)
          .delete()
          .match(await existingRow(cast, table))
          .select(),
      )
  }
}

/** An existing row, by its key. */
async function existingRow(cast: Cast, table: string): Promise<Row> {
  const { row, key = ['id'], existing, belongsTo = {} } = rightsOf(table)
  if (existing !== undefined) return existing(cast)
  const owners: Record<string, unknown> = {}
  for (const [column, other] of Object.entries(belongsTo)) {
    owners[column] = Object.values(await existingRow(cast, other))[0]
  }
  const stored = { ...row(cast), ...owners }
  await cast.service.from(table).upsert(stored).throwOnError()
  return Object.fromEntries(Object.entries(stored).filter(([column]) => key.includes(column)))
}

function rightsOf(table: string): TableRights {
  const rights = tables[table]
  if (rights === undefined) throw new Error(`This test does not know a row of ${table}`)
  return rights
}

function toLetter({ data, error }: { data: unknown; error: { code: string; message: string } | null }): string {
  // A duplicate key is reported only after row-level security passed the row.
  if (error === null || error.code === '23505') return Array.isArray(data) && data.length === 0 ? '-' : 'y'
  return error.code === '42501' ? 'x' : `${error.code} ${error.message}`
}
