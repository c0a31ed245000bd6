import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { Intake } from '#backend/storage/intake.ts'
import { requireRoom } from '#backend/storage/object-write.ts'
import { findBucket } from '#backend/storage/objects.ts'
import { resumableError, tooLarge } from '#backend/storage/storage-errors.ts'
import { uploadBytesMax } from '#backend/storage/upload-check.ts'

import { finishUpload } from './finish-upload.ts'
import { receivePiece } from './receive-piece.ts'
import { parseChecksum } from './tus-headers.ts'
import { leaseUpload, type Lease } from './upload-rows.ts'
import type { Uploader } from './uploader.ts'

interface PieceTarget {
  readonly uploader: Uploader
  readonly id: string
  readonly offset: number
  /** Null while deferred. */
  readonly length: number | null
}

/** Stores the request's body at `offset`, and creates the object once the upload is complete. */
export async function writeUpload(
  services: Services,
  intake: Intake,
  context: Context<AppEnv>,
  { uploader, id, offset, length }: PieceTarget,
): Promise<void> {
  const checksum = parseChecksum(context.req.header('upload-checksum'))
  await intake.admit(context, uploader.owner, (receiver) =>
    withLease(services, id, async (lease) => {
      const { upload } = lease
      if (upload.received !== offset)
        throw resumableError(409, 'Upload-Offset does not match the bytes received so far')
      const bucket = await findBucket(services, upload.bucket)
      // The length may have been deferred.
      await requireRoom(services, upload, 0)
      const bytesMax = uploadBytesMax(services, bucket, upload.mimeType)
      if ((length ?? 0) > bytesMax) throw tooLarge()
      if (length !== null && length < offset)
        throw resumableError(400, 'Upload-Length is less than the bytes received so far')
      const progress = await receivePiece(services, lease, {
        body: context.req.raw.body,
        length,
        bytesMax,
        checksum,
        onBytes: receiver.onBytes,
        areOthersWaiting: receiver.areOthersWaiting,
      })
      if (progress.received === progress.length) {
        await finishUpload(services, receiver, lease, uploader.caller, progress)
      }
      context.header('upload-offset', String(progress.received))
      context.header('upload-expires', new Date(upload.expiresAtMs).toUTCString())
    }),
  )
}

/** Creates the object of a complete upload whose server died before it could. */
export async function finishInterrupted(
  services: Services,
  intake: Intake,
  context: Context<AppEnv>,
  { uploader, id }: Pick<PieceTarget, 'uploader' | 'id'>,
): Promise<void> {
  await intake.admit(context, uploader.owner, (receiver) =>
    withLease(services, id, async (lease) => {
      if (!lease.upload.isFinished) await finishUpload(services, receiver, lease, uploader.caller, lease.upload)
    }),
  )
}

async function withLease(services: Services, id: string, job: (lease: Lease) => Promise<void>): Promise<void> {
  const lease = await leaseUpload(services, id)
  try {
    await job(lease)
  } finally {
    // Without the database, the lease expires by itself.
    await lease.release().catch(() => undefined)
  }
}
