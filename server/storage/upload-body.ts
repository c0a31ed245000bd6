import { readBody } from '#server/read-body.ts'

import { invalidRequest, tooLarge } from './storage-errors.ts'

export interface UploadBody {
  readonly content: Uint8Array
  readonly mimeType: string
  /** Value of the Cache-Control header to serve it with. */
  readonly cacheControl: string
  readonly userMetadata: string | null
}

/** Reads an upload in either form supabase-js sends it — a form, or the bare bytes — and no more than the limit. */
export async function readUploadBody(request: Request, bytesMax: number): Promise<UploadBody> {
  const contentType = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(contentType)) return readForm(request, contentType, bytesMax)
  const content = await readBody(request, bytesMax)
  if (content === null) throw tooLarge()
  return {
    content,
    mimeType: contentType === '' ? 'application/octet-stream' : contentType,
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
  }
}

/** Room for the form's other fields and its boundaries. */
export const formOverheadBytes = 64 * 1024

async function readForm(request: Request, contentType: string, bytesMax: number): Promise<UploadBody> {
  const body = await readBody(request, bytesMax + formOverheadBytes)
  if (body === null) throw tooLarge()
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => Promise.reject(invalidRequest('The form could not be read')))
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (file === undefined) throw invalidRequest('The form holds no file')
  if (file.size > bytesMax) throw tooLarge()
  const seconds = form.get('cacheControl')
  const metadata = form.get('metadata')
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    mimeType: file.type === '' ? 'application/octet-stream' : file.type,
    cacheControl: typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parseMetadata(typeof metadata === 'string' ? metadata : null),
  }
}

function decodeBase64(text: string | null): string | null {
  return text === null ? null : Buffer.from(text, 'base64').toString('utf8')
}

/** JSON text again, so that only JSON gets into the row. */
function parseMetadata(text: string | null): string | null {
  if (text === null || text === '') return null
  try {
    const json = JSON.stringify(JSON.parse(text))
    if (!json.includes(String.raw`\u0000`)) return json
  } catch {
    // Said below.
  }
  throw invalidRequest('The metadata is not valid JSON')
}
