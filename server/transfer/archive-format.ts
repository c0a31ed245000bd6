import { z } from 'zod'

/*
 * The archive (docs/operating.md describes it for people): a gzipped tar, so that any tar program can look into it.
 *
 *   manifest.json                   what this is, and every table with its columns; first
 *   rows/public.demos/000001.ndjson rows as JSON arrays of PostgreSQL's text, in the order of the columns; parents first
 *   files/<key>                     what is stored under a key that rows of storage.objects name in `version`
 *   summary.json                    how many rows and files there are, and their SHA-256; last
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
  /** Where it comes from. Supabase has columns that nobody else knows. */
  source: z.enum(['pglite', 'postgres', 'supabase']),
  /** Versions in supabase_migrations, without those of the embedded backend. */
  migrations: z.array(z.string()),
  /** Migrations of the operator's own, to be applied where they are missing. */
  ownMigrations: z.array(z.object({ version: z.string(), name: z.string(), sql: z.string() })),
  /** What signs sessions and keys, where the installation keeps it in its data directory. */
  jwtSecret: z.string().nullable(),
  tables: z.array(table),
})

const tally = z.object({ rows: z.number().int(), sha256: z.string() })

export const summaryShape = z.object({
  /** By "schema.table": over the bytes of all its rows. */
  tables: z.record(z.string(), tally),
  /** Over one line for each file, "sha256  key", in the archive's order. */
  files: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
})

export type Manifest = z.infer<typeof manifestShape>
export type Summary = z.infer<typeof summaryShape>
export type ArchivedTable = z.infer<typeof table>

export function tableName({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${schema}.${name}`
}

/** An archive that can't be believed, or a place that it can't go to; the message is for the person at the terminal. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}

export function noDatabase(dataDir: string): TransferError {
  return new TransferError(`There is no database in ${dataDir} yet. Start Understudy once, or set DATA_DIR.`)
}
