import { rangeNotSatisfiable } from './rest-error.ts'
import type { ResultRow } from './result-sql.ts'

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: string | null
}

/** Sends an answer; headers that are null are left out. */
export function toResponse({ status, headers, body }: RestAnswer): Response {
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)
  return new Response(body, { status, headers: present })
}

/** `0-24/25`, `0-9/*`, or `*` when there are no rows. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const span = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${span}/${total ?? '*'}`
}

/** 206 when the total is known and the page doesn't hold all of it; refuses a page that begins past the end. */
export function readStatus(offset: number, { page_total, total }: ResultRow): number {
  if (total === null) {
    return 200
  }
  if (offset > total) {
    throw rangeNotSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  }
  return page_total < total ? 206 : 200
}
