import { z } from 'zod'

import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { OutboundError, type OutboundFetch } from '#backend/http/outbound-fetch.ts'

import type { CalComAccount } from './calendar-connections.ts'

/* Cal.com's API v2, https://cal.com/docs/api-reference/v2. Each endpoint is versioned separately. */

export const calComUrl = 'https://api.cal.com'

/**
 * Why Cal.com refused. `unknown`: it may have succeeded, because no answer came; `key`: the key is invalid; `taken`:
 * the time isn't free; `gone`: there is no such booking or event type.
 */
export type CalComProblem = 'unknown' | 'key' | 'taken' | 'gone' | 'busy' | 'refused'

export class CalComError extends Error {
  override readonly name = 'CalComError'
  readonly problem: CalComProblem

  constructor(problem: CalComProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

export interface CalComBooking {
  readonly uid: string
  readonly startsAt: number
  readonly endsAt: number
  /** A link, or an address; '' when there is none. */
  readonly place: string
}

export interface CalComEventType {
  readonly id: number
  readonly title: string
  readonly minutes: number
}

/** One account. Every call throws a `CalComError` when it fails. */
export interface CalCom {
  readonly eventTypes: () => Promise<readonly CalComEventType[]>
  /** Start times from today on, sorted. */
  readonly freeTimes: (eventTypeId: number, from: number, to: number) => Promise<readonly number[]>
  readonly book: (request: {
    /** Stored with the booking, so that `find` recognises it. */
    readonly meetingId: string
    readonly eventTypeId: number
    readonly startsAt: number
    readonly email: string
    readonly name: string
    readonly timeZone: string
  }) => Promise<CalComBooking>
  /** The booking made for a meeting, and whether the host has accepted it; null if there is none, or no longer. */
  readonly find: (request: {
    readonly meetingId: string
    readonly startsAt: number
    readonly email: string
  }) => Promise<{ readonly booking: CalComBooking; readonly isAccepted: boolean } | null>
  /** The booking gets a new uid. */
  readonly reschedule: (uid: string, startsAt: number, email: string) => Promise<CalComBooking>
  /** Succeeds for a booking that is already cancelled. */
  readonly cancel: (uid: string, reason: string) => Promise<void>
}

export function createCalCom(fetch: OutboundFetch, { url, key }: CalComAccount): CalCom {
  async function call<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    options: { readonly version: string; readonly body?: unknown },
  ): Promise<z.infer<Shape>> {
    const { version, body } = options
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        'cal-api-version': version,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CalComError('unknown', error instanceof OutboundError ? error.message : 'Cal.com did not answer', error)
    })
    const text = await response.text()
    if (!response.ok) throw toError(response.status, text)
    const answer = answerShape.safeParse(parseJsonOrUndefined(text))
    const parsed = shape.safeParse(answer.data?.data)
    // The booking may exist even if its answer can't be parsed.
    if (!parsed.success) throw new CalComError('unknown', 'Cal.com sent an unexpected answer')
    return parsed.data
  }

  return {
    eventTypes: async () => {
      const types = await call('/v2/event-types', z.array(eventTypeShape), { version: '2024-06-14' })
      return types.map(({ id, title, lengthInMinutes }) => ({ id, title, minutes: lengthInMinutes }))
    },
    freeTimes: async (eventTypeId, from, to) => {
      const query = new URLSearchParams({
        eventTypeId: String(eventTypeId),
        start: new Date(from).toISOString(),
        end: new Date(to).toISOString(),
        timeZone: 'UTC',
      })
      const days = await call(`/v2/slots?${query}`, slotsShape, { version: '2024-09-04' })
      const starts = Object.values(days).flatMap((slots) => slots.map(({ start }) => Date.parse(start)))
      return [...new Set(starts.filter((start) => start > from && start <= to))]
        .toSorted((a, b) => a - b)
        .slice(0, slotsMax)
    },
    book: async ({ meetingId, eventTypeId, startsAt, email, name, timeZone }) =>
      toBooking(
        await call('/v2/bookings', bookingShape, {
          version: bookingVersion,
          body: {
            eventTypeId,
            start: new Date(startsAt).toISOString(),
            attendee: { name, email, timeZone, language: 'en' },
            metadata: { source: 'understudy', meeting: meetingId },
          },
        }),
      ),
    find: async ({ meetingId, startsAt, email }) => {
      const query = new URLSearchParams({
        attendeeEmail: email,
        afterStart: new Date(startsAt - 60_000).toISOString(),
        beforeEnd: new Date(startsAt + dayMs).toISOString(),
        take: '100',
      })
      const found = await call(`/v2/bookings?${query}`, z.array(foundShape), { version: bookingVersion })
      const own = found.find(
        ({ metadata, status }) =>
          metadata?.['meeting'] === meetingId && (status === 'accepted' || status === 'pending'),
      )
      return own === undefined ? null : { booking: readBooking(own), isAccepted: own.status === 'accepted' }
    },
    reschedule: async (uid, startsAt, email) =>
      toBooking(
        await call(`/v2/bookings/${encodeURIComponent(uid)}/reschedule`, bookingShape, {
          version: bookingVersion,
          body: { start: new Date(startsAt).toISOString(), rescheduledBy: email },
        }),
      ),
    cancel: async (uid, reason) => {
      try {
        await call(`/v2/bookings/${encodeURIComponent(uid)}/cancel`, z.unknown(), {
          version: bookingVersion,
          body: { cancellationReason: reason },
        })
      } catch (error) {
        const isDone =
          error instanceof CalComError && (error.problem === 'gone' || /already.{0,20}cancel/i.test(error.message))
        if (!isDone) throw error
      }
    },
  }
}

const bookingVersion = '2026-02-25'
const slotsMax = 3_000
const dayMs = 86_400_000
const answerShape = z.object({ data: z.unknown() })
/** The API's answer to a refused request: {status: 'error', error: {code, message}}. */
const refusalShape = z.object({ error: z.object({ message: z.string() }) })

const eventTypeShape = z.object({
  id: z.number().int().positive(),
  title: z.string().max(500),
  lengthInMinutes: z.number(),
})
const slotsShape = z.record(z.string(), z.array(z.object({ start: z.iso.datetime({ offset: true }) })))
const bookingShape = z.object({
  uid: z.string().min(1).max(200),
  status: z.string(),
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }),
  location: z.string().nullish(),
  meetingUrl: z.string().nullish(),
})

const foundShape = bookingShape.extend({ metadata: z.record(z.string(), z.unknown()).nullish() })

function toBooking(answer: z.infer<typeof bookingShape>): CalComBooking {
  // “pending” waits for the host, so it doesn't count as booked.
  if (answer.status !== 'accepted') throw new CalComError('unknown', `Cal.com left the booking ${answer.status}`)
  return readBooking(answer)
}

function readBooking({ uid, start, end, location, meetingUrl }: z.infer<typeof bookingShape>): CalComBooking {
  const place = [meetingUrl, location].find((each) => each !== null && each !== undefined && each !== '') ?? ''
  return { uid, startsAt: Date.parse(start), endsAt: Date.parse(end), place: place.slice(0, 500) }
}

function toError(status: number, text: string): CalComError {
  const refusal = refusalShape.safeParse(parseJsonOrUndefined(text))
  const message = refusal.success ? refusal.data.error.message.slice(0, 300) : `status ${status}`
  const isTaken =
    status === 409 || /not available|already has booking|no_available_users|booking.{0,10}conflict/i.test(message)
  if (status === 401 || status === 403) return new CalComError('key', message)
  if (status === 404) return new CalComError('gone', message)
  if (status === 429) return new CalComError('busy', message)
  if (status >= 500) return new CalComError('unknown', message)
  return new CalComError(isTaken ? 'taken' : 'refused', message)
}
