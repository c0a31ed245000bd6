import { createHash } from 'node:crypto'

import { DatabaseError, type Caller } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'
import { removeDiscardedFiles } from '#backend/storage/discarded-files.ts'
import type { Receiver } from '#backend/storage/intake.ts'
import { writeObject } from '#backend/storage/object-write.ts'
import { findBucket } from '#backend/storage/objects.ts'
import { StorageError, uploadLocked } from '#backend/storage/storage-errors.ts'
import type { StoredFile } from '#backend/storage/store-stream.ts'
import { isImageUpload } from '#backend/storage/upload-check.ts'

import { readPart } from './read-part.ts'
import { removeUpload, type Lease, type Progress, type ResumableUpload } from './upload-rows.ts'

/**
 * Creates the object of a complete upload, as the caller. Repeatable after a crash at any point. Deletes an upload that
 * can never become an object, and throws the refusal.
 */
export async function finishUpload(
  services: Services,
  receiver: Receiver,
  lease: Lease,
  caller: Caller | 'system',
  progress: Progress,
): Promise<void> {
  const upload: ResumableUpload = { ...lease.upload, ...progress }
  try {
    await createObject(services, receiver, upload, lease, caller)
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === 'US002') throw uploadLocked()
    if (isFinal(error)) await removeUpload(services, upload)
    throw error
  }
  await removeDiscardedFiles(services)
}

async function createObject(
  services: Services,
  receiver: Receiver,
  upload: ResumableUpload,
  lease: Lease,
  caller: Caller | 'system',
): Promise<void> {
  const file = await joinFile(services, receiver, upload, lease)
  const write = { path: { bucket: upload.bucket, name: upload.name }, isUpsert: upload.isUpsert, owner: upload.owner }
  const finish = {
    text: 'select storage.finish_resumable_upload($1::uuid, $2::uuid, $3)',
    values: [upload.id, lease.token, file.key],
  }
  await writeObject(
    services,
    caller,
    write,
    { ...file, cacheControl: upload.cacheControl, userMetadata: upload.userMetadata },
    [finish],
  )
}

async function joinFile(
  services: Services,
  receiver: Receiver,
  upload: ResumableUpload,
  lease: Lease,
): Promise<StoredFile & { readonly mimeType: string }> {
  const { files } = services
  if (upload.handle !== null) await files.parts.finish(upload.key, upload.handle, upload.tags)
  await lease.renew()
  const key = upload.handle === null ? (upload.restKey ?? upload.key) : upload.key
  const bucket = await findBucket(services, upload.bucket)
  if (isImageUpload(bucket, upload.mimeType)) return receiver.receiveImage(await readPart(services, key), bucket)
  // The bytes passed through several processes, so the ETag hashes the parts' tags.
  const eTag = `"${createHash('sha256')
    .update([upload.length, ...(upload.tags.length > 0 ? upload.tags : [key])].join(' '))
    .digest('hex')
    .slice(0, 32)}"`
  return { key, size: upload.length ?? 0, eTag, mimeType: upload.mimeType }
}

/** A retry would be refused again. */
function isFinal(error: unknown): boolean {
  if (error instanceof StorageError) return error.status < 500 && error.status !== 423
  return error instanceof DatabaseError && /^(42501|23|US413)/.test(error.sqlstate)
}
