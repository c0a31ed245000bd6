import type { Context } from 'hono'
import { z } from 'zod'

import type { QuestionGroup } from '#agent/group-questions.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJsonOrRefuse } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { createSenderOf } from '#server/http/sender-of.ts'
import type { Services } from '#server/services.ts'
import { ThreadProblem } from '#backend/threads/bounded-threads.ts'

import type { AgentAccess, AgentCall } from './agent-access.ts'
import { createAnswerDrafts } from './draft-answers.ts'
import { groupAsked, groupUnanswered } from './group-thread.ts'

/** What an author can learn from an agent's conversations. */

/** Unanswered questions, grouped by meaning, with drafted answers. */
export function unansweredCall(services: Services): AgentCall {
  const draftAnswers = createAnswerDrafts(services)
  const senderOf = createSenderOf(services)
  return async (context, agent) => {
    const found = await findUnanswered(agent, senderOf(context, agent.workspaceId)).catch(toBusy)
    if (found === null) return refuseBusy(context)
    if (typeof found === 'number') return refuseFailed(context, found)
    const drafts = await draftAnswers(agent, found)
    return context.json({ groups: found.map((group, index) => ({ ...group, draft: drafts[index] ?? null })) })
  }
}

/** The status of the failed call. */
async function findUnanswered(agent: AgentAccess, sender: string): Promise<readonly QuestionGroup[] | number> {
  const [turns, answered] = await Promise.all([
    agent.client.rpc('unanswered_turns', { p_agent_id: agent.id }),
    agent.client
      .from('answered_questions')
      .select('question')
      .eq('agent_id', agent.id)
      .order('answered_at', { ascending: false })
      .limit(1_000),
  ])
  if (turns.error !== null) return turns.status
  if (answered.error !== null) return answered.status
  const asked = z.array(turnShape).parse(turns.data)
  const groups = await groupUnanswered(
    sender,
    asked.map(({ question, asked_at: askedAt, demo_id: demoId }) => ({ question, askedAt, demoId })),
    answered.data.map(({ question }) => String(question)),
  )
  return groups.slice(0, groupsMax)
}

/** Null if there is too much to do. */
function toBusy(error: unknown): null {
  if (error instanceof QueueFull || error instanceof ThreadProblem) return null
  throw error
}

function refuseBusy(context: Context<AppEnv>): Response {
  context.header('retry-after', '2')
  return refuse(context, 503, 'busy', 'Many questions are being grouped. Try again in a moment.')
}

/** What visitors asked, grouped by meaning, with how many of them were answered. */
export function askedCall(services: Services) {
  const senderOf = createSenderOf(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const request = askedRequest.safeParse(context.req.query())
    if (!request.success)
      return refuse(context, 400, 'bad_request', 'Name a workspace, and the first and the last day.')
    const { workspace, demo = null, from, to } = request.data
    const where = { p_workspace_id: workspace, p_demo_id: demo, p_from: from, p_to: to }
    const { data, error, status } = await client.rpc('asked_turns', where)
    if (error !== null) return refuseFailed(context, status)
    const groups = await groupAsked(
      senderOf(context, workspace),
      z
        .array(askedShape)
        .parse(data)
        .map((row) => ({
          question: row.question,
          askedAt: row.asked_at,
          demoId: row.demo_id,
          conversationId: row.conversation_id,
          turn: row.turn,
          isAnswered: row.outcome === 'answered',
        })),
    ).catch(toBusy)
    if (groups === null) return refuseBusy(context)
    return context.json({ groups: groups.slice(0, groupsMax) })
  }
}

export const dismissQuestion: AgentCall = async (context, agent) => {
  const body = await readJsonOrRefuse(context, dismissShape)
  if (body instanceof Response) return body
  const row = { agent_id: agent.id, workspace_id: agent.workspaceId, question: body.question }
  const { error, status } = await agent.client.from('answered_questions').insert(row)
  if (error?.code === '54000') return refuse(context, 409, 'too_much', 'Too many questions were dismissed.')
  // Dismissed already.
  if (error !== null && error.code !== '23505') return refuseFailed(context, status)
  return context.body(null, 204)
}

/** Objections with reply and outcome, newest first. */
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
const askedShape = turnShape.extend({ conversation_id: z.string(), turn: z.number(), outcome: z.string() })
const day = z.iso.date()
const askedRequest = z.object({ workspace: z.guid(), demo: z.guid().optional(), from: day, to: day })
const dismissShape = z.object({ question: z.string().trim().min(1).max(500) })
const objectionShape = z.object({
  kind: z.string(),
  said: z.string(),
  reply: z.string(),
  outcome: z.enum(['went-on', 'booked', 'left', 'handed-over', 'left-address']),
  conversation_id: z.string(),
  at: z.string(),
})
