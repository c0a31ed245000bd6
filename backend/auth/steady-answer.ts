import { setTimeout } from 'node:timers/promises'

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'

/**
 * Delays an answer until `leastMs` after the request, longer than the work takes, so that timing doesn't reveal whether
 * an account exists. In-process calls don't wait.
 */
export function steadyAnswer(leastMs: number) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const earliest = earliestAnswer(context, leastMs)
    await next()
    await earliest
  })
}

/** As steadyAnswer, for handlers that delay only some answers; call it first. */
export async function earliestAnswer(context: Pick<Context<AppEnv>, 'env'>, leastMs: number): Promise<void> {
  if (context.env?.incoming !== undefined) await setTimeout(leastMs)
}
