import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { parseObjectName, type ObjectPath } from './object-path.ts'
import { requireWriteAllowed, ownerOf, withinQuota, writeNewObject, type ObjectFile } from './object-write.ts'
import { findBucket, findObject, type StoredObject } from './objects.ts'
import { readRequestJson } from './request-json.ts'
import { invalidRequest, noSuchObject, refusedByPolicy } from './storage-errors.ts'
import { newFileKey } from './store-stream.ts'
import { verifiedCaller } from './upload.ts'
import { isDecoded, isImageUpload, requireAccepted } from './upload-check.ts'

/** POST /object/move: renames an object, also across buckets. The file stays in place. */
export function moveObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const { source, destination } = await readPaths(context)
    const object = await findObject(services, caller, source)
    if (object === null) throw noSuchObject()
    await requireAcceptedBy(services, destination, object.mimeType, object)
    const [moved] = await services.database.transaction(
      caller,
      [
        {
          text: `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
          where bucket_id = $1 and name = $2 and version = $5`,
          values: [source.bucket, source.name, destination.bucket, destination.name, object.version],
        },
      ],
      withinQuota(services),
    )
    if (moved?.rowCount === 0) throw refusedByPolicy()
    return context.json({ message: 'Successfully moved' })
  }
}

/** POST /object/copy: copies an object and its file; the caller owns the copy. */
export function copyObject(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const caller = verifiedCaller(context)
    const { source, destination, body } = await readPaths(context)
    const object = await findObject(services, caller, source)
    if (object === null) throw noSuchObject()
    const overrides = body.copyMetadata === false ? body.metadata : null
    const file: ObjectFile = {
      key: newFileKey(),
      size: object.size,
      eTag: object.eTag,
      mimeType: overrides?.mimetype ?? object.mimeType,
      cacheControl: overrides?.cacheControl ?? object.cacheControl,
      userMetadata: body.copyMetadata === false ? null : JSON.stringify(object.userMetadata ?? null),
    }
    await requireAcceptedBy(services, destination, file.mimeType, object)
    const write = { path: destination, isUpsert: context.req.header('x-upsert') === 'true', owner: ownerOf(caller) }
    await requireWriteAllowed(services, caller, write, file.size)
    if (!(await services.files.copy(object.version, file.key))) throw noSuchObject()
    const id = await writeNewObject(services, caller, write, file)
    return context.json({ Id: id, Key: `${destination.bucket}/${destination.name}` })
  }
}

const bodyShape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().nullish(),
  metadata: z.object({ cacheControl: headerText().nullish(), mimetype: headerText().nullish() }).nullish(),
})

/** Safe to send as a header. */
function headerText() {
  return z
    .string()
    .max(200)
    .regex(/^[\x20-\x7e]*$/)
}

async function readPaths(context: Context<AppEnv>) {
  const parsed = bodyShape.safeParse(await readRequestJson(context.req.raw))
  if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error))
  const body = parsed.data
  const source: ObjectPath = { bucket: body.bucketId, name: parseObjectName(body.sourceKey) }
  const destination: ObjectPath = {
    bucket: body.destinationBucket ?? body.bucketId,
    name: parseObjectName(body.destinationKey),
  }
  return { source, destination, body }
}

/** Applies the target bucket's upload rules to an object from another bucket. */
async function requireAcceptedBy(
  services: Services,
  destination: ObjectPath,
  mimeType: string,
  object: StoredObject,
): Promise<void> {
  const bucket = await findBucket(services, destination.bucket)
  requireAccepted(services, bucket, mimeType, object.size)
  // Only declared images were re-encoded.
  const isNewlyImage = isImageUpload(bucket, mimeType) && !isDecoded(object.mimeType)
  if (isNewlyImage) throw invalidRequest('The object is not an image')
}
