import type { Context, Hono } from 'hono'
import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { modelProviders } from '#domain/model-providers.ts'
import type { ModelListAnswer, ModelTestAnswer } from '#protocol/model-settings.ts'
import { refuse } from '#server/http/refusal.ts'
import { orProblem, providerFields, settingsRoutes, tooManyTrials } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'

import { addDraftRoutes } from './draft-routes.ts'
import { listModels } from './list-models.ts'
import { parseBody, refuseUnless } from './model-access.ts'
import { changeModelSettings, openTrial, readModelSettings } from './model-settings.ts'

/** Routes under /models/v1: a workspace's language model, set by admins and used by editors for drafts. */
export function modelRoutes(services: Services): Hono<AppEnv> {
  const app = settingsRoutes(services, { shape: changeShape, read: readModelSettings, change: changeModelSettings })
  const trials = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })

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

const provider = z.enum(modelProviders.map(({ value }) => value))
const { url, model, apiKey, price, limit } = providerFields
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
/** Without a provider, the saved settings are tested. */
const listShape = z.object({ workspaceId: z.string(), provider: provider.optional(), url: url.optional(), apiKey })
