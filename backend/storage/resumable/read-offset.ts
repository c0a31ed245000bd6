import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { Intake } from '#backend/storage/intake.ts'

import { requireVersion, tusVersion } from './tus-headers.ts'
import type { ResumableUpload } from './upload-rows.ts'
import { findOwnUpload, findUploader } from './uploader.ts'
import { finishInterrupted } from './write-upload.ts'

/** HEAD: how much of an upload is durable. */
export function readOffset(services: Services, intake: Intake, isSigned: boolean) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    requireVersion(context)
    const uploader = await findUploader(services, context, isSigned)
    const upload = await findOwnUpload(services, context, uploader)
    // The server died between the last byte and creating the object.
    if (!upload.isFinished && upload.received === upload.length) {
      await finishInterrupted(services, intake, context, { uploader, id: upload.id })
    }
    return context.body(null, 200, offsetHeaders(upload))
  }
}

function offsetHeaders({ received, expiresAtMs, length, uploadMetadata }: ResumableUpload): Record<string, string> {
  return {
    'tus-resumable': tusVersion,
    'cache-control': 'no-store',
    'upload-offset': String(received),
    'upload-expires': new Date(expiresAtMs).toUTCString(),
    ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
    ...(uploadMetadata !== '' && { 'upload-metadata': uploadMetadata }),
  }
}
