import { setTimeout } from 'node:timers/promises'

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'

/**
 * Delays an answer until `minMs` after the request, longer than the work takes, so that timing doesn't reveal whether
 * an account exists. In-process calls don't wait.
 */
export function minimumDuration(minMs: number) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const earliest = afterMinimum(context, minMs)
    await next()
    await earliest
  })
}

/** As minimumDuration, for handlers that delay only some answers; call it first. */
export async function afterMinimum(context: Pick<Context<AppEnv>, 'env'>, minMs: number): Promise<void> {
  if (context.env?.incoming !== undefined) await setTimeout(minMs)
}
