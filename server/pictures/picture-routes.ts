import type { SupabaseClient } from '@supabase/supabase-js'
import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { QueueFull } from '#backend/http/fair-queue.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { createUploadQueue } from '#backend/http/upload-queue.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { guardHeaders } from '#backend/storage/serve-object.ts'
import { detectFormat } from '#backend/storage/safe-image.ts'
import { limits, originalBucket } from '#domain/limits.ts'
import { pictureEditsProblem, readPictureEdits } from '#domain/picture-edits.ts'
import { uuid } from '#domain/uuid.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { createSenderOf } from '#server/http/sender-of.ts'
import type { Services } from '#server/services.ts'
import { findStepPage } from '#server/snapshots/edit-page.ts'

import { PictureProblem } from './burn-picture.ts'
import { FailedCall, findStepPicture, pictureEditor, type PictureChange, type PictureRefusal } from './edit-picture.ts'
import { createPictureFiles, NoRoom } from './picture-files.ts'
import type { PictureQueue } from './picture-queue.ts'

/**
 * Routes under /pictures/v1, for a workspace's editors: redact and crop a step's picture (POST), replace it by one that
 * is redacted before anybody sees it (PUT), and look at the original.
 */
export function pictureRoutes(services: Services, queue: PictureQueue): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const files = createPictureFiles(services)
  const edit = pictureEditor(services, files)
  const senderOf = createSenderOf(services)
  // Up to 25 MB each.
  const uploads = createUploadQueue({ concurrent: 4, waiting: 24, waitingPerKey: 8 })

  const change = async (
    context: Context<AppEnv>,
    bytesMax: number,
    read: (body: Uint8Array<ArrayBuffer> | null) => PictureChange | Response | Promise<PictureChange | Response>,
  ): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = context.req.param('id') ?? ''
    const picture = uuid.test(stepId) ? await findStepPicture(client, stepId) : null
    if (picture === null) return refusePicture(context, 'gone')
    const { workspaceId } = picture
    if (!queue.take(workspaceId)) {
      return refuse(context, 429, 'too_many', 'Too many pictures were edited. Try again in a minute.')
    }
    const key = senderOf(context, workspaceId)
    return uploads.receive({ key, request: context.req.raw, bytesMax }, (body) =>
      queue.run(key, async () => {
        const wanted = await read(body)
        if (wanted instanceof Response) return wanted
        const answer = await edit(client, stepId, wanted)
        return answer.ok ? context.json(answer.value) : refusePicture(context, answer.problem)
      }),
    )
  }

  app.use('*', services.sharing.announce)
  app.onError((error, context) => refuseError(services, error, context))
  app.post('/steps/:id', (context) => change(context, editsBytesMax, (body) => readEdits(context, body)))
  app.put('/steps/:id', (context) => change(context, formBytesMax, (body) => readReplacement(context, body)))
  app.get('/steps/:id/original', async (context) => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = context.req.param('id')
    const path = uuid.test(stepId) ? await findOriginal(client, stepId) : null
    const content = path === null ? null : await files.read({ bucket: originalBucket, path })
    if (content === null) return refusePicture(context, 'gone')
    const type = `image/${detectFormat(content) ?? 'png'}`
    return new Response(new Uint8Array(content), { headers: { ...guardHeaders, 'content-type': type } })
  })
  return app
}

/** Before its redactions, or the edits of its page. */
async function findOriginal(client: SupabaseClient, stepId: string): Promise<string | null> {
  const picture = await findStepPicture(client, stepId)
  return picture === null
    ? null
    : (picture.originalPath ?? (await findStepPage(client, stepId))?.page?.originalPath ?? null)
}

const editsShape = z.object({ expected: z.string().max(8_000), edits: z.unknown() })
const editsBytesMax = 64 * 1024
const formBytesMax = limits.imageBytesMax + 128 * 1024

function readEdits(context: Context<AppEnv>, body: Uint8Array | null): PictureChange | Response {
  return body === null ? refuseShape(context) : toChange(context, new TextDecoder().decode(body), null)
}

async function readReplacement(
  context: Context<AppEnv>,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<PictureChange | Response> {
  if (body === null) {
    const megabytes = limits.imageBytesMax / 1024 / 1024
    return refuse(context, 413, 'too_large', `The picture is larger than ${megabytes} MB.`)
  }
  const headers = { 'content-type': context.req.header('content-type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => null)
  const [picture, change] = [form?.get('picture'), form?.get('change')]
  if (!(picture instanceof Blob) || typeof change !== 'string' || picture.size === 0) return refuseShape(context)
  return toChange(context, change, new Uint8Array(await picture.arrayBuffer()))
}

function toChange(context: Context<AppEnv>, text: string, upload: PictureChange['upload']): PictureChange | Response {
  const { data } = editsShape.safeParse(parseJsonOrUndefined(text))
  const edits = data === undefined ? null : readPictureEdits(data.edits)
  if (data === undefined || edits === null) return refuseShape(context)
  const problem = pictureEditsProblem(edits)
  return problem === null ? { expected: data.expected, edits, upload } : refuse(context, 400, 'too_much', problem)
}

function refuseShape(context: Context<AppEnv>): Response {
  return refuse(context, 400, 'bad_request', 'These aren’t valid picture areas.')
}

function refusePicture(context: Context<AppEnv>, refusal: PictureRefusal): Response {
  switch (refusal) {
    case 'gone':
      return refuse(context, 404, refusal, 'There is no such step that you may edit.')
    case 'changed':
      return refuse(context, 409, refusal, 'Someone else changed this picture. Check it, then try again.')
    case 'elsewhere':
      return refuse(
        context,
        409,
        refusal,
        'This picture is stored elsewhere and would stay readable there. Replace it with an upload first.',
      )
    case 'missing':
      return refuse(context, 409, refusal, 'The picture’s file is missing. Replace it with an upload.')
  }
}

function refuseError(services: Services, error: Error, context: Context<AppEnv>): Response {
  if (error instanceof PictureProblem) return refuse(context, 400, 'bad_picture', error.message)
  if (error instanceof NoRoom) return refuse(context, 413, 'no_room', error.message)
  if (error instanceof QueueFull)
    return refuse(context, 503, 'busy', 'Too many pictures are waiting. Try again in a minute.')
  if (error instanceof FailedCall) return refuseFailed(context, error.status)
  services.log.error({ err: error, requestId: context.get('requestId') }, 'A picture could not be edited')
  return refuse(context, 503, 'unavailable', 'The picture was not changed. Try again in a moment.')
}
