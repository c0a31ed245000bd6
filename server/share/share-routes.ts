import { Hono } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

import { linkPassword } from './link-password.ts'

/** /share/v1: what an author does with a demo's links that the database alone can't. The rest is rest/v1's share_links. */
export function shareRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use('*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  app.put('/links/:id/password', linkPassword(services))
  return app
}
