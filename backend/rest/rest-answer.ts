import { badResponseSetting, rangeNotSatisfiable } from './rest-error.ts'
import type { ResultRow } from './result-sql.ts'

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: string | null
  /** Set by a function or trigger; these override ours and may repeat. */
  readonly extraHeaders?: readonly (readonly [string, string])[]
}

/** Renders a response; null headers are left out. */
export function toResponse({ status, headers, body, extraHeaders = [] }: RestAnswer): Response {
  const present: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== null && value !== undefined) present[name] = value
  }
  const sent = extraHeaders.length === 0 ? present : new Headers(present)
  if (sent instanceof Headers) {
    for (const [name] of extraHeaders) sent.delete(name)
    for (const [name, value] of extraHeaders) sent.append(name, value)
  }
  const isEmpty = body === null || status === 204 || status === 304 || (status >= 100 && status < 200)
  return new Response(isEmpty ? null : body, { status, headers: sent })
}

/** Applies `response.headers` and `response.status`, as set by functions and triggers. */
export function withResponseSettings(answer: RestAnswer, row: ResultRow): RestAnswer {
  const { response_headers, response_status } = row
  return {
    ...answer,
    status: response_status ? readStatusSetting(response_status) : answer.status,
    extraHeaders: response_headers ? readHeadersSetting(response_headers) : [],
  }
}

function readStatusSetting(text: string): number {
  const status = Number(text)
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw badResponseSetting('status')
  }
  return status
}

function readHeadersSetting(text: string): readonly (readonly [string, string])[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) {
      const entries = list.flatMap((each: unknown) => Object.entries(each ?? {}))
      if (
        entries.length === list.length &&
        entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
      ) {
        // Throws on an invalid header name or value.
        return [...new Headers(entries)].length >= 0 ? entries : []
      }
    }
  } catch {
    // Refused below, like any other invalid header list.
  }
  throw badResponseSetting('headers')
}

/** `0-24/25`, `0-9/*`, or `*` without rows. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const span = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${span}/${total ?? '*'}`
}

/** 206 for a partial page of a known total; refuses a page past the end. */
export function readStatus(offset: number, { page_total, total }: ResultRow, applied: string | null): number {
  if (total === null) {
    return 200
  }
  if (offset > total) {
    throw rangeNotSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      total,
      applied,
    })
  }
  return page_total < total ? 206 : 200
}
