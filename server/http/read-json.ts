import type { Context } from 'hono'
import type { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import { readBody } from '#backend/http/read-body.ts'

import { refuse } from './refusal.ts'
import { isStorable } from './storable.ts'

/** A body with the given shape; null for any other, which the caller refuses with its own sentence. */
export async function readJson<T>(
  context: Context<AppEnv>,
  shape: z.ZodType<T>,
  bytesMax = 32 * 1024,
): Promise<T | null> {
  const body = await readBody(context.req.raw, bytesMax)
  return (body === null ? null : parseBody(shape, body).data) ?? null
}

/** A body with the given shape; otherwise a refusal that names what is wrong. */
export async function readJsonOrRefuse<T>(
  context: Context<AppEnv>,
  shape: z.ZodType<T>,
  bytesMax = 64 * 1024,
): Promise<T | Response> {
  const body = await readBody(context.req.raw, bytesMax)
  if (body === null) return refuse(context, 413, 'too_large', 'This is too large.')
  const parsed = parseBody(shape, body)
  return parsed.success
    ? parsed.data
    : refuse(context, 400, 'bad_request', `Invalid request: ${describeIssue(parsed.error)}.`)
}

/** “note: Too big: expected …”, for people. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return 'it is not valid'
  const place = issue.path.join('.')
  return `${place === '' ? '' : `${place}: `}${issue.message.replace(/\.$/, '')}`
}

/** An empty body counts as {}. */
function parseBody<T>(shape: z.ZodType<T>, body: Uint8Array): z.ZodSafeParseResult<T> {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    value = parseBoundedJson(text.trim() === '' ? '{}' : text)
  } catch {
    value = undefined
  }
  return shape.safeParse(isStorable(value) ? value : undefined)
}
