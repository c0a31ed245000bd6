import { Hono, type Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import { createInFlight } from '#backend/http/in-flight.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { createUploadQueue } from '#backend/http/upload-queue.ts'
import { uuid } from '#domain/uuid.ts'
import { fileHash, snapshotLimits } from '#protocol/snapshots.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { createSenderOf } from '#server/http/sender-of.ts'
import { PictureProblem } from '#server/pictures/burn-picture.ts'
import { FailedCall, findStepPicture, type StepPicture } from '#server/pictures/edit-picture.ts'
import { createPictureFiles, NoRoom } from '#server/pictures/picture-files.ts'
import type { PictureQueue } from '#server/pictures/picture-queue.ts'
import type { Services } from '#server/services.ts'

import { SnapshotProblem } from './parse-page.ts'
import { createOriginalTickets } from './original-tickets.ts'
import { pageEditRoutes } from './page-edit-routes.ts'
import { EditProblem } from './page-targets.ts'
import { createSnapshotStore, snapshotSaver } from './save-snapshot.ts'
import { snapshotServer } from './serve-snapshot.ts'

/** Routes under /snapshots/v1: editors store captured pages; anyone with a page's id can read it. */
export function snapshotRoutes(services: Services, pictureQueue: PictureQueue): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const addressOf = createClientAddress(services.config.trustedProxies)
  const pictureFiles = createPictureFiles(services)
  const store = createSnapshotStore(services, pictureFiles)
  const save = snapshotSaver(services, pictureFiles, store)
  const tickets = createOriginalTickets(services)
  const serve = snapshotServer(services, pictureFiles, tickets)
  const senderOf = createSenderOf(services)
  // Up to 3 MB each.
  const sending = createInFlight(sendingMax)
  const uploads = createUploadQueue({ concurrent: 12, waiting: 48, waitingPerKey: 16 })
  const saved = createRateLimit({ burst: 3_000, refillMs: 600_000, now: services.now })
  const asked = createNetworkLimit({ burst: 3_000, refillMs: 60_000, now: services.now })

  const change = async (
    context: Context<AppEnv>,
    bytesMax: number,
    act: (picture: StepPicture, body: Uint8Array<ArrayBuffer>) => Promise<Response>,
  ): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = context.req.param('id') ?? ''
    const picture = uuid.test(stepId) ? await findStepPicture(client, stepId) : null
    if (picture === null) return refuse(context, 404, 'gone', 'There is no such step that you may edit.')
    if (!saved.take(picture.workspaceId)) {
      return refuse(context, 429, 'too_many', 'Too many pages were saved. Try again in a few minutes.')
    }
    const upload = { key: senderOf(context, picture.workspaceId), request: context.req.raw, bytesMax }
    return sending(picture.workspaceId, () =>
      uploads.receive(upload, async (body) =>
        body === null ? refuse(context, 413, 'too_large', 'The page is too large.') : act(picture, body),
      ),
    )
  }

  const read = async (
    context: Context<AppEnv>,
    serveFile: (hash: string | null) => Promise<Response | null>,
  ): Promise<Response> => {
    const file = context.req.param('file') ?? ''
    const address = addressOf(context)
    // A page is up to 1.5 MB of text to be read and prepared.
    if (address !== null && !asked.take(address, '', file === 'page' ? 5 : 1)) {
      return refuse(context, 429, 'too_many', 'Too many requests. Try again in a minute.')
    }
    const isKnown = file === 'page' || fileHash.test(file)
    const answer = isKnown ? await serveFile(file === 'page' ? null : file) : null
    return answer ?? refuse(context, 404, 'not_found', 'There is no such page.')
  }

  app.onError((error, context) => refuseError(services, error, context))
  app.post('/steps/:id', (context) =>
    change(context, snapshotLimits.htmlBytesMax * 2, async ({ workspaceId }, body) => {
      const upload = readUpload(body)
      if (upload === null) return refuse(context, 400, 'bad_request', 'This isn’t a captured page.')
      const outcome = await save({ id: context.req.param('id'), workspaceId }, upload)
      if (!outcome.ok) return refuse(context, 409, 'changed', 'The step’s picture has changed.')
      return context.json(outcome.value)
    }),
  )
  app.put('/steps/:id/files', (context) =>
    change(context, snapshotLimits.fileBytesMax, async ({ workspaceId }, body) => {
      const declared = (context.req.header('content-type') ?? '').split(';')[0] ?? ''
      await store.upload(workspaceId, body, declared.trim().toLowerCase())
      return context.json({})
    }),
  )
  app.route('/', pageEditRoutes(services, { files: pictureFiles, store, tickets, pictureQueue }))
  app.get('/originals/:ticket/:file', (context) =>
    read(context, (file) => serve.original(context, context.req.param('ticket'), file)),
  )
  app.get('/:id/:file', (context) =>
    read(context, (file) => {
      const id = context.req.param('id')
      return uuid.test(id) ? serve.page(context, id, file) : Promise.resolve(null)
    }),
  )
  return app
}

/** Uploads at a time per workspace, so that slow senders leave room for others. */
const sendingMax = 4

const size = z.number().int().min(1).max(10_000)
const uploadShape = z.object({
  picture: z.string().max(1_000),
  html: z.string().min(1).max(snapshotLimits.htmlBytesMax),
  width: size,
  height: size,
  pictureWidth: size,
  files: z.array(z.string().regex(fileHash)).max(snapshotLimits.filesMax),
})

function readUpload(body: Uint8Array): z.infer<typeof uploadShape> | null {
  return uploadShape.safeParse(parseJsonOrUndefined(body)).data ?? null
}

function refuseError(services: Services, error: Error, context: Context<AppEnv>): Response {
  if (error instanceof EditProblem) return refuse(context, 400, 'bad_edits', error.message)
  if (error instanceof PictureProblem) return refuse(context, 400, 'bad_picture', error.message)
  if (error instanceof SnapshotProblem) return refuse(context, 400, 'bad_snapshot', error.message)
  if (error instanceof NoRoom) return refuse(context, 413, 'no_room', error.message)
  if (error instanceof QueueFull)
    return refuse(context, 503, 'busy', 'Too many pages are waiting. Try again in a minute.')
  if (error instanceof FailedCall) return refuseFailed(context, error.status)
  services.log.error({ err: error, requestId: context.get('requestId') }, 'A call for captured pages failed')
  return refuse(context, 503, 'unavailable', 'The server had a problem. Try again in a moment.')
}
