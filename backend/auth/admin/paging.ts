import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import { validationFailed } from '#backend/auth/auth-errors.ts'

export interface Page {
  readonly number: number
  readonly size: number
  readonly offset: number
}

/** Reads `page` (from 1) and `per_page` (default 50). */
export function readPage(context: Context<AppEnv>): Page {
  const number = parsePositive(context.req.query('page') || '1', 1_000_000)
  const size = parsePositive(context.req.query('per_page') || '50', 1_000)
  if (number === null || size === null)
    throw validationFailed('Bad Pagination Parameters: page and per_page must be numbers above 0')
  return { number, size, offset: (number - 1) * size }
}

/** Sets the total and link headers; the client parses the number after the first `=`. */
export function writePage(context: Context<AppEnv>, page: Page, total: number): void {
  const last = Math.max(1, Math.ceil(total / page.size))
  const link = (number: number, rel: string): string =>
    `<${context.req.path}?page=${number}&per_page=${page.size}>; rel="${rel}"`
  const links = [...(page.number < last ? [link(page.number + 1, 'next')] : []), link(last, 'last')]
  context.header('x-total-count', String(total))
  context.header('link', links.join(', '))
}

function parsePositive(text: string, most: number): number | null {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return number > 0 ? Math.min(number, most) : null
}
