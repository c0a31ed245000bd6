import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { Intake } from '#backend/storage/intake.ts'
import { resumableError } from '#backend/storage/storage-errors.ts'

import { byteHeader, requireOffsetOctets, requireVersion, tusVersion } from './tus-headers.ts'
import { findOwnUpload, findUploader } from './uploader.ts'
import { writeUpload } from './write-upload.ts'

/** PATCH: appends a piece at the current offset. */
export function appendToUpload(services: Services, intake: Intake, isSigned: boolean) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    requireVersion(context)
    requireOffsetOctets(context)
    const offset = byteHeader(context, 'upload-offset')
    if (offset === null) throw resumableError(400, 'Upload-Offset must be given')
    const uploader = await findUploader(services, context, isSigned)
    const upload = await findOwnUpload(services, context, uploader)
    if (upload.isFinished) throw resumableError(403, 'The upload is complete')
    const length = byteHeader(context, 'upload-length') ?? upload.length
    if (upload.length !== null && length !== upload.length) throw resumableError(400, 'Upload-Length can not change')
    await writeUpload(services, intake, context, { uploader, id: upload.id, offset, length })
    context.header('tus-resumable', tusVersion)
    return context.body(null, 204)
  }
}
