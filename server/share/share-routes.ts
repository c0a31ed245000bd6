import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { linkPassword } from './link-password.ts'
import { postLead } from './post-lead.ts'

/** /share/v1: link and lead-form actions that the database alone can't do. */
export function shareRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.put('/links/:id/password', linkPassword(services))
  app.post('/demos/:link/leads', postLead(services))
  return app
}
