import { z } from 'zod'

import { messages } from '#domain/messages.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { AgentHub } from '#server/agent/agent-hub.ts'
import { unsavedShape } from '#server/agent/agent-trial.ts'
import { readJsonOrRefuse } from '#server/http/read-json.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import type { AgentCall } from './agent-access.ts'

/** Mints a ticket for a trial of the draft, including unsaved changes. */
export function tryAgent(services: Services, hub: AgentHub): AgentCall {
  const addressOf = createClientAddress(services.config.trustedProxies)
  const trials = createRateLimit({ burst: 120, refillMs: 3_600_000, now: services.now })

  return async (context, agent) => {
    const body = await readJsonOrRefuse(context, bodyShape, 256 * 1024)
    if (body instanceof Response) return body
    if (!trials.take(agent.workspaceId)) {
      return refuse(context, 429, 'too_many', 'The agent was tried too often in the last hour. Try again later.')
    }
    const bearer = { address: addressOf(context) ?? '', userAgent: context.req.header('user-agent') ?? '' }
    const { workspaceId, id: agentId } = agent
    const trial = { workspaceId, agentId, demoId: body.demoId, unsaved: body.unsaved }
    const ticket = await hub.mintTrial(trial, bearer, body.languages)
    return 'token' in ticket ? context.json(ticket, 201) : refuse(context, ticket.status, ticket.code, ticket.message)
  }
}

/** Questions that the saved draft can answer about a demo, to start a trial with. */
export function firstQuestions(services: Services, hub: AgentHub): AgentCall {
  const calls = createRateLimit({ burst: 600, refillMs: 3_600_000, now: services.now })

  return async (context, agent) => {
    const demoId = z.guid().safeParse(context.req.query('demo'))
    if (!demoId.success) return refuse(context, 404, 'demoNotFound', messages.demoNotFound)
    if (!calls.take(agent.workspaceId)) return refuse(context, 429, 'too_many', 'Try again later.')
    const questions = await hub.firstQuestions({ agentId: agent.id, demoId: demoId.data })
    return questions === null
      ? refuse(context, 404, 'demoNotFound', messages.demoNotFound)
      : context.json({ questions })
  }
}

const bodyShape = z.object({
  demoId: z.guid(),
  unsaved: unsavedShape.default({}),
  languages: z.array(z.string().max(35)).max(10).default([]),
})
