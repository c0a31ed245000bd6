import { createHash } from 'node:crypto'

import { DatabaseError, type Caller } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'

import { BodyBroken, bodyChunks } from './body-chunks.ts'
import { removeDiscardedFiles } from './discarded-files.ts'
import { FileStoreError, partBytes } from './file-store.ts'
import type { Intake } from './intake.ts'
import { writeObject } from './object-write.ts'
import { findBucket } from './objects.ts'
import { createPartGatherer } from './part-gatherer.ts'
import { removeUpload, type Lease, type Progress, type ResumableUpload } from './resumable-upload.ts'
import { StorageError, resumableError, tooLarge, uploadLocked } from './storage-errors.ts'
import { storeBytes, type StoredFile } from './store-stream.ts'
import { silenceMs } from './upload-body.ts'
import { isImageUpload } from './upload-check.ts'

/** The body of a PATCH. */
export interface Piece {
  readonly body: AsyncIterable<Uint8Array> | null
  readonly length: number | null
  /** Maximum total size while the length is unknown. */
  readonly bytesMax: number
  readonly checksum: { readonly algorithm: string; readonly digest: Buffer } | null
}

/**
 * Stores a body as it arrives: full parts as they fill, the rest when the request ends or breaks off. Returns the new
 * state; what it counts as received is durable. A checksum makes it all or nothing.
 */
export async function receivePiece(services: Services, lease: Lease, piece: Piece): Promise<Progress> {
  const { upload } = lease
  const { files } = services
  const { length } = piece
  const gatherer = createPartGatherer(partBytes)
  const hash = piece.checksum === null ? null : createHash(piece.checksum.algorithm)
  const tags = [...upload.tags]
  let { received, handle, restKey } = upload
  let broken: BodyBroken | null = null

  if (restKey !== null) gatherer.add(await readFile(services, restKey))
  try {
    for await (const chunk of bodyChunks(piece.body, silenceMs)) {
      hash?.update(chunk)
      received += chunk.byteLength
      if (received > (length ?? piece.bytesMax)) throw tooLong(length)
      for (const part of gatherer.add(chunk)) {
        await storePart(part)
        restKey = null
        if (hash === null) await record(tags.length * partBytes)
      }
      await lease.renew()
    }
  } catch (error) {
    if (!(error instanceof BodyBroken)) throw error
    broken = error
  }
  if (hash !== null && broken === null && !hash.digest().equals(piece.checksum?.digest ?? Buffer.alloc(0))) {
    throw resumableError(460, 'The checksum does not match', 'InvalidChecksum')
  }
  if (hash !== null && broken !== null) throw broken
  if (received > upload.received || received === length) {
    await storeRest(gatherer.rest())
    await record(received)
  }
  if (broken !== null) throw broken
  return { length, received, handle, tags, restKey }

  async function storePart(part: Uint8Array): Promise<void> {
    handle ??= await files.parts.begin(upload.key)
    tags.push(await files.parts.put(upload.key, handle, tags.length + 1, part))
  }

  async function storeRest(rest: Uint8Array): Promise<void> {
    const isWhole = received === length
    restKey = null
    // The last part may be short; a file below one part stays separate.
    if (isWhole && handle !== null) {
      if (rest.byteLength > 0) await storePart(rest)
    } else if (isWhole || rest.byteLength > 0) {
      restKey = (await storeBytes(files, rest)).key
    }
  }

  function record(until: number): Promise<void> {
    return lease.record({ length, received: until, handle, tags, restKey })
  }
}

/**
 * Creates the object of a complete upload, as the caller. Repeatable after a crash at any point. Deletes an upload that
 * can never become an object, and throws the refusal.
 */
export async function finishUpload(
  services: Services,
  intake: Intake,
  lease: Lease,
  caller: Caller | 'system',
  progress: Progress,
): Promise<void> {
  const upload: ResumableUpload = { ...lease.upload, ...progress }
  try {
    await makeObject(services, intake, upload, lease, caller)
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlstate === 'US002') throw uploadLocked()
    if (isFinal(error)) await removeUpload(services, upload)
    throw error
  }
  await removeDiscardedFiles(services)
}

async function makeObject(
  services: Services,
  intake: Intake,
  upload: ResumableUpload,
  lease: Lease,
  caller: Caller | 'system',
): Promise<void> {
  const file = await joinFile(services, intake, upload, lease)
  const wish = { path: { bucket: upload.bucket, name: upload.name }, isUpsert: upload.isUpsert, owner: upload.owner }
  const finish = {
    text: 'select storage.finish_resumable_upload($1::uuid, $2::uuid, $3)',
    values: [upload.id, lease.token, file.key],
  }
  await writeObject(
    services,
    caller,
    wish,
    { ...file, cacheControl: upload.cacheControl, userMetadata: upload.userMetadata },
    [finish],
  )
}

async function joinFile(
  services: Services,
  intake: Intake,
  upload: ResumableUpload,
  lease: Lease,
): Promise<StoredFile & { readonly mimeType: string }> {
  const { files } = services
  if (upload.handle !== null) await files.parts.finish(upload.key, upload.handle, upload.tags)
  await lease.renew()
  const key = upload.handle === null ? (upload.restKey ?? upload.key) : upload.key
  const bucket = await findBucket(services, upload.bucket)
  if (isImageUpload(bucket, upload.mimeType)) return intake.receiveImage(await readFile(services, key), bucket)
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

function tooLong(length: number | null): StorageError {
  if (length === null) return tooLarge()
  return resumableError(413, 'The upload is longer than its length', 'EntityTooLarge')
}

async function readFile(services: Services, key: string): Promise<Uint8Array> {
  const stream = await services.files.get(key)
  if (stream === null) throw new FileStoreError('unavailable', 'A part of an upload is missing')
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
}
