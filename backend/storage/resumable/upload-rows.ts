import { randomUUID } from 'node:crypto'

import type { QueryResult, Statement } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'

import { resumableError, uploadLocked } from '#backend/storage/storage-errors.ts'

/** A row of storage.resumable_uploads. */
export interface ResumableUpload {
  readonly id: string
  readonly bucket: string
  readonly name: string
  readonly callerRole: string
  readonly owner: string | null
  readonly isSigned: boolean
  readonly isUpsert: boolean
  readonly mimeType: string
  readonly cacheControl: string
  /** JSON text. */
  readonly userMetadata: string | null
  readonly uploadMetadata: string
  readonly length: number | null
  readonly received: number
  readonly key: string
  readonly handle: string | null
  readonly tags: readonly string[]
  readonly restKey: string | null
  readonly isFinished: boolean
  readonly expiresAtMs: number
}

export type Progress = Pick<ResumableUpload, 'length' | 'received' | 'handle' | 'tags' | 'restKey'>

/** An exclusive lock on an upload, held by one request. */
export interface Lease {
  readonly upload: ResumableUpload
  readonly token: string
  /** Extends the lease; call it as bytes come in. Throws when another request took over. */
  readonly renew: () => Promise<void>
  /** Throws, and writes nothing, when another request took over. */
  readonly record: (progress: Progress) => Promise<void>
  readonly release: () => Promise<void>
}

export async function insertUpload(services: Services, upload: Omit<ResumableUpload, 'id'>): Promise<string> {
  const unfinished = await run(services, {
    text: `select count(*) from storage.resumable_uploads
      where owner_id is not distinct from $1 and finished_at is null`,
    values: [upload.owner],
  })
  if (upload.callerRole !== 'service_role' && Number(unfinished.rows[0]?.['count'] ?? 0) >= unfinishedOfAnAccount) {
    throw resumableError(429, 'Too many unfinished uploads', 'SlowDown')
  }
  const inserted = await run(services, {
    text: `insert into storage.resumable_uploads (bucket_id, name, caller_role, owner_id, is_signed, is_upsert, mime_type,
        cache_control, user_metadata, upload_metadata, length, key, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11::bigint, $12, to_timestamp($13::double precision))
      returning id`,
    values: [
      upload.bucket,
      upload.name,
      upload.callerRole,
      upload.owner,
      upload.isSigned,
      upload.isUpsert,
      upload.mimeType,
      upload.cacheControl,
      upload.userMetadata,
      upload.uploadMetadata,
      upload.length,
      upload.key,
      upload.expiresAtMs / 1000,
    ],
  })
  return String(inserted.rows[0]?.['id'])
}

export async function findUpload(services: Services, id: string): Promise<ResumableUpload | null> {
  const found = await run(services, {
    text: `select ${columns} from storage.resumable_uploads where id = $1`,
    values: [id],
  })
  return found.rows[0] === undefined ? null : toUpload(found.rows[0])
}

/** Takes the lease; refuses with 423 while another request holds it, on any server. */
export async function leaseUpload(services: Services, id: string): Promise<Lease> {
  const token = randomUUID()
  const held = 'where id = $1 and lease = $2'
  const taken = await run(services, {
    text: `update storage.resumable_uploads set lease = $2, leased_until = ${leaseEnd}
      where id = $1 and (leased_until is null or leased_until < clock_timestamp()) returning ${columns}`,
    values: [id, token],
  })
  if (taken.rows[0] === undefined) throw uploadLocked()
  let renewedAtMs = Date.now()

  return {
    upload: toUpload(taken.rows[0]),
    token,
    renew: async () => {
      if (Date.now() - renewedAtMs < renewEveryMs) return
      renewedAtMs = Date.now()
      const renewed = await run(services, {
        text: `update storage.resumable_uploads set leased_until = ${leaseEnd} ${held}`,
        values: [id, token],
      })
      if (renewed.rowCount === 0) throw uploadLocked()
    },
    record: async ({ length, received, handle, tags, restKey }) => {
      renewedAtMs = Date.now()
      const recorded = await run(services, {
        text: `with before as (select rest_key from storage.resumable_uploads ${held}), discarded as (
            insert into storage.discarded_files (key)
            select rest_key from before where rest_key is not null and rest_key is distinct from $7 on conflict do nothing
          )
          update storage.resumable_uploads set length = $3::bigint, received = $4::bigint, handle = $5, tags = $6::jsonb,
            rest_key = $7, leased_until = ${leaseEnd} ${held}`,
        values: [id, token, length, received, handle, JSON.stringify(tags), restKey],
      })
      if (recorded.rowCount === 0) throw uploadLocked()
    },
    release: async () => {
      await run(services, {
        text: `update storage.resumable_uploads set lease = null, leased_until = null ${held}`,
        values: [id, token],
      })
    },
  }
}

/** Deletes an upload's row, then its parts; the sweep finds parts a crash leaves behind. */
export async function removeUpload(services: Services, upload: ResumableUpload): Promise<void> {
  await run(services, {
    text: `with removed as (delete from storage.resumable_uploads where id = $1 returning finished_at, key, rest_key)
      insert into storage.discarded_files (key)
      select file from removed, unnest(array[key, rest_key]) file where file is not null and finished_at is null
      on conflict do nothing`,
    values: [upload.id],
  })
  if (upload.handle !== null && !upload.isFinished) await services.files.parts.abandon(upload.key, upload.handle)
}

/** Expired uploads without a live lease. */
export async function findExpiredUploads(services: Services): Promise<readonly ResumableUpload[]> {
  const found = await run(services, {
    text: `select ${columns} from storage.resumable_uploads
      where expires_at < to_timestamp($1::double precision)
        and (leased_until is null or leased_until < clock_timestamp()) order by expires_at limit 500`,
    values: [services.now() / 1000],
  })
  return found.rows.map(toUpload)
}

/** Short, because clients wait this long after a broken connection or a dead server. */
const leaseEnd = `clock_timestamp() + interval '4 seconds'`
const renewEveryMs = 1_000
const unfinishedOfAnAccount = 200

const columns = `id, bucket_id, name, caller_role, owner_id, is_signed, is_upsert, mime_type, cache_control,
  user_metadata::text as user_metadata, upload_metadata, length, received, key, handle, tags, rest_key,
  finished_at is not null as is_finished, extract(epoch from expires_at)::double precision * 1000 as expires_at_ms`

function toUpload(row: Readonly<Record<string, unknown>>): ResumableUpload {
  const text = (name: string): string | null => (row[name] === null ? null : String(row[name]))
  return {
    id: String(row['id']),
    bucket: String(row['bucket_id']),
    name: String(row['name']),
    callerRole: String(row['caller_role']),
    owner: text('owner_id'),
    isSigned: row['is_signed'] === true,
    isUpsert: row['is_upsert'] === true,
    mimeType: String(row['mime_type']),
    cacheControl: String(row['cache_control']),
    userMetadata: text('user_metadata'),
    uploadMetadata: String(row['upload_metadata']),
    length: row['length'] === null ? null : Number(row['length']),
    received: Number(row['received']),
    key: String(row['key']),
    handle: text('handle'),
    tags: (row['tags'] as readonly unknown[]).map(String),
    restKey: text('rest_key'),
    isFinished: row['is_finished'] === true,
    expiresAtMs: Number(row['expires_at_ms']),
  }
}

async function run(services: Services, statement: Statement): Promise<QueryResult> {
  const [result] = await services.database.transaction('system', [statement])
  return result ?? { rows: [], rowCount: 0 }
}
