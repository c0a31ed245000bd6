import { DatabaseError, type Caller, type Statement, type TransactionOptions } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'
import { uuid } from '#domain/uuid.ts'

import { removeDiscardedFiles } from './discarded-files.ts'
import type { ObjectPath } from './object-path.ts'
import type { StoredFile } from './store-stream.ts'

/** A row of storage.objects to write. */
export interface ObjectWrite {
  readonly path: ObjectPath
  readonly isUpsert: boolean
  readonly owner: string | null
}

export interface ObjectFile extends StoredFile {
  readonly mimeType: string
  readonly cacheControl: string
  /** JSON text. */
  readonly userMetadata: string | null
}

export function ownerOf(caller: Caller): string | null {
  const sub = caller.claims?.['sub']
  return typeof sub === 'string' ? sub : null
}

/** The old owner column is a uuid of our accounts; foreign tokens may have other subjects. */
export function ownerUuid(owner: string | null): string | null {
  return owner !== null && uuid.test(owner) ? owner : null
}

/** Rejects as the write would: denied by a policy, path taken, bucket missing, or no room for `size` bytes. */
export async function requireWriteAllowed(services: Services, caller: Caller | 'system', write: ObjectWrite, size = 0) {
  try {
    await services.database.transaction(
      caller,
      [objectStatement(write, null, JSON.stringify({ size }), null), { text: 'select storage.raise_allowed()' }],
      withinQuota(services),
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === 'US001') return
    throw error
  }
}

export interface WrittenObject {
  readonly id: string
  /** Replaced an object, whose file must be deleted. */
  readonly isReplacement: boolean
}

/**
 * Writes the row of a durable file; resolves once both are durable. Runs `extraStatements` in the same transaction.
 */
export async function writeObject(
  services: Services,
  caller: Caller | 'system',
  write: ObjectWrite,
  file: ObjectFile,
  extraStatements: readonly Statement[] = [],
): Promise<WrittenObject> {
  const metadata = {
    eTag: file.eTag,
    size: file.size,
    mimetype: file.mimeType,
    cacheControl: file.cacheControl,
    lastModified: new Date(services.now()).toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
  }
  const [written] = await services.database.transaction(
    caller,
    [objectStatement(write, file.key, JSON.stringify(metadata), file.userMetadata), ...extraStatements],
    withinQuota(services),
  )
  const row = written?.rows[0]
  return { id: String(row?.['id']), isReplacement: row?.['is_replacement'] === true }
}

/** Refuses a resumable upload that doesn't fit beside those in progress. */
export async function requireRoom(services: Services, path: ObjectPath, size: number): Promise<void> {
  const room = { text: 'select storage.require_room($1, $2::bigint)', values: [path.name, size] }
  await services.database.transaction('system', [room], withinQuota(services))
}

/** For transactions that add to a workspace's files. */
export function withinQuota({ config }: Pick<Services, 'config'>): TransactionOptions {
  const bytes = config.storage.workspaceBytesMax
  return bytes === null ? {} : { settings: [['storage.quota_bytes', String(bytes)]] }
}

/** As writeObject, for a new file, which a refusal deletes. */
export async function writeNewObject(
  services: Services,
  caller: Caller | 'system',
  write: ObjectWrite,
  file: ObjectFile,
): Promise<string> {
  try {
    const { id, isReplacement } = await writeObject(services, caller, write, file)
    if (isReplacement) await removeDiscardedFiles(services)
    return id
  } catch (error) {
    // A refusal wrote no row. After a broken connection that is unknown; the sweep cleans up.
    if (error instanceof DatabaseError && !/^(08|57)/.test(error.sqlstate)) await services.files.delete(file.key)
    throw error
  }
}

function objectStatement(
  { path, isUpsert, owner }: ObjectWrite,
  key: string | null,
  metadata: string,
  userMetadata: string | null,
): Statement {
  const replace = `on conflict (bucket_id, name) do update set
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
  return {
    text: `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values ($1, $2, $3::uuid, $4::text, $5, $6::jsonb, $7::jsonb) ${isUpsert ? replace : ''}
      returning id, xmax <> 0 as is_replacement`,
    values: [path.bucket, path.name, ownerUuid(owner), owner, key, metadata, userMetadata],
  }
}
