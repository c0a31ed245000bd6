import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { Intake } from '#backend/storage/intake.ts'
import { parseObjectName, type ObjectPath } from '#backend/storage/object-path.ts'
import { requireRoom, requireWriteAllowed, type ObjectWrite } from '#backend/storage/object-write.ts'
import { findBucket } from '#backend/storage/objects.ts'
import { resumableError, tooLarge } from '#backend/storage/storage-errors.ts'
import { newFileKey } from '#backend/storage/store-stream.ts'
import { cacheControlOf, parseMetadata } from '#backend/storage/upload-body.ts'
import { uploadBytesMax } from '#backend/storage/upload-check.ts'

import {
  byteHeader,
  offsetOctets,
  parseUploadMetadata,
  requireVersion,
  tusVersion,
  type UploadMetadata,
} from './tus-headers.ts'
import { insertUpload } from './upload-rows.ts'
import { findUploader, isSignedFor, type Uploader } from './uploader.ts'
import { writeUpload } from './write-upload.ts'

/** POST: creates an upload; a body is its first piece. */
export function createUpload(services: Services, intake: Intake, isSigned: boolean) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    requireVersion(context)
    const uploader = await findUploader(services, context, isSigned)
    const length = readLength(context)
    const metadata = parseUploadMetadata(context.req.header('upload-metadata'))
    const write = writeOf(uploader, metadata, context.req.header('x-upsert') === 'true')
    const bucket = await findBucket(services, write.path.bucket)
    if ((length ?? 0) > uploadBytesMax(services, bucket, metadata.mimeType)) throw tooLarge()
    await requireWriteAllowed(services, uploader.caller, write)
    await requireRoom(services, write.path, length ?? 0)

    const expiresAtMs = services.now() + services.config.storage.resumableUploadMs
    const id = await insertUpload(services, {
      ...write.path,
      callerRole: uploader.role,
      owner: uploader.owner,
      isSigned,
      isUpsert: write.isUpsert,
      mimeType: metadata.mimeType,
      cacheControl: cacheControlOf(metadata.cacheControl),
      userMetadata: parseMetadata(metadata.userMetadata),
      uploadMetadata: metadata.text,
      length,
      received: 0,
      key: newFileKey(),
      handle: null,
      tags: [],
      restKey: null,
      isFinished: false,
      expiresAtMs,
    })
    context.header('location', `/storage/v1/upload/resumable/${isSigned ? 'sign/' : ''}${id}`)
    const hasBody = context.req.header('content-type')?.toLowerCase() === offsetOctets
    if (hasBody || length === 0) await writeUpload(services, intake, context, { uploader, id, offset: 0, length })
    else context.header('upload-expires', new Date(expiresAtMs).toUTCString())
    context.header('tus-resumable', tusVersion)
    return context.body(null, 201)
  }
}

/** Null when deferred. */
function readLength(context: Context<AppEnv>): number | null {
  const length = byteHeader(context, 'upload-length')
  const isDeferred = context.req.header('upload-defer-length') === '1'
  if ((length === null) !== isDeferred) throw resumableError(400, 'Upload-Length or Upload-Defer-Length must be given')
  return length
}

function writeOf({ signed, owner }: Uploader, metadata: UploadMetadata, isUpsert: boolean): ObjectWrite {
  const path: ObjectPath = { bucket: metadata.bucket, name: parseObjectName(metadata.name) }
  if (signed === null) return { path, isUpsert, owner }
  if (!isSignedFor(signed, path)) throw signatureMismatch()
  return { path, isUpsert: signed.isUpsert, owner }
}

function signatureMismatch() {
  return resumableError(403, 'The token was made for another object', 'InvalidUploadSignature')
}
