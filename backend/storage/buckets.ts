import type { Context } from 'hono'
import { z } from 'zod'

import { DatabaseError, type QueryResult, type Statement } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { parseBucketName, parseBucketSettings } from './bucket-settings.ts'
import { removeDiscardedFiles } from './discarded-files.ts'
import { ownerOf, ownerUuid } from './object-write.ts'
import { readRequestJson } from './request-json.ts'
import {
  bucketExists,
  bucketNotEmpty,
  invalidRequest,
  invalidToken,
  noSuchBucket,
  refusedByPolicy,
} from './storage-errors.ts'
import { fileBytesMax } from './upload-check.ts'
import { withWireTimes } from './wire-times.ts'

/* /bucket: row-level security of storage.buckets applies; invisible buckets are answered as missing. */

export function listBuckets(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const parsed = listShape.safeParse(context.req.query())
    if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
    const { limit, offset, search, sortColumn, sortOrder } = parsed.data
    const found = await run(services, context, {
      text: `select ${columns} from storage.buckets
        where $1 = '' or strpos(lower(name), lower($1)) > 0
        order by ${sortColumn} ${sortOrder}, id limit $2::integer offset $3::integer`,
      values: [search, limit, offset],
    })
    return context.json(found.rows.map(withWireTimes))
  }
}

export function getBucket(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const id = context.req.param('bucket') ?? ''
    const found = await run(services, context, {
      text: `select ${columns} from storage.buckets where id = $1`,
      values: [id],
    })
    if (found.rows[0] === undefined) throw noSuchBucket()
    return context.json(withWireTimes(found.rows[0]))
  }
}

export function createBucket(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const body = await readRequestJson(context.req.raw)
    const name = parseBucketName(body)
    const settings = parseBucketSettings(body, fileBytesMax(services))
    const owner = ownerOf(context.get('caller'))
    await run(services, context, {
      text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $1, $2::uuid, $3::text, $4::boolean, $5::bigint, $6::text[])`,
      values: [
        name,
        ownerUuid(owner),
        owner,
        settings.isPublic ?? false,
        settings.fileSizeLimit ?? null,
        settings.allowedMimeTypes ?? null,
      ],
    }).catch((error: unknown) => {
      throw error instanceof DatabaseError && error.sqlstate === '23505' ? bucketExists() : error
    })
    return context.json({ name })
  }
}

export function updateBucket(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const id = context.req.param('bucket') ?? ''
    const settings = parseBucketSettings(await readRequestJson(context.req.raw), fileBytesMax(services))
    await requireVisible(services, context, id)
    const updated = await run(services, context, {
      text: `update storage.buckets set
          public = coalesce($2::boolean, public),
          file_size_limit = case when $3::boolean then $4::bigint else file_size_limit end,
          allowed_mime_types = case when $5::boolean then $6::text[] else allowed_mime_types end,
          updated_at = now()
        where id = $1`,
      values: [
        id,
        settings.isPublic ?? null,
        settings.fileSizeLimit !== undefined,
        settings.fileSizeLimit ?? null,
        settings.allowedMimeTypes !== undefined,
        settings.allowedMimeTypes ?? null,
      ],
    })
    if (updated.rowCount === 0) throw refusedByPolicy()
    return context.json({ message: 'Successfully updated' })
  }
}

/** Removes every object the caller may delete; others stay. */
export function emptyBucket(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const id = context.req.param('bucket') ?? ''
    await requireVisible(services, context, id)
    for (let isMore = true; isMore;) {
      const removed = await run(services, context, {
        text: `delete from storage.objects where id in
          (select id from storage.objects where bucket_id = $1 limit ${emptyBatch})`,
        values: [id],
      })
      isMore = removed.rowCount === emptyBatch
      await removeDiscardedFiles(services)
    }
    // Supabase's wording; here the bucket is already empty.
    return context.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
  }
}

export function deleteBucket(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const id = context.req.param('bucket') ?? ''
    await requireVisible(services, context, id)
    const removed = await run(services, context, {
      text: 'delete from storage.buckets where id = $1',
      values: [id],
    }).catch((error: unknown) => {
      throw error instanceof DatabaseError && error.sqlstate === '23503' ? bucketNotEmpty() : error
    })
    if (removed.rowCount === 0) throw refusedByPolicy()
    return context.json({ message: 'Successfully deleted' })
  }
}

/** Keeps transactions short and the list of discarded files small enough for one pass. */
const emptyBatch = 1_000
const columns = `id, name, coalesce(owner::text, '') as owner, coalesce(owner_id, '') as owner_id, public,
  'STANDARD' as type, file_size_limit, allowed_mime_types, created_at, updated_at`

const listShape = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  search: z
    .string()
    .max(100)
    .refine((text) => !text.includes('\0'))
    .default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

async function requireVisible(services: Services, context: Context<AppEnv>, id: string): Promise<void> {
  const found = await run(services, context, { text: 'select id from storage.buckets where id = $1', values: [id] })
  if (found.rows.length === 0) throw noSuchBucket()
}

async function run(services: Services, context: Context<AppEnv>, statement: Statement): Promise<QueryResult> {
  const problem = context.get('tokenProblem')
  if (problem !== null) throw invalidToken(problem)
  const [result] = await services.database.transaction(context.get('caller'), [statement])
  return result ?? { rows: [], rowCount: 0 }
}
