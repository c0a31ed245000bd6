import type { Context, Hono } from 'hono'
import { z } from 'zod'

import type { AppEnv } from '#backend/http/app-env.ts'
import { modelProviders } from '#domain/model-providers.ts'
import type { ModelListAnswer, ModelTestAnswer } from '#protocol/model-settings.ts'
import { readJson } from '#server/http/read-json.ts'
import { createTrials, providerFields, settingsRoutes } from '#server/providers/settings-routes.ts'
import type { Services } from '#server/services.ts'

import { addDraftRoutes } from './draft-routes.ts'
import { listModels } from './list-models.ts'
import { changeModelSettings, openTrial, readModelSettings } from './model-settings.ts'

/** Routes under /models/v1: a workspace's language model, set by admins and used by editors for drafts. */
export function modelRoutes(services: Services): Hono<AppEnv> {
  const app = settingsRoutes(services, { shape: changeShape, read: readModelSettings, change: changeModelSettings })
  const tryOut = createTrials(services)

  app.post('/test', async (context) =>
    tryOut<ModelTestAnswer, z.infer<typeof trialShape>>(
      context,
      await readJson(context, trialShape),
      'Choose a provider and a model to test.',
      async (trial, elapsedMs) => {
        const { model, text } = await openTrial(services, trial)
        return { ok: true, text: await text(model), milliseconds: elapsedMs() }
      },
    ),
  )

  const list = (context: Context<AppEnv>, asked: z.infer<typeof listShape> | null): Promise<Response> =>
    tryOut<ModelListAnswer, z.infer<typeof listShape>>(context, asked, 'Choose a provider first.', async (trial) => {
      const { model } = await openTrial(services, { ...trial, model: '' })
      return { ok: true, models: await listModels(model.endpoint) }
    })
  app.get('/list', (context) => list(context, { workspaceId: context.req.query('workspace') ?? '' }))
  app.post('/list', async (context) => list(context, await readJson(context, listShape)))

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
