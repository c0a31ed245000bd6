import { z } from 'zod'

/*
 * The archive format (for people, see docs/operating.md): a gzipped tar, so any tar program can read it.
 *
 *   manifest.json                   what this is, and every table with its columns; first
 *   rows/public.demos/000001.ndjson rows as JSON arrays of PostgreSQL's text, in column order; parents first
 *   files/<key>                     the file whose key is the `version` of rows in storage.objects
 *   summary.json                    row and file counts and their SHA-256; last
 */

export const archiveFormat = 'understudy-archive'
export const archiveVersion = 1

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
})

export const manifestShape = z.object({
  format: z.literal(archiveFormat),
  version: z.number().int(),
  madeAt: z.string(),
  /** The backend it came from. Supabase has columns of its own. */
  source: z.enum(['pglite', 'postgres', 'supabase']),
  /** Versions in supabase_migrations, without those of the embedded backend. */
  migrations: z.array(z.string()),
  /** The operator's own migrations, applied where missing. */
  ownMigrations: z.array(z.object({ version: z.string(), name: z.string(), sql: z.string() })),
  /** The secret that signs sessions and keys, if stored in the data directory. */
  jwtSecret: z.string().nullable(),
  tables: z.array(table),
})

const tally = z.object({ rows: z.number().int(), sha256: z.string() })

export const summaryShape = z.object({
  /** Keyed "schema.table": SHA-256 of all its rows. */
  tables: z.record(z.string(), tally),
  /** SHA-256 over one line per file, "sha256  key", in archive order. */
  files: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
})

export type Manifest = z.infer<typeof manifestShape>
export type Summary = z.infer<typeof summaryShape>
export type ArchivedTable = z.infer<typeof table>

export function tableName({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${schema}.${name}`
}

/** A damaged archive, or a target that can't hold it; the message is for the terminal. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}

export function noDatabaseError(dataDir: string): TransferError {
  return new TransferError(`There is no database in ${dataDir} yet. Start Understudy once, or set DATA_DIR.`)
}
