import { setTimeout } from 'node:timers/promises'

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#backend/http/app-env.ts'

/**
 * Holds an answer back until `leastMs` after the question, longer than the work behind it takes. What there is to do
 * differs with whether an account exists; the time that whoever asks can measure does not. Calls made in process don't
 * wait.
 */
export function steadyAnswer(leastMs: number) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const earliest = earliestAnswer(context, leastMs)
    await next()
    await earliest
  })
}

/** The same for a handler that holds back only some of its answers; to be asked for first thing. */
export async function earliestAnswer(context: Pick<Context<AppEnv>, 'env'>, leastMs: number): Promise<void> {
  if (context.env?.incoming !== undefined) await setTimeout(leastMs)
}
