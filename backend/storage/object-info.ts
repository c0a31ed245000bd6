import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { parseObjectPath } from './object-path.ts'
import { findObject } from './objects.ts'
import { invalidToken, noSuchObject } from './storage-errors.ts'
import { wireTime } from './wire-times.ts'

/** GET /object/info/{bucket}/{path}, /object/info/authenticated/… and /object/info/public/…: an object's metadata. */
export function readObjectInfo(services: Services, prefix: string) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const isPublic = prefix.endsWith('/public/')
    const problem = context.get('tokenProblem')
    if (problem !== null && !isPublic) throw invalidToken(problem)
    const path = parseObjectPath(context.req.url, prefix)
    const object = await findObject(services, isPublic ? 'public' : context.get('caller'), path)
    if (object === null) throw noSuchObject()
    const info = {
      id: object.id,
      name: object.name,
      version: object.version,
      bucket_id: object.bucketId,
      size: object.size,
      content_type: object.mimeType,
      cache_control: object.cacheControl,
      etag: object.eTag,
      metadata: object.userMetadata ?? {},
      last_modified: wireTime(object.updatedAt),
      created_at: wireTime(object.createdAt),
    }
    const lastModified = new Date(object.updatedAt).toUTCString()
    return context.json(info, { headers: { etag: object.eTag, 'last-modified': lastModified } })
  }
}
