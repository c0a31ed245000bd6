import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

/** How the product's own endpoints refuse a request: a code for the page and a sentence for the user. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503

export function refuse(context: Context<AppEnv>, status: RefusalStatus, code: string, message: string): Response {
  return context.json({ code, message } satisfies Refusal, status)
}

export function refuseStranger(context: Context<AppEnv>): Response {
  return refuse(context, 401, 'signed_out', 'Sign in first.')
}

/** For a backend call that failed: an expired session, or a server error. */
export function refuseFailed(context: Context<AppEnv>, status: number): Response {
  return status === 401 || status === 403
    ? refuseStranger(context)
    : refuse(context, 503, 'unavailable', 'The server had a problem. Try again in a moment.')
}
