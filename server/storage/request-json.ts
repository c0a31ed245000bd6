import { readBody } from '#server/read-body.ts'

import { invalidRequest, tooLarge } from './storage-errors.ts'

export async function readRequestJson(request: Request): Promise<unknown> {
  const body = await readBody(request, bodyBytesMax)
  if (body === null) throw tooLarge()
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
}

/** Room for 1,000 names of 1,024 bytes. */
const bodyBytesMax = 2 * 1024 * 1024
