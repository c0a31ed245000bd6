import { Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { refuse } from '#server/http/refusal.ts'
import { ModelError } from '#server/models/language-model.ts'
import { parseBody, refuseUnless } from '#server/models/model-access.ts'
import type { Services } from '#server/services.ts'

/** Routes for a workspace's provider settings at /settings, for admins. Never cached. */
export function settingsRoutes<Change extends { readonly workspaceId: string }>(
  services: Services,
  settings: {
    readonly shape: z.ZodType<Change>
    readonly read: (services: Services, workspaceId: string) => Promise<object>
    /** Returns a sentence if it refuses. */
    readonly change: (services: Services, change: Change) => Promise<string | null>
  },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use('*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  app.get('/settings', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'admin')
    return refusal ?? context.json(await settings.read(services, workspaceId))
  })
  app.put('/settings', async (context) => {
    const change = await parseBody(context, settings.shape)
    if (change === null) return refuse(context, 400, 'bad_request', 'Some of these settings are not valid.')
    const refusal = await refuseUnless(services, context, change.workspaceId, 'admin')
    if (refusal !== null) return refusal
    const problem = await settings.change(services, change)
    if (problem !== null) return refuse(context, 400, 'bad_request', problem)
    return context.json(await settings.read(services, change.workspaceId))
  })
  return app
}

/** A provider's failure is a normal answer here, not a server error. */
export async function orProblem<T>(
  work: () => Promise<T>,
): Promise<T | { readonly ok: false; readonly problem: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ModelError) return { ok: false, problem: error.message }
    throw error
  }
}

/** Fields that every provider's settings have. */
export const providerFields = {
  url: z.string().trim().max(2_000),
  model: z.string().trim().max(200),
  // Visible ASCII: anything else breaks the header it is sent in.
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{0,2000}$/)
    .optional(),
  price: z.number().min(0).max(99_999),
  limit: z.number().int().min(0).max(2_000_000_000).nullable(),
} as const

export const tooManyTrials = 'Too many tests were made. Try again in a few minutes.'
