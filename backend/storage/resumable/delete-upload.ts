import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { requireVersion, tusVersion } from './tus-headers.ts'
import { leaseUpload, removeUpload } from './upload-rows.ts'
import { findOwnUpload, findUploader } from './uploader.ts'

/** DELETE: aborts an upload and deletes its parts. */
export function deleteUpload(services: Services, isSigned: boolean) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    requireVersion(context)
    const uploader = await findUploader(services, context, isSigned)
    const { id } = await findOwnUpload(services, context, uploader)
    const lease = await leaseUpload(services, id)
    await removeUpload(services, lease.upload)
    context.header('tus-resumable', tusVersion)
    return context.body(null, 204)
  }
}
