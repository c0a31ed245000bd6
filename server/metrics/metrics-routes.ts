import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { expositionType } from './exposition.ts'
import type { Measuring } from './measuring.ts'

/** GET /metrics, for callers with METRICS_TOKEN; 404 when it is not set. */
export function metricsRoutes({ config }: Services, measuring: Measuring | null): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const token = config.metricsToken
  if (measuring === null || token === null) return app.all('/metrics', (context) => context.text('Not found', 404))

  const expected = digest(`Bearer ${token}`)
  return app.get('/metrics', async (context) => {
    context.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(context.req.header('authorization') ?? ''), expected)) {
      context.header('www-authenticate', 'Bearer')
      return context.text('The METRICS_TOKEN is missing or wrong.', 401)
    }
    return context.body(await measuring.text(), 200, { 'content-type': expositionType })
  })
}

/** Hashed to equal length for a constant-time comparison. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
