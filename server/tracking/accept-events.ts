import type { Logger } from 'pino'

import { eventsPerRequest } from '#domain/tracking-rules.ts'
import { DatabaseError } from '#backend/database/database.ts'
import { createNetworkLimit, type NetworkLimit } from '#backend/http/network-limit.ts'
import { parseBoundedJson } from '#backend/http/parse-bounded-json.ts'
import { retryTime } from '#backend/http/volume-limit.ts'

import { completeEvent } from './complete-event.ts'
import { WriterFull, type EventWriter } from './event-writer.ts'
import { EventProblem, parseEvent, type ParsedEvent } from './parse-event.ts'
import { isPackedEvents, unpackEvents } from './unpack-events.ts'
import type { VisitorNames } from './visitor-names.ts'

/** A POST of events, over either route. */
export interface EventsRequest {
  readonly id: string
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Null when it is larger than `bodyBytesMax`. */
  readonly body: Uint8Array | null
  /** The browser's address; empty for an in-process call. */
  readonly address: string
  /** From a verified token; `user_id` in an event is only a claim. */
  readonly userId: string | null
}

export interface EventsAnswer {
  readonly status: 201 | 400 | 401 | 413 | 429 | 500 | 503
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string | null
}

/** Enough for a full request of events with the longest URLs; browsers send at most 64 kB while a page unloads. */
export const bodyBytesMax = 512 * 1024

/** Accepts one event or an array, all or none. Answers 201 once they are on disk. */
export type AcceptEvents = (request: EventsRequest) => Promise<EventsAnswer>

/** Events received since start. Unreadable requests count as refused requests, not events. */
export interface EventCounts {
  acknowledged: number
  /** Because their address sent too many. */
  limited: number
  /** Because they could not be stored at the time. */
  failed: number
}

/** How much one network may send. */
export interface EventLimits {
  readonly events: NetworkLimit
  /** Events are kept for a year, so their texts count too: an event may be 10 kB. */
  readonly bytes: NetworkLimit
}

/** A whole office may share an address. */
export function createEventLimits(now: () => number): EventLimits {
  return {
    events: createNetworkLimit({ burst: 3_000, refillMs: 60_000, now }),
    bytes: createNetworkLimit({ burst: 500_000_000, refillMs: 86_400_000, now, wideFactor: 4 }),
  }
}

export function createAcceptEvents(options: {
  readonly writer: EventWriter
  readonly visitors: VisitorNames
  /** Null when an operator has lifted them. */
  readonly limits: EventLimits | null
  readonly counts: EventCounts
  readonly log: Logger
  readonly now: () => number
}): AcceptEvents {
  const { writer, visitors, limits, counts, log, now } = options

  return async ({ id, headers, body, address, userId }) => {
    const prefer = headers['prefer']
    if (prefer?.includes('return=representation') === true) {
      return refusal(401, '42501', 'permission denied for table user_tracking_events')
    }
    if (body === null) return refusal(413, 'PGRST102', 'The request body is larger than 512 KiB')
    let events: readonly ParsedEvent[]
    let bytes: number
    try {
      ;({ events, bytes } = parseBody(body))
    } catch (error) {
      if (!(error instanceof EventProblem)) throw error
      return refusal(error.status, error.code, error.message)
    }
    const bytesWait = limits?.bytes.wait(address, '', bytes) ?? 0
    if (bytesWait > 0) {
      counts.limited += events.length
      const { seconds, words } = retryTime(bytesWait)
      const sentence = `This network has sent 500 MB of events within a day; try again ${words}`
      return refusal(429, 'PT429', sentence, { 'retry-after': String(seconds) })
    }
    if (limits?.events.take(address, '', events.length) === false) {
      counts.limited += events.length
      const sentence = 'Too many events from this address; try again in a few seconds'
      return refusal(429, 'PT429', sentence, { 'retry-after': '10' })
    }
    limits?.bytes.take(address, '', bytes)
    const answer = prefer?.includes('return=minimal') === true ? acceptedMinimal : accepted
    if (events.length === 0) return answer
    const receivedAtMs = now()
    try {
      const { visitor } = await visitors.nameOf(address, headers['user-agent'] ?? '')
      const sender = { headers, userId, receivedAtMs, visitor }
      await writer.write(events.map((event) => completeEvent(event, sender)))
      counts.acknowledged += events.length
      return answer
    } catch (error) {
      counts.failed += events.length
      if (isBusy(error)) {
        const sentence = 'The events could not be stored now; send them again in a few seconds'
        return refusal(503, 'PGRST003', sentence, { 'retry-after': '5' })
      }
      log.error({ err: error, requestId: id }, 'Tracking events could not be stored')
      return refusal(500, 'PGRSTX00', 'Unexpected failure')
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof WriterFull || (error instanceof DatabaseError && /^(08|53|57|40)/.test(error.sqlstate))
}

const accepted: EventsAnswer = { status: 201, headers: { 'content-range': '*/*' }, body: null }
const acceptedMinimal: EventsAnswer = {
  ...accepted,
  headers: { ...accepted.headers, 'preference-applied': 'return=minimal' },
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The events, and their unpacked size in bytes. */
function parseBody(sent: Uint8Array): { readonly events: readonly ParsedEvent[]; readonly bytes: number } {
  const body = parseJson(() => utf8.decode(sent))
  const unpacked = isPackedEvents(body) ? unpackEvents(body, bodyBytesMax) : null
  const value = unpacked === null ? body : parseJson(() => unpacked)
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (rows.length > eventsPerRequest) {
    throw new EventProblem('22023', `A request may bring at most ${eventsPerRequest} events.`)
  }
  return { events: rows.map(parseEvent), bytes: unpacked === null ? sent.byteLength : Buffer.byteLength(unpacked) }
}

function parseJson(read: () => string): unknown {
  try {
    return parseBoundedJson(read())
  } catch (error) {
    throw error instanceof EventProblem ? error : new EventProblem('PGRST102', 'Empty or invalid json')
  }
}

function refusal(
  status: EventsAnswer['status'],
  code: string,
  message: string,
  more: Readonly<Record<string, string>> = {},
): EventsAnswer {
  return {
    status,
    headers: { ...more, 'proxy-status': `PostgREST; error=${code}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code, details: null, hint: null, message }),
  }
}
