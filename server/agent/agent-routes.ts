import { Hono, type Context } from 'hono'
import { streamSSE, type SSEStreamingApi } from 'hono/streaming'

import { messages } from '#domain/messages.ts'
import { parseClientEvent } from '#protocol/agent-client-events.ts'
import { isObject } from '#domain/is-object.ts'
import { agentEventsPerPost, agentTokenHeader, type ServerEvent } from '#protocol/agent-events.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { readBody } from '#backend/http/read-body.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'
import { findOpenShares } from '#server/share/open-shares.ts'
import { findOpenedDemoId, isShareToken, shareAccessOf } from '#server/share/share-access.ts'

import type { AgentHub } from './agent-hub.ts'
import { isOwnOrigin } from './agent-origin.ts'
import type { AgentSession } from './agent-session.ts'
import type { EventSink } from './event-outbox.ts'
import type { TokenBearer } from './session-token.ts'

/**
 * /agent/v1 over plain HTTP: tickets, and conversations by server-sent events and POST for networks that block
 * WebSockets.
 */
export function agentRoutes(services: Services, hub: AgentHub): Hono<AppEnv> {
  const addressOf = createClientAddress(services.config.trustedProxies)
  const app = new Hono<AppEnv>()
  // The same limit as for all the WebSockets that a network may open.
  const { eventsPerSecond, concurrentPerNetwork } = hub.limits
  const arrivals = createNetworkLimit({
    burst: eventsPerSecond * concurrentPerNetwork * arrivalSeconds,
    refillMs: arrivalSeconds * 1_000,
    now: services.now,
  })

  const bearerOf = (context: Context<AppEnv>): TokenBearer => ({
    address: addressOf(context) ?? '',
    userAgent: context.req.header('user-agent') ?? '',
  })

  app.use('*', async (context, next) => {
    const { req } = context
    if (!isOwnOrigin(services.config, req.header('origin'), req.header('host') ?? new URL(req.url).host)) {
      return refuse(context, 403, 'other-origin', 'The agent only talks on its own pages.')
    }
    return next()
  })

  app.post('/sessions', async (context) => {
    const body = await readJson(context)
    const demoId = isObject(body) ? body['demoId'] : undefined
    if (typeof demoId !== 'string') return refuse(context, 400, 'noDemoId', messages.noDemoId)
    // `demoId` is the demo's id or a link's token; a password-protected link needs its pass here, too.
    const access = shareAccessOf(context, demoId, addressOf(context))
    // Read before the pass is checked: a password that changes in between must void the ticket.
    const passwordVersion = isShareToken(demoId)
      ? ((await findOpenShares(services, [demoId])).get(demoId) ?? null)
      : null
    const openedId = access === null ? null : await findOpenedDemoId(services, access)
    if (openedId === null) return refuse(context, 404, 'demoNotFound', messages.demoNotFound)
    const share = { link: demoId, passwordVersion }
    const ticket = await hub.mintTicket(openedId, bearerOf(context), { share, languages: languagesIn(body) })
    if ('token' in ticket) return context.json(ticket)
    if (ticket.status === 429) context.header('retry-after', String(Math.ceil(hub.limits.startsWindowMs / 6_000)))
    return refuse(context, ticket.status, ticket.code, ticket.message)
  })

  app.get('/events', async (context) => {
    const token = context.req.header(agentTokenHeader) ?? ''
    if (!arrivals.take(bearerOf(context).address)) return refuseFlood(context)
    const session = await hub.resume(context.req.query('sid') ?? '', token, bearerOf(context))
    if (session === 'closing') return refuse(context, 503, 'closing', 'The server is being restarted.')
    if (session === null)
      return refuse(context, 404, 'no-session', 'This conversation has ended. You can start a new one.')
    const lastSeq = Number(context.req.query('lastSeq') ?? 0)
    // Buffering proxies would delay the agent's words.
    context.header('x-accel-buffering', 'no')
    return streamSSE(context, (stream) => streamEvents(stream, session, Number.isSafeInteger(lastSeq) ? lastSeq : 0))
  })

  app.post('/events', async (context) => {
    const body = await readJson(context)
    const events = Array.isArray(body) && body.length <= agentEventsPerPost ? body.map(parseClientEvent) : [null]
    if (!arrivals.take(bearerOf(context).address, '', Math.max(1, events.length))) return refuseFlood(context)
    const first = events[0]
    if (first === undefined || events.includes(null)) {
      return refuse(context, 400, 'protocol', 'The server did not understand a message.')
    }
    if (first?.t === 'hello') {
      // Server-sent events carry no sound.
      const opened = await hub.open({ ...first, caps: { ...first.caps, audioOut: false } }, bearerOf(context))
      if (!opened.ok)
        return refuse(context, 403, opened.problem, opened.text ?? 'The conversation could not be started.')
      const session = opened.value
      session.receive(first)
      session.start(first.step)
      for (const event of events.slice(1)) if (event !== null) session.receive(event)
      return context.json({ sid: session.id })
    }
    const sid = first?.sid ?? ''
    const known = events.filter((event) => event !== null)
    if (!(await hub.deliver(sid, context.req.header(agentTokenHeader) ?? '', known)))
      return refuse(context, 404, 'no-session', 'This conversation has ended. You can start a new one.')
    return context.json({ sid })
  })

  return app
}

/** The visitor's languages, best first; anything else is dropped. */
function languagesIn(body: unknown): readonly string[] {
  const languages = isObject(body) ? body['languages'] : undefined
  if (!Array.isArray(languages)) return []
  return languages.filter((tag) => typeof tag === 'string' && tag.length <= tagMax).slice(0, languagesMax)
}

const tagMax = 35
const languagesMax = 10

function refuseFlood(context: Context<AppEnv>): Response {
  context.header('retry-after', '1')
  return refuse(context, 429, 'too-fast', 'Too much was sent at once. Please try again in a second.')
}

const arrivalSeconds = 5
const bodyBytesMax = 64 * 1024
const keepAliveMs = 15_000

/** Sends a conversation's events until it ends or the browser disconnects. */
async function streamEvents(stream: SSEStreamingApi, session: AgentSession, lastSeq: number): Promise<void> {
  const queue: ServerEvent[] = []
  let wake = (): void => undefined
  const connection = { isOpen: true }
  const stop = (): void => {
    connection.isOpen = false
    wake()
  }
  const sink: EventSink = {
    send: (event) => {
      queue.push(event)
      wake()
    },
    close: stop,
  }
  stream.onAbort(() => {
    session.detach(sink)
    stop()
  })
  session.attach(sink, lastSeq)
  while (connection.isOpen || queue.length > 0) {
    const event = queue.shift()
    if (event !== undefined) {
      await stream.writeSSE({ data: JSON.stringify(event), id: String(event.seq) })
      if (event.t === 'bye') break
      continue
    }
    await new Promise<void>((resolve) => {
      const quiet = setTimeout(resolve, keepAliveMs)
      wake = () => {
        clearTimeout(quiet)
        resolve()
      }
    })
    if (connection.isOpen && queue.length === 0) await stream.write(': still here\n\n')
  }
  session.detach(sink)
}

/** Undefined if it is too large or isn't JSON. A question may end in half a character, where its text was cut. */
async function readJson(context: Context<AppEnv>): Promise<unknown> {
  return parseJsonOrUndefined((await readBody(context.req.raw, bodyBytesMax)) ?? '')
}
