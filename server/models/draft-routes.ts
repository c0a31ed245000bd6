import type { Hono } from 'hono'
import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { DraftedStep } from '#protocol/model-settings.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { refuseUnless } from '#server/http/refuse-unless.ts'
import type { Services } from '#server/services.ts'

import { draftStepTexts, summariseTalk } from './drafts.ts'

/** Adds routes that draft texts for editors. */
export function addDraftRoutes(app: Hono<AppEnv>, services: Services): void {
  const drafts = createRateLimit({ burst: 60, refillMs: 600_000, now: services.now })

  app.get('/available', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'viewer')
    if (refusal !== null) return refusal
    return context.json({ isAvailable: (await services.models.find(workspaceId)) !== null })
  })

  app.post('/draft-step', async (context) => {
    const asked = await readJson(context, z.object({ stepId: z.uuid() }))
    if (asked === null) return refuse(context, 400, 'bad_request', 'Name the step to draft.')
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
    if (!drafts.take(workspaceId)) return refuse(context, 429, 'too_many', tooManyDrafts)
    const draft = await draftStepTexts(services, { workspaceId, stepId: asked.stepId })
    if (draft === null) return refuse(context, 409, 'no_model', 'No language model could write a draft.')
    return context.json(draft satisfies DraftedStep)
  })

  app.post('/summary', async (context) => {
    const asked = await readJson(context, z.object({ conversationId: z.uuid() }))
    if (asked === null) return refuse(context, 400, 'bad_request', 'Name the conversation to summarise.')
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    // Row-level security decides whether the caller may read it.
    const { data, error, status } = await client
      .from('conversations')
      .select('workspace_id,agent_id,conversation_turns(number,speaker,text)')
      .eq('id', asked.conversationId)
      .order('number', { referencedTable: 'conversation_turns' })
      .maybeSingle<TalkRow>()
    if (error !== null) return refuseFailed(context, status)
    const workspaceId = data?.workspace_id ?? ''
    const refusal = await refuseUnless(services, context, workspaceId, 'editor')
    if (refusal !== null || data === null) return refusal ?? refuseStranger(context)
    if (!drafts.take(workspaceId)) return refuse(context, 429, 'too_many', tooManyDrafts)
    const summary = await summariseTalk(services, {
      workspaceId,
      ...(data.agent_id !== null && { agentId: data.agent_id }),
      turns: data.conversation_turns,
    })
    if (summary === null) return refuse(context, 409, 'no_model', 'No language model could write a summary.')
    return context.json({ summary })
  })
}

interface TalkRow {
  readonly workspace_id: string
  readonly agent_id: string | null
  readonly conversation_turns: readonly { readonly speaker: string; readonly text: string }[]
}

const tooManyDrafts = 'Too many drafts were made. Try again in a minute.'
