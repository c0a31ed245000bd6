import { randomUUID } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import type { AppEnv } from './app-env.ts'

/** Assigns the request id once, however many apps handle the request. */
export function requestContext() {
  return createMiddleware<AppEnv>(async (context, next) => {
    if (context.get('requestId') === undefined) context.set('requestId', randomUUID())
    await next()
  })
}
