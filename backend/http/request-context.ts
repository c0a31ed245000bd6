import { randomUUID } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import type { AppEnv } from './app-env.ts'

/** Names the request, once, however many apps it passes through. */
export function requestContext() {
  return createMiddleware<AppEnv>(async (context, next) => {
    if (context.get('requestId') === undefined) context.set('requestId', randomUUID())
    await next()
  })
}
