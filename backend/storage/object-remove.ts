import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { removeDiscardedFiles } from './discarded-files.ts'
import { parseObjectName, parseObjectPath } from './object-path.ts'
import { findBucket } from './objects.ts'
import { readRequestJson } from './request-json.ts'
import { invalidRequest, noSuchObject } from './storage-errors.ts'
import { verifiedCaller } from './upload.ts'
import { withWireTimes } from './wire-times.ts'

/** DELETE /object/{bucket} with a list of names: returns the removed rows; objects the caller may not delete stay. */
export function removeObjects(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const bucket = await findBucket(services, context.req.param('bucket') ?? '')
    const parsed = bodyShape.safeParse(await readRequestJson(context.req.raw))
    if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
    const names = parsed.data.prefixes.map(parseObjectName)
    return context.json(await remove(services, context, bucket.id, names))
  }
}

/** DELETE /object/{bucket}/{path}. */
export function removeObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const path = parseObjectPath(context.req.url, '/object/')
    const bucket = await findBucket(services, path.bucket)
    const removed = await remove(services, context, bucket.id, [path.name])
    if (removed.length === 0) throw noSuchObject()
    return context.json({ message: 'Successfully deleted' })
  }
}

const bodyShape = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

async function remove(services: Services, context: Context<AppEnv>, bucketId: string, names: readonly string[]) {
  const [removed] = await services.database.transaction(verifiedCaller(context), [
    {
      text: `delete from storage.objects where bucket_id = $1 and name = any($2::text[])
        returning id, name, bucket_id, owner, owner_id, version, metadata, user_metadata, created_at, updated_at,
          last_accessed_at`,
      values: [bucketId, names],
    },
  ])
  await removeDiscardedFiles(services)
  return (removed?.rows ?? []).map(withWireTimes)
}
