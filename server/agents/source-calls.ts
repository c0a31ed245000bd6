import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { createUploadQueue } from '#backend/http/upload-queue.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { readJsonOrRefuse } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import { createSenderOf } from '#server/http/sender-of.ts'
import type { Services } from '#server/services.ts'

import type { AgentAccess, AgentCall } from './agent-access.ts'
import { parseSource } from './sources/parse-source.ts'
import { toPageAddress } from './sources/site-scope.ts'
import { sourceLimits } from './sources/source-limits.ts'
import { SourceProblem } from './sources/source-problem.ts'
import { readProblem } from './sources/source-reader.ts'
import { sourceRow } from './sources/source-row.ts'

/** Adds documents and web pages to an agent's knowledge. */
export function sourceCalls(services: Services) {
  const call = procedureCaller(services)
  // Up to 10 MB each, and one that is hard to read takes 20 s: networks take turns.
  const uploads = createUploadQueue({ concurrent: 3, waiting: 48, waitingPerKey: 8 })
  const senderOf = createSenderOf(services)
  const reads = createRateLimit({ burst: 60, refillMs: 3_600_000, now: services.now })

  const withinLimit =
    (next: AgentCall): AgentCall =>
    async (context, agent) =>
      reads.take(agent.workspaceId)
        ? next(context, agent)
        : refuse(context, 429, 'too_many', 'Too many sources were added in the last hour. Try again later.')

  const upload: AgentCall = async (context, agent) => {
    const { raw } = context.req
    const bytesMax = sourceLimits.uploadBytes + formBytes
    try {
      return await uploads.receive({ key: senderOf(context, agent.workspaceId), request: raw, bytesMax }, (body) =>
        keepDocument(context, agent, body),
      )
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      return refuse(context, 503, 'busy', 'Too many documents are being read. Try again in a minute.')
    }
  }

  async function keepDocument(
    context: Context<AppEnv>,
    agent: AgentAccess,
    body: Uint8Array<ArrayBuffer> | null,
  ): Promise<Response> {
    const file = await readForm(context, body)
    if (file instanceof Response) return file
    const { name, bytes, mediaType } = file
    try {
      const { title, pages, passages } = await parseSource(agent.workspaceId, { bytes, name, mediaType })
      const stored = await call('store_knowledge_source', {
        p_source: {
          ...sourceOf(agent),
          kind: 'document',
          title: tidyName(name) || title || 'Document',
          media_type: mediaType.slice(0, 200),
          bytes: bytes.byteLength,
          page_count: pages,
        },
        p_passages: passages.map((passage, position) => ({ ...passage, position, url: null })),
      })
      return answerWithSource(context, stored, 201)
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error
      return refuse(context, 400, 'unreadable', error.message)
    }
  }

  const addAddress: AgentCall = async (context, agent) => {
    const body = await readJsonOrRefuse(context, addressShape)
    if (body instanceof Response) return body
    const written = body.address.trim()
    const address = toPageAddress(/^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`)
    if (address === null || !/[.[]/.test(new URL(address).hostname)) {
      return refuse(context, 400, 'bad_address', 'Enter the address of a web page, starting with https://.')
    }
    const added = await call('add_knowledge_address', {
      p_agent_id: agent.id,
      p_kind: body.isSite ? 'site' : 'page',
      p_address: address,
    })
    services.sources.wake()
    return answerWithSource(context, added, 201)
  }

  const refresh: AgentCall = async (context, agent) => {
    const id = z.uuid().safeParse(context.req.param('sourceId'))
    const source = id.success
      ? await call('refresh_knowledge_source', { p_agent_id: agent.id, p_source_id: id.data })
      : null
    if (source === null) {
      return refuse(context, 404, 'not_found', 'There is no such page. To renew a document, upload it again.')
    }
    services.sources.wake()
    return answerWithSource(context, source, 202)
  }

  return { upload: withinLimit(upload), addAddress: withinLimit(addAddress), refresh: withinLimit(refresh) }
}

const addressShape = z.object({ address: z.string().min(1).max(2_000), isSite: z.boolean().default(false) })

function sourceOf(agent: AgentAccess) {
  return { id: randomUUID(), agent_id: agent.id, workspace_id: agent.workspaceId }
}

function answerWithSource(context: Context<AppEnv>, stored: unknown, status: 201 | 202): Response {
  const problem = readProblem(stored)
  if (problem !== null) return refuse(context, 409, 'too_much', problem)
  if (stored === null) return refuse(context, 404, 'not_found', 'There is no such agent.')
  return context.json({ source: sourceRow.parse(stored) }, status)
}

/** A file name without its path and invisible characters. */
function tidyName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}

interface Upload {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** The form's single file. */
async function readForm(context: Context<AppEnv>, body: Uint8Array<ArrayBuffer> | null): Promise<Upload | Response> {
  const contentType = context.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType)) return refuseNoFile(context)
  if (body === null) return refuseTooLarge(context)
  const files: Upload[] = []
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 10, fieldSize: 1_000, headerSize: 16 * 1024 },
    })
    parser.on('file', (field, stream: BusboyFileStream, name, _encoding, mediaType) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (field === 'file') files.push({ name: name ?? '', mediaType, bytes: Buffer.concat(chunks) })
      })
    })
    await pipeline(Readable.from([Buffer.from(body.buffer)]), parser)
  } catch {
    return refuse(context, 400, 'bad_request', 'The upload broke off. Try again.')
  }
  const [upload] = files
  if (upload === undefined) return refuseNoFile(context)
  return upload.bytes.byteLength > sourceLimits.uploadBytes ? refuseTooLarge(context) : upload
}

function refuseNoFile(context: Context<AppEnv>): Response {
  return refuse(context, 400, 'no_file', 'Choose a file to upload.')
}

function refuseTooLarge(context: Context<AppEnv>): Response {
  return refuse(context, 413, 'too_large', 'A document can have at most 10 MB. Save it without pictures, or split it.')
}

/** Room for boundaries and other fields. */
const formBytes = 64 * 1024
