import type { Context } from 'hono'
import { z } from 'zod'

import { readSalesProcess } from '#agent/sales-rules.ts'
import { suggestStepQuestions } from '#agent/step-questions.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJsonOrRefuse } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { draftSalesRules, draftStepQuestions } from '#server/models/drafts.ts'
import type { Services } from '#server/services.ts'

import type { AgentCall } from './agent-access.ts'

/* Drafts for the author to edit, by the workspace's model, otherwise by rules. */

const tooMany = 'Too many drafts were made in a few minutes. Try again shortly.'

/** The lists of a sales process written as free text. */
export function readSalesText(services: Services): AgentCall {
  const drafts = createRateLimit({ burst: 60, refillMs: 600_000, now: services.now })
  return async (context, agent) => {
    const body = await readJsonOrRefuse(context, z.object({ text: z.string().max(20_000) }), 256 * 1024)
    if (body instanceof Response) return body
    if (!drafts.take(agent.workspaceId)) return refuse(context, 429, 'too_many', tooMany)
    const { workspaceId, id: agentId } = agent
    const drafted = await draftSalesRules(services, { workspaceId, agentId, salesProcess: body.text })
    return context.json({ rules: drafted ?? readSalesProcess(body.text) })
  }
}

/** Questions that a step answers, in buyers' words. */
export function suggestQuestions(services: Services) {
  const drafts = createRateLimit({ burst: 300, refillMs: 600_000, now: services.now })
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = z.guid().safeParse(context.req.param('stepId'))
    if (!stepId.success) return refuseUnknown(context)
    const { data, error, status } = await client.rpc('step_for_editor', { p_step_id: stepId.data })
    if (error !== null) return refuseFailed(context, status)
    if (data === null) return refuseUnknown(context)
    const step = stepShape.parse(data)
    if (!drafts.take(step.workspace_id)) return refuse(context, 429, 'too_many', tooMany)
    const { id, title, description, cards } = step
    const presented = { id, order: 1, title, description, cards }
    const drafted = await draftStepQuestions(services, {
      workspaceId: step.workspace_id,
      demoName: step.demo_name,
      step: presented,
    })
    const isUseful = drafted !== null && drafted.length > 0
    return context.json({ questions: isUseful ? drafted : suggestStepQuestions(presented) })
  }
}

function refuseUnknown(context: Context<AppEnv>): Response {
  return refuse(context, 404, 'not_found', 'There is no such step, or you may not change it.')
}

const stepShape = z.object({
  id: z.string(),
  workspace_id: z.string(),
  demo_name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  cards: z.array(z.string()),
})
