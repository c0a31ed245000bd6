import { setTimeout } from 'node:timers/promises'

import { createMiddleware } from 'hono/factory'

import type { AppEnv } from '#server/services.ts'

/**
 * Holds an answer back until `leastMs` after the question, longer than the work behind it takes. What there is to do
 * differs with whether an account exists; the time that whoever asks can measure does not. Calls made in process don't
 * wait.
 */
export function steadyAnswer(leastMs: number) {
  return createMiddleware<AppEnv>(async (context, next) => {
    if (context.env?.incoming === undefined) return next()
    const earliest = setTimeout(leastMs)
    await next()
    await earliest
  })
}
