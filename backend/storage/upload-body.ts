import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'

import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'

import { bodyChunks } from './body-chunks.ts'
import { invalidRequest, StorageError, tooLarge } from './storage-errors.ts'

/** An upload still being received. */
export interface UploadBody {
  readonly content: AsyncIterable<Uint8Array>
  readonly mimeType: string
  /** A form may send these after the file, so call it once the content has been read. */
  readonly details: () => Promise<UploadDetails>
}

export interface UploadDetails {
  /** The Cache-Control header to serve. */
  readonly cacheControl: string
  /** JSON text. */
  readonly userMetadata: string | null
}

/** Opens a form upload or a raw body, the two ways supabase-js uploads. */
export async function openUploadBody(request: Request, areOthersWaiting: () => boolean): Promise<UploadBody> {
  const contentType = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(contentType)) return openForm(request, contentType, areOthersWaiting)
  const details = {
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
  }
  return {
    content: bodyChunks(request.body, silenceMs, areOthersWaiting),
    mimeType: contentType === '' ? 'application/octet-stream' : contentType,
    details: () => Promise.resolve(details),
  }
}

/** Passes chunks through; throws once they exceed `bytesMax`. */
export async function* limitBytes(
  bytesMax: number,
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > bytesMax) throw tooLarge()
    onBytes(chunk.byteLength)
    yield chunk
  }
}

/** Cache-Control from the seconds in forms and resumable uploads. */
export function cacheControlOf(seconds: string | null): string {
  return seconds !== null && /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache'
}

/** Validated JSON text. */
export function parseMetadata(text: string | null): string | null {
  if (text === null || text === '') return null
  try {
    const json = JSON.stringify(parseBoundedJson(text))
    if (!json.includes(String.raw`\u0000`)) return json
  } catch {
    // Refused below.
  }
  throw invalidRequest('The metadata is not valid JSON')
}

/** Room for a form's other fields and boundaries. */
export const formOverheadBytes = 64 * 1024
/** A stalled sender blocks a slot that others wait for. */
export const silenceMs = 30_000

async function openForm(request: Request, contentType: string, areOthersWaiting: () => boolean): Promise<UploadBody> {
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    limits: { files: 1, fields: 20, fieldSize: formOverheadBytes, headerSize: 16 * 1024 },
  })
  const fields = new Map<string, string>()
  parser.on('field', (name, value) => fields.set(name, value))
  const found = new Promise<{ readonly stream: BusboyFileStream; readonly mimeType: string }>((resolve) => {
    parser.once('file', (_name, stream, _fileName, _encoding, mimeType) => resolve({ stream, mimeType }))
  })
  const read = pipeline(Readable.from(bodyChunks(request.body, silenceMs, areOthersWaiting)), parser)
  const refused = read.then(
    () => Promise.reject(invalidRequest('The form has no file')),
    (cause: unknown) => Promise.reject(formUnreadable(cause)),
  )
  // Settled by the race below; avoids an unhandled rejection.
  refused.catch(() => undefined)
  const { stream, mimeType } = await Promise.race([found, refused])
  return {
    content: fileChunks(stream, parser, refused),
    mimeType: fields.get('contentType') ?? (mimeType === '' ? 'application/octet-stream' : mimeType),
    details: async () => {
      await read.catch((cause: unknown) => Promise.reject(formUnreadable(cause)))
      return {
        cacheControl: cacheControlOf(fields.get('cacheControl') ?? null),
        userMetadata: parseMetadata(fields.get('metadata') ?? null),
      }
    },
  }
}

async function* fileChunks(
  stream: BusboyFileStream,
  parser: BusboyInstance,
  refused: Promise<never>,
): AsyncGenerator<Uint8Array> {
  let isDone = false
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
    isDone = true
  } catch {
    await refused
  } finally {
    if (!isDone) parser.destroy()
  }
}

function formUnreadable(cause: unknown): StorageError {
  return cause instanceof StorageError ? cause : invalidRequest('The form could not be read')
}

function decodeBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64').toString('utf8')
}
