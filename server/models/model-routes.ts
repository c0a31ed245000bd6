import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { modelProviders } from '#domain/model-providers.ts'
import { uuid } from '#domain/uuid.ts'
import type { DraftedStep, ModelListAnswer, ModelTestAnswer } from '#protocol/model-settings.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { draftStepTexts } from './drafts.ts'
import { ModelError } from './language-model.ts'
import { listModels } from './list-models.ts'
import { changeModelSettings, openTrial, readModelSettings } from './model-settings.ts'

/** Routes under /models/v1: a workspace's language model. Its admins set it, its editors draft with it. */
export function modelRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const trials = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })
  const drafts = createRateLimit({ burst: 60, refillMs: 600_000, now: services.now })
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

  app.get('/available', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'editor')
    if (refusal !== null) return refusal
    return context.json({ isAvailable: (await services.models.find(workspaceId)) !== null })
  })

  app.post('/draft-step', async (context) => {
    const asked = await parseBody(context, z.object({ stepId: z.uuid() }))
    if (asked === null) return refuse(context, 400, 'bad_request', 'A draft needs a step.')
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const { data, error, status } = await client
      .from('demo_steps')
      .select('id,demos(workspace_id)')
      .eq('id', asked.stepId)
      .maybeSingle<{ readonly id: string; readonly demos: { readonly workspace_id: string } }>()
    if (error !== null) return refuseFailed(context, status)
    const workspaceId = data?.demos.workspace_id ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'editor')
    if (refusal !== null) return refusal
    if (!drafts.take(workspaceId))
      return refuse(context, 429, 'too_many', 'Many drafts were made. Try again in a minute.')
    const draft = await draftStepTexts(services, { workspaceId, stepId: asked.stepId })
    if (draft === null) return refuse(context, 409, 'no_model', 'No language model could write a draft.')
    return context.json(draft satisfies DraftedStep)
  })
  return app
}

/** The refusal for a caller without this role in the workspace; null for one who has it. */
async function refuseUnless(
  services: Services,
  context: Context<AppEnv>,
  workspaceId: string,
  role: 'admin' | 'editor',
): Promise<Response | null> {
  const client = callerClient(services, context)
  if (client === null) return refuseStranger(context)
  if (!uuid.test(workspaceId)) return refuse(context, 404, 'not_found', 'There is no such workspace.')
  const { data, error, status } = await client.rpc('is_member', { p_workspace_id: workspaceId, p_min_role: role })
  if (error !== null) return refuseFailed(context, status)
  return data === true ? null : refuse(context, 403, 'not_allowed', 'Your role in this workspace does not allow it.')
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

async function parseBody<T>(context: Context<AppEnv>, shape: z.ZodType<T>): Promise<T | null> {
  const body = await readBody(context.req.raw, bodyBytesMax)
  if (body === null) return null
  try {
    const text = new TextDecoder().decode(body)
    const parsed = shape.safeParse(parseBoundedJson(text))
    return parsed.success && !text.includes('\\u0000') ? parsed.data : null
  } catch {
    return null
  }
}

const tooManyTrials = 'Many tests were made. Try again in a few minutes.'
const bodyBytesMax = 32 * 1024
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
