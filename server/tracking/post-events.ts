import type { Context } from 'hono'

import { eventsPerRequest } from '#domain/tracking-rules.ts'
import { createClientAddress } from '#server/client-address.ts'
import { DatabaseError } from '#server/database/database.ts'
import { createRateLimit } from '#server/rate-limit.ts'
import { readBody } from '#server/read-body.ts'
import type { AppEnv, Services } from '#server/services.ts'

import { completeEvent } from './complete-event.ts'
import { WriterFull } from './event-writer.ts'
import { EventProblem, parseEvent, type ParsedEvent } from './parse-event.ts'
import { trackingService } from './tracking-service.ts'

/**
 * POST /rest/v1/user_tracking_events (spec §7): one event or an array of them, all or none. Answers 201 when they are on
 * the disk. It stands before the table because only the server sees who is asking, and so that many share one commit.
 */
export function postEvents(services: Services) {
  const { config, log, now } = services
  const { writer, visitors } = trackingService(services)
  const addressOf = createClientAddress(config.trustedProxies)
  const limit = createRateLimit({ burst: eventsPerMinute, refillMs: 60_000, now })

  return async (context: Context<AppEnv>): Promise<Response> => {
    const { req } = context
    if ((req.header('prefer') ?? '').includes('return=representation')) {
      return refuse(context, 401, '42501', 'permission denied for table user_tracking_events')
    }
    const body = await readBody(req.raw, bodyBytesMax)
    if (body === null) return refuse(context, 413, 'PGRST102', 'The request body is larger than 256 KiB')
    let events: readonly ParsedEvent[]
    try {
      events = parseBody(body)
    } catch (error) {
      if (!(error instanceof EventProblem)) throw error
      return refuse(context, 400, error.code, error.message)
    }
    const address = addressOf(context) ?? ''
    if (config.hasTrackingLimits) {
      for (let count = 0; count < events.length; count += 1) {
        if (limit.take(address)) continue
        context.header('retry-after', '10')
        return refuse(context, 429, 'PT429', 'Too many events from this address; try again in a few seconds')
      }
    }
    const receivedAtMs = now()
    const headers = req.header()
    try {
      const { visitor } = await visitors.nameOf(address, headers['user-agent'] ?? '')
      const sender = { headers, userId: userIdOf(context), receivedAtMs, visitor }
      if (events.length > 0) await writer.write(events.map((event) => completeEvent(event, sender)))
    } catch (error) {
      return unavailable(context, error)
    }
    return new Response(null, {
      status: 201,
      headers: { 'content-range': '*/*', ...preferenceApplied(req.header('prefer')) },
    })
  }

  function unavailable(context: Context<AppEnv>, error: unknown): Response {
    const isBusy =
      error instanceof WriterFull || (error instanceof DatabaseError && /^(08|53|57|40)/.test(error.sqlstate))
    if (!isBusy) {
      log.error({ err: error, requestId: context.get('requestId') }, 'Tracking events could not be stored')
      return refuse(context, 500, 'PGRSTX00', 'Unexpected failure')
    }
    context.header('retry-after', '5')
    return refuse(context, 503, 'PGRST003', 'The events could not be stored now; send them again in a few seconds')
  }
}

/** A tracker's queue in full, many times over; a browser lets only 64 kB go out while a page is left. */
const bodyBytesMax = 256 * 1024
/** For an address, behind which there may be an office. */
const eventsPerMinute = 3_000

function parseBody(bytes: Uint8Array): readonly ParsedEvent[] {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new EventProblem('PGRST102', 'Empty or invalid json')
  }
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (rows.length > eventsPerRequest) {
    throw new EventProblem('22023', `A request may bring at most ${eventsPerRequest} events.`)
  }
  return rows.map(parseEvent)
}

/** Only what a checked token says; `user_id` in an event is anybody's claim. */
function userIdOf(context: Context<AppEnv>): string | null {
  const caller = context.get('caller')
  const sub = caller?.role === 'authenticated' ? caller.claims?.['sub'] : null
  return typeof sub === 'string' ? sub : null
}

function preferenceApplied(prefer: string | undefined): Readonly<Record<string, string>> {
  return prefer?.includes('return=minimal') === true ? { 'preference-applied': 'return=minimal' } : {}
}

function refuse(
  context: Context<AppEnv>,
  status: 400 | 401 | 413 | 429 | 500 | 503,
  code: string,
  message: string,
): Response {
  context.header('proxy-status', `PostgREST; error=${code}`)
  return context.json({ code, details: null, hint: null, message }, status)
}
