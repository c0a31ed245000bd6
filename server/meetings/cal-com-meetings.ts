import type { SupabaseClient } from '@supabase/supabase-js'

import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { calendarFetch, openCalendarConnections } from './calendar-connections.ts'
import type { Booking, BookingOutcome } from './calendar.ts'
import { CalComError, createCalCom, type CalCom, type CalComBooking } from './cal-com.ts'
import type { MeetingRow } from './meeting-row.ts'
import { storeBooking } from './store-booking.ts'

/** The account of a workspace; null if none is connected. */
export async function openCalCom(
  services: Services,
  client: SupabaseClient,
  workspaceId: string,
): Promise<CalCom | null> {
  const account = await openCalendarConnections(services, client).readCalCom(workspaceId)
  return account === null ? null : createCalCom(calComFetch(services), account)
}

export function calComFetch(services: Services) {
  return calendarFetch(services, { timeoutMs: callMs, bytesMax: answerBytesMax })
}

/** The free times of an event type, cached for a short time, however many visitors look. */
export async function calComTimes(
  services: Services,
  client: SupabaseClient,
  { workspaceId, eventTypeId, daysAhead }: CalComHours,
): Promise<readonly number[]> {
  const now = services.now()
  const key = `${workspaceId} ${eventTypeId}`
  const known = copies.get(key)
  if (known !== undefined && Math.abs(now - known.at) < copyMs) return known.times
  const calCom = await openCalCom(services, client, workspaceId)
  if (calCom === null) return []
  const times = calCom.freeTimes(eventTypeId, now, now + daysAhead * dayMs)
  const forget = (): void => {
    if (copies.get(key)?.times === times) copies.delete(key)
  }
  copies.set(key, { at: now, times })
  for (const oldest of [...copies.keys()].slice(0, Math.max(0, copies.size - copiesMax))) copies.delete(oldest)
  times.catch(forget)
  return times
}

export interface CalComHours {
  readonly workspaceId: string
  readonly eventTypeId: number
  readonly daysAhead: number
}

const copies = new Map<string, { readonly at: number; readonly times: Promise<readonly number[]> }>()
const copyMs = 20_000
const copiesMax = 500
const dayMs = 86_400_000

/** A booking or move changes the free times. */
function forgetTimes(workspaceId: string): void {
  for (const key of copies.keys()) if (key.startsWith(`${workspaceId} `)) copies.delete(key)
}

/** Below the time after which the agent says that the calendar doesn't answer. */
const callMs = 8_000
const answerBytesMax = 1024 * 1024

/**
 * Books at Cal.com. The meeting is stored first, within all limits, and becomes valid when Cal.com has confirmed.
 * Throws if the outcome is unknown; reconcileCalCom finds out later.
 */
export async function bookAtCalCom(
  services: Services,
  client: SupabaseClient,
  {
    booking,
    startsAt,
    eventTypeId,
    workspaceId,
  }: {
    readonly booking: Booking
    readonly startsAt: number
    readonly eventTypeId: number
    readonly workspaceId: string
  },
): Promise<BookingOutcome> {
  const calCom = await openCalCom(services, client, workspaceId)
  if (calCom === null) return 'off'
  const { email, name, timeZone } = booking
  const stored = await storeBooking(client, booking, { startsAt, provider: 'cal_com' })
  if (stored.outcome !== 'booked' || stored.meeting_id === undefined) return stored.outcome
  const meetingId = stored.meeting_id
  if (stored.is_repeated === true) {
    const known = await client.from('meetings').select('external_uid').eq('id', meetingId).single().throwOnError()
    const { external_uid: uid } = known.data as Pick<MeetingRow, 'external_uid'>
    if (uid === null) throw new Error('Cal.com has not confirmed this booking yet')
    return 'booked'
  }
  forgetTimes(workspaceId)
  let confirmed: CalComBooking
  try {
    confirmed = await calCom.book({
      meetingId,
      eventTypeId,
      startsAt,
      email,
      name: name ?? email.split('@')[0] ?? email,
      timeZone,
    })
  } catch (error) {
    const outcome = await refusedOutcome(services, client, { error, workspaceId })
    await client.from('meetings').delete().eq('id', meetingId).is('external_uid', null).throwOnError()
    return outcome
  }
  return (await confirm(client, meetingId, confirmed)) === 'booked' ? 'booked' : 'off'
}

/**
 * Looks at Cal.com for bookings whose outcome stayed unknown: confirms those it has made, or cancels them if they were
 * cancelled here meanwhile, and deletes the others. Never rejects.
 */
export async function reconcileCalCom(services: Services): Promise<void> {
  if (services.config.serviceRoleKey === '') return
  const client = backendClient(services, { role: 'service_role' })
  try {
    const { data } = await client.rpc('claim_unconfirmed_meetings').throwOnError()
    for (const meeting of data as readonly MeetingRow[]) {
      // Another try follows in a minute, for a day.
      await reconcileMeeting(services, client, meeting).catch((error: unknown) =>
        services.log.warn({ err: error }, 'Could not ask Cal.com for a booking; will retry'),
      )
    }
  } catch (error) {
    services.log.warn({ err: error }, 'Could not read unconfirmed bookings')
  }
}

async function reconcileMeeting(services: Services, client: SupabaseClient, meeting: MeetingRow): Promise<void> {
  const calCom = await openCalCom(services, client, meeting.workspace_id)
  const { id: meetingId, email } = meeting
  const found = await calCom?.find({ meetingId, email, startsAt: Date.parse(meeting.starts_at) })
  // A booking that still waits for the host doesn't count, unless it has to be cancelled.
  if (found && (found.isAccepted || meeting.status === 'cancelled')) {
    await confirm(client, meetingId, found.booking)
  } else {
    await client.from('meetings').delete().eq('id', meetingId).is('external_uid', null).throwOnError()
  }
}

/** Moves a booking at Cal.com, as often as one of our own. */
export async function moveAtCalCom(
  services: Services,
  client: SupabaseClient,
  meeting: MeetingRow,
  startsAt: number,
): Promise<'moved' | 'taken' | 'gone' | 'too_many'> {
  if (meeting.external_uid === null || meeting.status === 'cancelled') return 'gone'
  if (Date.parse(meeting.starts_at) === startsAt) return 'moved'
  const today = new Date(services.now()).toISOString().slice(0, 10)
  const movesToday = meeting.moved_on === today ? meeting.moves_that_day : 0
  if (meeting.moves >= movesMax || movesToday >= movesADayMax) return 'too_many'
  const calCom = await openCalCom(services, client, meeting.workspace_id)
  if (calCom === null) return 'gone'
  forgetTimes(meeting.workspace_id)
  try {
    const moved = await calCom.reschedule(meeting.external_uid, startsAt, meeting.email)
    const status = await confirm(client, meeting.id, moved)
    return status === 'booked' || status === 'moved' ? 'moved' : 'gone'
  } catch (error) {
    if (error instanceof CalComError && error.problem === 'gone') return 'gone'
    const outcome = await refusedOutcome(services, client, { error, workspaceId: meeting.workspace_id })
    return outcome === 'taken' ? 'taken' : 'gone'
  }
}

/** Same limit as in the database's move_meeting. */
const movesMax = 5
const movesADayMax = 3

/** Cancels at Cal.com what was cancelled here. Throws if it must be called again. */
export async function cancelAtCalCom(services: Services, meeting: MeetingRow): Promise<void> {
  if (meeting.status !== 'cancelled' || meeting.external_uid === null) return
  const client = backendClient(services, { role: 'service_role' })
  forgetTimes(meeting.workspace_id)
  const calCom = await openCalCom(services, client, meeting.workspace_id)
  const who = meeting.cancelled_by === 'author' ? 'the organiser' : 'the visitor'
  await calCom?.cancel(meeting.external_uid, `Cancelled by ${who}`)
}

/** Returns the meeting's status: `cancelled` if it was cancelled during the call; null if it was deleted. */
async function confirm(
  client: SupabaseClient,
  meetingId: string,
  booking: CalComBooking,
): Promise<MeetingRow['status'] | null> {
  const { data } = await client
    .rpc('confirm_external_meeting', {
      p_meeting_id: meetingId,
      p_external_uid: booking.uid,
      p_starts_at: new Date(booking.startsAt).toISOString(),
      p_ends_at: new Date(booking.endsAt).toISOString(),
      p_place: booking.place,
    })
    .throwOnError()
  return data as MeetingRow['status'] | null
}

/** A taken time leads to other offers, a refusal to none; an unknown outcome is thrown. */
async function refusedOutcome(
  { log }: Services,
  client: SupabaseClient,
  { error, workspaceId }: { readonly error: unknown; readonly workspaceId: string },
): Promise<'taken' | 'off'> {
  if (!(error instanceof CalComError) || error.problem === 'unknown') throw error
  if (error.problem === 'taken') return 'taken'
  log.warn({ err: error }, 'Cal.com refused a booking')
  await client
    .from('calendar_connections')
    .update({ problem: calComSentence(error) })
    .match({ workspace_id: workspaceId, kind: 'cal_com' })
  return 'off'
}

/** A failed call's message for the author. */
export function calComSentence({ problem, message }: CalComError): string {
  switch (problem) {
    case 'key':
      return 'Cal.com doesn’t accept the key.'
    case 'gone':
      return 'Cal.com doesn’t know this event type.'
    case 'busy':
      return 'Cal.com gets too many requests. Try again in a minute.'
    case 'unknown':
      return 'Cal.com didn’t answer as expected. Try again in a minute.'
    default:
      return `Cal.com refused: ${message}`.slice(0, 300)
  }
}
