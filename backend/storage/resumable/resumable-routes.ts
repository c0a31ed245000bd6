import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { Intake } from '#backend/storage/intake.ts'
import { renderStorageError } from '#backend/storage/render-storage-error.ts'
import { noSuchUpload } from '#backend/storage/storage-errors.ts'

import { announceTus } from './announce-tus.ts'
import { appendToUpload } from './append-to-upload.ts'
import { createUpload } from './create-upload.ts'
import { deleteUpload } from './delete-upload.ts'
import { readOffset } from './read-offset.ts'
import { tusVersion } from './tus-headers.ts'

/**
 * TUS 1.0.0 at /upload/resumable, and at /upload/resumable/sign with a signed upload token in `x-signature`. An upload
 * survives interruption at any byte: the offset HEAD reports is durable, and any server process can resume it.
 */
export function resumableRoutes(services: Services, intake: Intake): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, context) => {
    context.header('tus-resumable', tusVersion)
    return renderStorageError(services, error, context, { isStatusOwn: true })
  })
  for (const isSigned of [true, false]) {
    const uploads = isSigned ? '/sign' : '/'
    const upload = isSigned ? '/sign/:id' : '/:id'
    const append = appendToUpload(services, intake, isSigned)
    const remove = deleteUpload(services, isSigned)
    app.options(uploads, announceTus(services))
    app.options(upload, announceTus(services))
    app.post(uploads, createUpload(services, intake, isSigned))
    app.get(upload, readOffset(services, intake, isSigned))
    app.patch(upload, append)
    app.delete(upload, remove)
    // For clients behind proxies without PATCH.
    app.post(upload, (context) => {
      const method = context.req.header('x-http-method-override')?.toUpperCase()
      if (method === 'PATCH') return append(context)
      if (method === 'DELETE') return remove(context)
      throw noSuchUpload()
    })
  }
  return app
}
