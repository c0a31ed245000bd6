import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { parseObjectPath, type ObjectPath } from './object-path.ts'
import { findBucket, findObject, type StoredObject } from './objects.ts'
import { serveObject } from './serve-object.ts'
import { signerOf } from './signer.ts'
import { noSuchBucket, noSuchObject } from './storage-errors.ts'
import { verifiedCaller } from './upload.ts'
import { verifyUrlToken } from './url-token.ts'

/** GET and HEAD /object/public/{bucket}/{path}: open to everyone, whatever their token. */
export function readPublicObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const object = await findPublicObject(services, parseObjectPath(context.req.url, '/object/public/'))
    return serveObject(services, context, object)
  }
}

/** GET and HEAD /object/{bucket}/{path} and /object/authenticated/…: row-level security applies. */
export function readObject(services: Services, prefix: '/object/' | '/object/authenticated/') {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const object = await findObject(services, verifiedCaller(context), parseObjectPath(context.req.url, prefix))
    if (object === null) throw noSuchObject()
    return serveObject(services, context, object)
  }
}

/** GET and HEAD /object/sign/{bucket}/{path}?token=…: reads as the token's signer, until it expires. */
export function readSignedObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const asked = parseObjectPath(context.req.url, '/object/sign/')
    const { path, claims } = await verifyUrlToken(services, 'read', context.req.query('token'), asked)
    const object = await findObject(services, signerOf(context, claims), path)
    if (object === null) throw noSuchObject()
    return serveObject(services, context, object)
  }
}

export async function findPublicObject(services: Services, path: ObjectPath): Promise<StoredObject> {
  const object = await findObject(services, 'public', path)
  if (object !== null) return object
  // Private buckets are answered as missing.
  const bucket = await findBucket(services, path.bucket)
  throw bucket.isPublic ? noSuchObject() : noSuchBucket()
}
