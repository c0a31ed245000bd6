import type { Context } from 'hono'
import { z } from 'zod'

import { noSalesRules } from '#agent/agent-knowledge.ts'
import { toPlainText } from '#agent/plain-text.ts'
import { suggestedQuestion } from '#domain/suggested-question.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { readJson, type AgentCall } from './agent-access.ts'

/* Drafts that the author edits before anything uses them. */

/** The lists of a sales process written as free text. */
export const readSalesText: AgentCall = async (context) => {
  const body = await readJson(context, z.object({ text: z.string().max(20_000) }), 256 * 1024)
  if (body instanceof Response) return body
  return context.json({ rules: noSalesRules })
}

/** Questions that a step answers. */
export function suggestStepQuestions(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const stepId = z.guid().safeParse(context.req.param('stepId'))
    if (!stepId.success) return refuse(context, 404, 'not_found', 'There is no such step.')
    const { data, error, status } = await client
      .from('demo_steps')
      .select('title,description')
      .eq('id', stepId.data)
      .maybeSingle()
    if (error !== null) return refuseFailed(context, status)
    if (data === null) return refuse(context, 404, 'not_found', 'There is no such step.')
    const step = stepShape.parse(data)
    const question = suggestedQuestion(toPlainText(step.title ?? ''))
    return context.json({ questions: question === null ? [] : [question] })
  }
}

const stepShape = z.object({ title: z.string().nullable(), description: z.string().nullable() })
