import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

import { notAdmin, notFound } from './auth-errors.ts'

/** Calls that this version doesn't support; refused as Supabase refuses a disabled feature. */
export function unsupportedRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.all('/admin/*', () => {
    throw notAdmin()
  })
  app.all('*', () => {
    throw notFound()
  })
  return app
}
