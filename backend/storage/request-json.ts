import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import { readBody } from '#backend/http/read-body.ts'

import { invalidRequest, tooLarge } from './storage-errors.ts'

export async function readRequestJson(request: Request): Promise<unknown> {
  const body = await readBody(request, bodyBytesMax)
  if (body === null) throw tooLarge()
  try {
    return parseBoundedJson(new TextDecoder().decode(body))
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
}

/** Fits 1,000 names of 1,024 bytes. */
const bodyBytesMax = 2 * 1024 * 1024
