import { Hono, type Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createFairQueue } from '#backend/http/fair-queue.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { readBody } from '#backend/http/read-body.ts'
import { createUploadQueue } from '#backend/http/upload-queue.ts'
import { limits } from '#domain/limits.ts'
import { pageEditLimits, readPageEdits } from '#domain/page-edits.ts'
import { uuid } from '#domain/uuid.ts'
import type { PageEditing, PageEditsRequest, PageTextsAnswer, PageTextsRequest } from '#protocol/page-edits.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseStranger } from '#server/http/refusal.ts'
import { createSenderOf } from '#server/http/sender-of.ts'
import type { PictureFiles } from '#server/pictures/picture-files.ts'
import type { PictureQueue } from '#server/pictures/picture-queue.ts'
import type { Services } from '#server/services.ts'

import { demoTextsReader } from './demo-texts.ts'
import { findStepPage, pageEditor, type PageChange, type PageRefusal } from './edit-page.ts'
import type { OriginalTickets } from './original-tickets.ts'
import type { SnapshotStore } from './save-snapshot.ts'
import { originalFolder } from './serve-snapshot.ts'

interface Given {
  readonly files: PictureFiles
  readonly store: SnapshotStore
  readonly tickets: OriginalTickets
  readonly pictureQueue: PictureQueue
}

/** Calls for editors: read and save a page's edits, and read the texts of a demo's pages. */
export function pageEditRoutes(services: Services, { files, store, tickets, pictureQueue }: Given): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const edit = pageEditor(services, files, store)
  const readTexts = demoTextsReader(services, files, store)
  const senderOf = createSenderOf(services)
  // Up to 26 MB each.
  const uploads = createUploadQueue({ concurrent: 4, waiting: 24, waitingPerKey: 8 })
  const readers = createFairQueue({ concurrent: 1, waiting: 24, waitingPerKey: 6 })
  const asked = createRateLimit({ burst: 600, refillMs: 600_000, now: services.now })

  app.use('/steps/:id/edits', services.sharing.announce)
  app.get('/steps/:id/edits', async (context) => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = context.req.param('id')
    const step = uuid.test(stepId) ? await findStepPage(client, stepId) : null
    if (step === null) return refusePage(context, 'gone')
    const { workspaceId, screenshotUrl, page } = step
    if (page === null) return refusePage(context, 'no_page')
    const { width, height, pictureWidth, edits } = page
    const pageUrl = `${originalFolder(tickets.issue({ workspaceId, page: page.hash }))}page`
    return context.json({ pageUrl, width, height, pictureWidth, screenshotUrl, edits } satisfies PageEditing)
  })
  app.put('/steps/:id/edits', async (context) => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = context.req.param('id')
    const step = uuid.test(stepId) ? await findStepPage(client, stepId) : null
    if (step === null) return refusePage(context, 'gone')
    if (!pictureQueue.take(step.workspaceId)) {
      return refuse(context, 429, 'too_many', 'Too many pages were edited. Try again in a minute.')
    }
    const key = senderOf(context, step.workspaceId)
    const upload = { key, request: context.req.raw, bytesMax: formBytesMax }
    return uploads.receive(upload, (body) =>
      pictureQueue.run(key, async () => {
        const change = await readChange(context, body)
        if (change instanceof Response) return change
        const answer = await edit(client, stepId, change)
        return answer.ok ? context.json(answer.value) : refusePage(context, answer.problem)
      }),
    )
  })
  app.post('/demos/:id/texts', async (context) => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const body = await readBody(context.req.raw, 1_000)
    const after = readAfter(body)
    if (after === null) return refuseShape(context)
    const demoId = context.req.param('id')
    const found = uuid.test(demoId) ? await readTexts.find(client, demoId, after) : null
    if (found === null) return refuse(context, 404, 'gone', 'There is no such demo that you may edit.')
    const { workspaceId, rows } = found
    if (workspaceId === null) return context.json({ pages: [], next: null } satisfies PageTextsAnswer)
    if (!asked.take(workspaceId)) {
      return refuse(context, 429, 'too_many', 'Too many pages were read. Try again in a minute.')
    }
    return readers.run(senderOf(context, workspaceId), async () =>
      context.json(await readTexts.read(workspaceId, rows)),
    )
  })
  return app
}

const percent = z.number().min(0).max(100)
const changeShape: z.ZodType<Omit<PageEditsRequest, 'edits'> & { readonly edits: unknown }> = z.object({
  expected: z.string().max(8_000),
  edits: z.unknown(),
  hotspot: z.object({ xPercent: percent, yPercent: percent }).nullable().exactOptional(),
})
const formBytesMax = limits.imageBytesMax + pageEditLimits.charactersMax * 4

async function readChange(
  context: Context<AppEnv>,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<PageChange | Response> {
  if (body === null) {
    return refuse(context, 413, 'too_large', `The picture is larger than ${limits.imageBytesMax / 1024 / 1024} MB.`)
  }
  const headers = { 'content-type': context.req.header('content-type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => null)
  const [picture, change] = [form?.get('picture') ?? null, form?.get('change')]
  if (typeof change !== 'string' || typeof picture === 'string') return refuseShape(context)
  const parsed = changeShape.safeParse(parseJsonOrUndefined(change))
  if (!parsed.success) return refuseShape(context)
  const { expected, hotspot } = parsed.data
  const edits = readPageEdits(parsed.data.edits)
  if (edits === null || edits.length > 0 !== (picture !== null && picture.size > 0)) return refuseShape(context)
  return {
    expected,
    edits,
    ...(hotspot !== undefined && { hotspot }),
    picture: picture === null || edits.length === 0 ? null : new Uint8Array(await picture.arrayBuffer()),
  }
}

/** A step's number; null if invalid. */
function readAfter(body: Uint8Array | null): number | null {
  const { data } = afterShape.safeParse(body?.byteLength === 0 ? {} : parseJsonOrUndefined(body ?? ''))
  return data === undefined ? null : Number(data.after ?? 0)
}

const afterShape: z.ZodType<PageTextsRequest> = z.object({
  after: z
    .string()
    .regex(/^\d{1,6}$/)
    .nullable()
    .exactOptional(),
})

function refuseShape(context: Context<AppEnv>): Response {
  return refuse(context, 400, 'bad_request', 'These aren’t valid page edits.')
}

function refusePage(context: Context<AppEnv>, refusal: PageRefusal): Response {
  switch (refusal) {
    case 'gone':
      return refuse(context, 404, refusal, 'There is no such step that you may edit.')
    case 'no_page':
      return refuse(context, 404, refusal, 'This step has a picture only, and no page to edit.')
    case 'changed':
      return refuse(context, 409, refusal, 'Someone else changed this page. Check it, then try again.')
    case 'elsewhere':
      return refuse(context, 409, refusal, 'This picture is stored elsewhere and would stay readable there.')
    case 'missing':
      return refuse(context, 409, refusal, 'A file of the page is missing. Upload the image again.')
  }
}
