import type { Caller } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'

import type { ObjectPath } from './object-path.ts'
import { noSuchBucket } from './storage-errors.ts'

/** The columns of storage.objects we use. */
export interface StoredObject {
  readonly id: string
  readonly name: string
  readonly bucketId: string
  /** Its file's key. */
  readonly version: string
  readonly mimeType: string
  readonly cacheControl: string
  readonly size: number
  /** Quoted. */
  readonly eTag: string
  readonly userMetadata: unknown
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Bucket {
  readonly id: string
  readonly isPublic: boolean
  readonly fileSizeLimit: number | null
  readonly allowedMimeTypes: readonly string[] | null
}

/** Looked up as the system: that a bucket exists and what it accepts is no secret. */
export async function findBucket(services: Services, id: string): Promise<Bucket> {
  const [found] = await services.database.transaction(
    'system',
    [
      {
        text: 'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
        values: [id],
      },
    ],
    { readOnly: true },
  )
  const row = found?.rows[0]
  if (row === undefined) throw noSuchBucket()
  return {
    id,
    isPublic: row['public'] === true,
    fileSizeLimit: row['file_size_limit'] === null ? null : Number(row['file_size_limit']),
    allowedMimeTypes: Array.isArray(row['allowed_mime_types']) ? row['allowed_mime_types'].map(String) : null,
  }
}

/** Finds an object this reader may see; `'public'` sees public buckets by exact path. */
export async function findObject(
  services: Services,
  reader: Caller | 'public',
  path: ObjectPath,
): Promise<StoredObject | null> {
  const statement =
    reader === 'public'
      ? `select ${columns} from storage.objects o join storage.buckets b on b.id = o.bucket_id
         where b.public and o.bucket_id = $1 and o.name = $2`
      : `select ${columns} from storage.objects o where o.bucket_id = $1 and o.name = $2`
  const [found] = await services.database.transaction(
    reader === 'public' ? 'system' : reader,
    [{ text: statement, values: [path.bucket, path.name] }],
    { readOnly: true },
  )
  const row = found?.rows[0]
  return row === undefined ? null : toStoredObject(row)
}

export async function findVisibleNames(
  services: Services,
  caller: Caller,
  bucketId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const [found] = await services.database.transaction(
    caller,
    [
      {
        text: 'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
        values: [bucketId, names],
      },
    ],
    { readOnly: true },
  )
  return new Set((found?.rows ?? []).map((row) => String(row['name'])))
}

function toStoredObject(row: Readonly<Record<string, unknown>>): StoredObject {
  const metadata = (row['metadata'] ?? {}) as Readonly<Record<string, unknown>>
  return {
    id: String(row['id']),
    name: String(row['name']),
    bucketId: String(row['bucket_id']),
    version: String(row['version']),
    mimeType: String(metadata['mimetype'] ?? 'application/octet-stream'),
    cacheControl: String(metadata['cacheControl'] ?? 'no-cache'),
    size: Number(metadata['size'] ?? 0),
    eTag: String(metadata['eTag'] ?? ''),
    userMetadata: row['user_metadata'],
    createdAt: String(row['created_at']),
    updatedAt: String(row['updated_at']),
  }
}

const columns = 'o.id, o.name, o.bucket_id, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at'
