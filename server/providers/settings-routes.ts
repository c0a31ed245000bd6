import { Hono, type Context } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import { refuseUnless } from '#server/http/refuse-unless.ts'
import { ModelError } from '#server/models/language-model.ts'
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
  app.get('/settings', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'admin')
    return refusal ?? context.json(await settings.read(services, workspaceId))
  })
  app.put('/settings', async (context) => {
    const change = await readJson(context, settings.shape)
    if (change === null) return refuse(context, 400, 'bad_request', 'Some of these settings are not valid.')
    const refusal = await refuseUnless(services, context, change.workspaceId, 'admin')
    if (refusal !== null) return refusal
    const problem = await settings.change(services, change)
    if (problem !== null) return refuse(context, 400, 'bad_request', problem)
    return context.json(await settings.read(services, change.workspaceId))
  })
  return app
}

/** Tests of unsaved settings, for admins; a few for each workspace. A provider's failure is a normal answer. */
export function createTrials(services: Services) {
  const trials = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })
  return async <Answer extends { readonly ok: boolean }, Trial extends { readonly workspaceId: string }>(
    context: Context<AppEnv>,
    /** Null if the request is invalid; it is then refused with `sentence`. */
    trial: Trial | null,
    sentence: string,
    work: (trial: Trial, elapsedMs: () => number) => Promise<Answer>,
  ): Promise<Response> => {
    if (trial === null) return refuse(context, 400, 'bad_request', sentence)
    const refusal = await refuseUnless(services, context, trial.workspaceId, 'admin')
    if (refusal !== null) return refusal
    if (!trials.take(trial.workspaceId)) return refuse(context, 429, 'too_many', tooManyTrials)
    const startedAt = services.now()
    try {
      return context.json(await work(trial, () => services.now() - startedAt))
    } catch (error) {
      if (error instanceof ModelError) return context.json({ ok: false, problem: error.message })
      throw error
    }
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

const tooManyTrials = 'Too many tests were made. Try again in a few minutes.'
