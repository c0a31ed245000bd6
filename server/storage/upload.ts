import { createHash, randomUUID } from 'node:crypto'

import type { Context } from 'hono'

import { limits } from '#domain/limits.ts'
import { DatabaseError, type Caller, type Statement } from '#server/database/database.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { removeDiscardedFiles } from './discarded-files.ts'
import { parseObjectPath, type ObjectPath } from './object-path.ts'
import { findBucket, type Bucket } from './objects.ts'
import { toSafeImage } from './safe-image.ts'
import { invalidToken, mimeTypeNotSupported, tooLarge, unavailable } from './storage-errors.ts'
import { formOverheadBytes, readUploadBody, type UploadBody } from './upload-body.ts'
import { createWorkLimit } from './work-limit.ts'

/**
 * POST and PUT /object/{bucket}/{path}. Whether the caller may is asked first, so that a stranger's bytes are neither
 * read nor decoded. Then the file is made durable, then its row: an answer means that both will be there tomorrow.
 */
export function upload(services: Services) {
  // So many uploads are held in memory at once; the others' bytes wait in their senders' network.
  const admit = createWorkLimit({ concurrent: 12, waiting: 500 })
  const intake = createWorkLimit({ concurrent: 2, waiting: 12 })

  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = context.get('caller')
    const problem = context.get('tokenProblem')
    if (problem !== null) throw invalidToken(problem)
    const path = parseObjectPath(context.req.url, '/storage/v1/object/')
    const isUpsert = context.req.method === 'PUT' || context.req.header('x-upsert') === 'true'
    const bucket = await findBucket(services, path.bucket)
    const bytesMax = Math.min(bucket.fileSizeLimit ?? bytesMaxOfAll, bytesMaxOfAll)
    if (Number(context.req.header('content-length') ?? 0) > bytesMax + formOverheadBytes) throw tooLarge()
    await askWhetherAllowed(services, caller, path, isUpsert)

    const id = await (admit(() => store(context, caller, path, isUpsert, bucket, bytesMax)) ?? refuseToWait())
    if (isUpsert) await removeDiscardedFiles(services)
    return context.json({ Id: id, Key: `${path.bucket}/${path.name}` })
  }

  async function store(
    context: Context<AppEnv>,
    caller: Caller,
    path: ObjectPath,
    isUpsert: boolean,
    bucket: Bucket,
    bytesMax: number,
  ): Promise<unknown> {
    const body = await readUploadBody(context.req.raw, bytesMax)
    const file = await (intake(() => check(bucket, body)) ?? refuseToWait())
    const sha256 = createHash('sha256').update(file.content).digest('hex')
    // Every row has a file of its own, even of the same content: removing one never races with adding another.
    const key = `${sha256}-${randomUUID()}`
    await services.files.put(key, file.content)
    const metadata = {
      eTag: `"${sha256.slice(0, 32)}"`,
      size: file.content.byteLength,
      mimetype: file.mimeType,
      cacheControl: body.cacheControl,
      lastModified: new Date(services.now()).toISOString(),
      contentLength: file.content.byteLength,
      httpStatusCode: 200,
    }
    try {
      const [written] = await services.database.transaction(caller, [
        writeRow(caller, path, isUpsert, key, JSON.stringify(metadata), body.userMetadata),
      ])
      return written?.rows[0]?.['id']
    } catch (error) {
      // A refusal left no row. When the connection broke nobody knows, and the sweep at the next start decides.
      if (error instanceof DatabaseError && !/^(08|57)/.test(error.sqlstate)) await services.files.delete(key)
      throw error
    }
  }
}

function refuseToWait(): never {
  throw unavailable(new Error('Too many uploads wait'))
}

/** For buckets that name no limit: what Supabase allows. */
const bytesMaxOfAll = Math.max(50 * 1024 * 1024, limits.imageBytesMax)

async function check(bucket: Bucket, body: UploadBody): Promise<{ content: Uint8Array; mimeType: string }> {
  const allowed = bucket.allowedMimeTypes
  if (allowed === null) return body
  const declared = body.mimeType.toLowerCase().split(';')[0]?.trim() ?? ''
  if (!allowed.some((type) => matches(type, declared))) throw mimeTypeNotSupported(body.mimeType)
  if (!allowed.every((type) => type.startsWith('image/'))) return body
  const image = await toSafeImage(body.content)
  if (!allowed.some((type) => matches(type, image.mimeType))) throw mimeTypeNotSupported(image.mimeType)
  return image
}

function matches(allowed: string, mimeType: string): boolean {
  return allowed.endsWith('/*') ? mimeType.startsWith(allowed.slice(0, -1)) : allowed === mimeType
}

async function askWhetherAllowed(services: Services, caller: Caller, path: ObjectPath, isUpsert: boolean) {
  try {
    await services.database.transaction(caller, [
      writeRow(caller, path, isUpsert, null, '{}', null),
      { text: 'select storage.end_question()' },
    ])
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === 'US001') return
    throw error
  }
}

function writeRow(
  caller: Caller,
  path: ObjectPath,
  isUpsert: boolean,
  key: string | null,
  metadata: string,
  userMetadata: string | null,
): Statement {
  const replace = `on conflict (bucket_id, name) do update set
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
  const owner = typeof caller.claims?.['sub'] === 'string' ? caller.claims['sub'] : null
  return {
    text: `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values ($1, $2, $3::uuid, $3::text, $4, $5::jsonb, $6::jsonb) ${isUpsert ? replace : ''} returning id`,
    values: [path.bucket, path.name, owner, key, metadata, userMetadata],
  }
}
