import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'

import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts'
import { createIntake } from './intake.ts'
import { readObjectInfo } from './object-info.ts'
import { listObjectsByCursor } from './object-list-v2.ts'
import { listObjects } from './object-list.ts'
import { copyObject, moveObject } from './object-move.ts'
import { readObject, readPublicObject, readSignedObject } from './object-read.ts'
import { removeObject, removeObjects } from './object-remove.ts'
import { signObject, signObjects } from './object-sign.ts'
import { createImageRenderer } from './render-image.ts'
import { renderStorageError } from './render-storage-error.ts'
import { resumableRoutes } from './resumable/resumable-routes.ts'
import { noSuchEndpoint } from './storage-errors.ts'
import { signUpload, upload, uploadBySignature } from './upload.ts'

/** Everything under /storage/v1. GET handlers serve HEAD too. Fixed paths must precede the bucket wildcard. */
export function storageRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const intake = createIntake(services)
  const images = createImageRenderer(services)
  app.onError((error, context) => renderStorageError(services, error, context))

  app.get('/status', (context) => context.body(null, 200))
  app.get('/version', (context) => context.text(compatibleVersion))
  app.get('/bucket', listBuckets(services))
  app.post('/bucket', createBucket(services))
  app.get('/bucket/:bucket', getBucket(services))
  app.put('/bucket/:bucket', updateBucket(services))
  app.delete('/bucket/:bucket', deleteBucket(services))
  app.post('/bucket/:bucket/empty', emptyBucket(services))

  app.get('/render/image/public/:bucket/*', images.renderPublic)
  app.get('/render/image/authenticated/:bucket/*', images.renderVisible)
  app.get('/render/image/sign/:bucket/*', images.renderSigned)

  app.route('/upload/resumable', resumableRoutes(services, intake))

  app.get('/object/public/:bucket/*', readPublicObject(services))
  app.get('/object/authenticated/:bucket/*', readObject(services, '/object/authenticated/'))
  app.get('/object/sign/:bucket/*', readSignedObject(services))
  app.get('/object/info/public/:bucket/*', readObjectInfo(services, '/object/info/public/'))
  app.get('/object/info/authenticated/:bucket/*', readObjectInfo(services, '/object/info/authenticated/'))
  app.get('/object/info/:bucket/*', readObjectInfo(services, '/object/info/'))
  app.post('/object/list/:bucket', listObjects(services))
  app.post('/object/list-v2/:bucket', listObjectsByCursor(services))
  app.post('/object/move', moveObject(services))
  app.post('/object/copy', copyObject(services))
  app.post('/object/sign/:bucket', signObjects(services))
  app.post('/object/sign/:bucket/*', signObject(services))
  app.post('/object/upload/sign/:bucket/*', signUpload(services))
  app.put('/object/upload/sign/:bucket/*', uploadBySignature(services, intake))
  app.delete('/object/:bucket', removeObjects(services))
  app.delete('/object/:bucket/*', removeObject(services))
  app.get('/object/:bucket/*', readObject(services, '/object/'))
  app.on(['POST', 'PUT'], '/object/:bucket/*', upload(services, intake))
  app.all('*', refuse)
  return app
}

/** The version of Supabase Storage whose responses these match. */
const compatibleVersion = '1.60.0'

function refuse(): never {
  throw noSuchEndpoint()
}
