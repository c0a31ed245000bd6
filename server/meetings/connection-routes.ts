import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { isTimeZone } from '#domain/availability.ts'
import { uuid } from '#domain/uuid.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { readJson } from '#server/http/read-json.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { refuseUnless } from '#server/http/refuse-unless.ts'
import type { Services } from '#server/services.ts'

import { CalendarProblem, openBusyCalendar, toFetchable } from './busy-calendar.ts'
import { calComFetch, calComSentence, openCalCom } from './cal-com-meetings.ts'
import { CalComError, calComUrl, createCalCom } from './cal-com.ts'
import { openCalendarConnections } from './calendar-connections.ts'

/**
 * Routes under /meetings/v1 that connect outside calendars. Addresses and keys are tested before they are saved, and
 * never returned.
 */
export function connectionRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  // Each test calls an address of the caller's choice.
  const tries = createRateLimit({ burst: 30, refillMs: 600_000, now: services.now })
  const server = () => backendClient(services, { role: 'service_role' })

  /** PUT {address}: the ICS address with an agent's busy times. */
  app.put('/agents/:id/busy', async (context) => {
    const body = await readJson(context, busyShape, bodyBytesMax)
    const agentId = context.req.param('id')
    if (body === null || !uuid.test(agentId)) {
      return refuse(context, 400, 'bad_request', 'Enter the calendar’s address, beginning with https.')
    }
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const agent = await client.from('agents').select('workspace_id').eq('id', agentId).maybeSingle<OwnedRow>()
    if (agent.error !== null) return refuseFailed(context, agent.status)
    if (agent.data === null) return refuse(context, 404, 'no_such_agent', 'This agent does not exist.')
    const { workspace_id: workspaceId } = agent.data
    const refusal = await refuseOutsider(context, workspaceId, 'editor')
    if (refusal !== null) return refusal
    try {
      const zone = isTimeZone(body.timeZone) ? body.timeZone : 'UTC'
      const busy = await openBusyCalendar(services, server()).fetchTimes(workspaceId, body.address, zone)
      await openCalendarConnections(services, server()).saveBusy(workspaceId, agentId, toFetchable(body.address), busy)
      return context.json({ busy: busy.length })
    } catch (error) {
      if (!(error instanceof CalendarProblem)) throw error
      return refuse(context, 400, 'unreadable', error.message)
    }
  })

  /** PUT {workspaceId, key, url?}: the workspace's Cal.com account. Answers with its event types. */
  app.put('/cal-com', async (context) => {
    const body = await readJson(context, accountShape, bodyBytesMax)
    if (body === null) return refuse(context, 400, 'bad_request', 'Enter a Cal.com API key.')
    const refusal = await refuseOutsider(context, body.workspaceId, 'admin')
    if (refusal !== null) return refusal
    const account = { url: body.url, key: body.key }
    try {
      const eventTypes = await createCalCom(calComFetch(services), account).eventTypes()
      await openCalendarConnections(services, server()).saveCalCom(body.workspaceId, account)
      return context.json({ eventTypes })
    } catch (error) {
      return refuseCalCom(context, error)
    }
  })

  /** GET ?workspace=: the event types of the connected account. */
  app.get('/cal-com/event-types', async (context) => {
    const workspaceId = context.req.query('workspace') ?? ''
    if (!uuid.test(workspaceId)) return refuse(context, 400, 'bad_request', 'Name a workspace.')
    const refusal = await refuseOutsider(context, workspaceId, 'editor')
    if (refusal !== null) return refusal
    try {
      const calCom = await openCalCom(services, server(), workspaceId)
      if (calCom === null) return refuse(context, 404, 'not_connected', 'Connect Cal.com first.')
      return context.json({ eventTypes: await calCom.eventTypes() })
    } catch (error) {
      return refuseCalCom(context, error)
    }
  })

  return app

  /** Null for a member with the right role within the limit. */
  async function refuseOutsider(
    context: Context<AppEnv>,
    workspaceId: string,
    role: 'editor' | 'admin',
  ): Promise<Response | null> {
    const sentence = `Only ${role}s of the workspace can connect this calendar.`
    const refusal = await refuseUnless(services, context, workspaceId, role, sentence)
    if (refusal !== null) return refusal
    if (tries.take(workspaceId)) return null
    return refuse(context, 429, 'too_many', 'Too many tries. Wait a few minutes.')
  }
}

function refuseCalCom(context: Context<AppEnv>, error: unknown): Response {
  if (!(error instanceof CalComError)) throw error
  return refuse(context, error.problem === 'unknown' ? 503 : 400, 'cal_com', calComSentence(error))
}

interface OwnedRow {
  readonly workspace_id: string
}

const bodyBytesMax = 16 * 1024

const busyShape = z.object({
  address: z
    .string()
    .max(2_000)
    .refine((address) => URL.canParse(toFetchable(address))),
  timeZone: z.string().max(64).default('UTC'),
})
const accountShape = z.object({
  workspaceId: z.uuid(),
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{8,500}$/),
  url: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .transform((url) => url.replace(/\/+$/, ''))
    .default(calComUrl),
})
