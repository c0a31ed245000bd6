import { Hono } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { readObjectInfo } from './object-info.ts'
import { listObjects } from './object-list.ts'
import { readObject, readPublicObject } from './object-read.ts'
import { removeObject, removeObjects } from './object-remove.ts'
import { renderImage } from './render-image.ts'
import { renderStorageError } from './render-storage-error.ts'
import { noSuchEndpoint } from './storage-errors.ts'
import { upload } from './upload.ts'

/** What is served under /storage/v1. HEAD comes with GET. The fixed words come before a bucket of any name. */
export function storageRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError((error, context) => renderStorageError(services, error, context))

  app.get('/render/image/public/:bucket/*', renderImage(services))
  app.get('/object/public/:bucket/*', readPublicObject(services))
  app.get('/object/authenticated/:bucket/*', readObject(services, '/object/authenticated/'))
  app.get('/object/info/public/:bucket/*', readObjectInfo(services, '/object/info/public/'))
  app.get('/object/info/authenticated/:bucket/*', readObjectInfo(services, '/object/info/authenticated/'))
  app.get('/object/info/:bucket/*', readObjectInfo(services, '/object/info/'))
  app.post('/object/list/:bucket', listObjects(services))
  for (const later of ['/object/sign/*', '/object/upload/*', '/object/move', '/object/copy', '/object/list-v2/*']) {
    app.all(later, refuse)
  }
  app.delete('/object/:bucket', removeObjects(services))
  app.delete('/object/:bucket/*', removeObject(services))
  app.get('/object/:bucket/*', readObject(services, '/object/'))
  app.on(['POST', 'PUT'], '/object/:bucket/*', upload(services))
  app.all('*', refuse)
  return app
}

function refuse(): never {
  throw noSuchEndpoint()
}
