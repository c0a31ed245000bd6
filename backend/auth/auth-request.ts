import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import { readBody } from '#backend/http/read-body.ts'
import { isObject } from '#domain/is-object.ts'

import { badJson, requestTooLarge } from './auth-errors.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The captcha check reads a body before its handler; cloning the request would keep each piece of it in memory. */
const objects = new WeakMap<Request, Promise<JsonObject>>()

/** Parses the body as an object; like Supabase, takes an empty body as {}. The same request can be read again. */
export function readJsonObject(request: Request): Promise<JsonObject> {
  const known = objects.get(request)
  if (known !== undefined) return known
  const read = parseObject(request)
  objects.set(request, read)
  return read
}

async function parseObject(request: Request): Promise<JsonObject> {
  const body = await readBody(request, bodyBytesMax)
  if (body === null) throw requestTooLarge()
  if (body.byteLength === 0) return {}
  let parsed: unknown
  try {
    parsed = parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw badJson('the body is not valid JSON')
  }
  if (!isObject(parsed)) throw badJson('the body is not an object')
  // PostgreSQL rejects lone surrogates in JSON; JSON.stringify escapes only those.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(parsed))) throw badJson('a text is not well-formed Unicode')
  return parsed
}

/** A text field; '' when absent, refused when of another type. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name] ?? ''
  if (typeof value !== 'string') throw badJson(`${name} must be a string`)
  // PostgreSQL's text can't hold NUL.
  if (value.includes('\0')) throw badJson(`${name} must not contain a null character`)
  return value
}

/** The user metadata sent with a request; null when absent. */
export function dataField(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const value = body['data'] ?? null
  if (value === null) return null
  if (!isObject(value)) throw badJson('data must be an object')
  if (JSON.stringify(value).includes(String.raw`\u0000`)) throw badJson('data must not contain a null character')
  return value
}

const bodyBytesMax = 1024 * 1024
