import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { modelProviders } from '#domain/model-providers.ts'
import type { ModelListAnswer, ModelTestAnswer } from '#protocol/model-settings.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { addDraftRoutes } from './draft-routes.ts'
import { ModelError } from './language-model.ts'
import { listModels } from './list-models.ts'
import { parseBody, refuseUnless } from './model-access.ts'
import { changeModelSettings, openTrial, readModelSettings } from './model-settings.ts'

/** Routes under /models/v1: a workspace's language model. Its admins set it, its editors draft with it. */
export function modelRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const trials = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })
  app.use('*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })

  app.get('/settings', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'admin')
    return refusal ?? context.json(await readModelSettings(services, workspaceId))
  })

  app.put('/settings', async (context) => {
    const change = await parseBody(context, changeShape)
    if (change === null) return refuse(context, 400, 'bad_request', 'Some of these settings are not valid.')
    const refusal = await refuseUnless(services, context, change.workspaceId, 'admin')
    if (refusal !== null) return refusal
    const problem = await changeModelSettings(services, change)
    if (problem !== null) return refuse(context, 400, 'bad_request', problem)
    return context.json(await readModelSettings(services, change.workspaceId))
  })

  app.post('/test', async (context) => {
    const trial = await parseBody(context, trialShape)
    if (trial === null) return refuse(context, 400, 'bad_request', 'Choose a provider and a model to test.')
    const refusal = await refuseUnless(services, context, trial.workspaceId, 'admin')
    if (refusal !== null) return refusal
    if (!trials.take(trial.workspaceId)) return refuse(context, 429, 'too_many', tooManyTrials)
    const answer = await orProblem<ModelTestAnswer>(async () => {
      const startedAt = services.now()
      const { model, text } = await openTrial(services, trial)
      return { ok: true, text: await text(model), milliseconds: services.now() - startedAt }
    })
    return context.json(answer)
  })

  const list = async (context: Context<AppEnv>, trial: z.infer<typeof listShape> | null): Promise<Response> => {
    if (trial === null) return refuse(context, 400, 'bad_request', 'Choose a provider first.')
    const refusal = await refuseUnless(services, context, trial.workspaceId, 'admin')
    if (refusal !== null) return refusal
    if (!trials.take(trial.workspaceId)) return refuse(context, 429, 'too_many', tooManyTrials)
    const answer = await orProblem<ModelListAnswer>(async () => {
      const { model } = await openTrial(services, { ...trial, model: '' })
      return { ok: true, models: await listModels(model.endpoint) }
    })
    return context.json(answer)
  }
  app.get('/list', (context) => list(context, { workspaceId: context.req.query('workspace') ?? '' }))
  app.post('/list', async (context) => list(context, await parseBody(context, listShape)))

  addDraftRoutes(app, services)
  return app
}

/** A provider's problem is an answer, not a failure of ours. */
async function orProblem<T>(work: () => Promise<T>): Promise<T | { readonly ok: false; readonly problem: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ModelError) return { ok: false, problem: error.message }
    throw error
  }
}

const tooManyTrials = 'Many tests were made. Try again in a few minutes.'
const provider = z.enum(modelProviders.map(({ value }) => value))
const url = z.string().trim().max(2_000)
const model = z.string().trim().max(200)
// Visible ASCII: anything else breaks the header it is sent in.
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{0,2000}$/)
  .optional()
const price = z.number().min(0).max(99_999)
const limit = z.number().int().min(0).max(2_000_000_000).nullable()
const changeShape = z.object({
  workspaceId: z.uuid(),
  apiKey,
  settings: z.object({
    provider,
    url,
    model,
    embedding_model: model,
    price_in: price,
    price_out: price,
    conversation_budget_cents: limit,
    agent_daily_budget_cents: limit,
    daily_budget_cents: limit,
    monthly_budget_cents: limit,
    conversation_tokens_max: limit,
    daily_tokens_max: limit,
    daily_turns_max: limit,
  }),
})
const trialShape = z.object({ workspaceId: z.uuid(), provider, url, model: model.min(1), apiKey })
/** Without a provider: what is saved. */
const listShape = z.object({ workspaceId: z.string(), provider: provider.optional(), url: url.optional(), apiKey })
