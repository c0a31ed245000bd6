import { createMiddleware } from 'hono/factory'

/** Keeps answers out of caches unless their route says otherwise. */
export const noStore = createMiddleware(async (context, next) => {
  await next()
  if (!context.res.headers.has('cache-control')) context.header('cache-control', 'private, no-store')
})
