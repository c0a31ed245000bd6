import { z } from 'zod'

import { groupQuestions } from '#agent/group-questions.ts'
import { refuse, refuseFailed } from '#server/http/refusal.ts'

import { readJson, type AgentCall } from './agent-access.ts'

/** What an agent's talks teach its author. */

/** Questions it couldn't answer, by meaning. */
export const unanswered: AgentCall = async (context, agent) => {
  const [turns, answered] = await Promise.all([
    agent.client.rpc('unanswered_turns', { p_agent_id: agent.id }),
    agent.client
      .from('answered_questions')
      .select('question')
      .eq('agent_id', agent.id)
      .order('answered_at', { ascending: false })
      .limit(1_000),
  ])
  if (turns.error !== null) return refuseFailed(context, turns.status)
  if (answered.error !== null) return refuseFailed(context, answered.status)
  const asked = z.array(turnShape).parse(turns.data)
  const groups = groupQuestions(
    asked.map(({ question, asked_at: askedAt, demo_id: demoId }) => ({ question, askedAt, demoId })),
    answered.data.map(({ question }) => String(question)),
  )
  return context.json({ groups: groups.slice(0, groupsMax).map((group) => ({ ...group, draft: null })) })
}

export const dismissQuestion: AgentCall = async (context, agent) => {
  const body = await readJson(context, dismissShape)
  if (body instanceof Response) return body
  const row = { agent_id: agent.id, workspace_id: agent.workspaceId, question: body.question }
  const { error, status } = await agent.client.from('answered_questions').insert(row)
  if (error?.code === '54000') return refuse(context, 409, 'too_much', 'Too many questions were dismissed.')
  // Dismissed already.
  if (error !== null && error.code !== '23505') return refuseFailed(context, status)
  return context.body(null, 204)
}

/** Objections: what was said, the reply, and what came of it; newest first. */
export const objections: AgentCall = async (context, agent) => {
  const { data, error, status } = await agent.client.rpc('objection_turns', { p_agent_id: agent.id })
  if (error !== null) return refuseFailed(context, status)
  const rows = z.array(objectionShape).parse(data)
  return context.json({
    rows: rows.map(({ conversation_id: conversationId, ...row }) => ({ ...row, conversationId })),
  })
}

const groupsMax = 200
const turnShape = z.object({ question: z.string(), asked_at: z.string(), demo_id: z.string() })
const dismissShape = z.object({ question: z.string().trim().min(1).max(500) })
const objectionShape = z.object({
  kind: z.string(),
  said: z.string(),
  reply: z.string(),
  outcome: z.enum(['went-on', 'booked', 'left', 'handed-over', 'left-address']),
  conversation_id: z.string(),
  at: z.string(),
})
