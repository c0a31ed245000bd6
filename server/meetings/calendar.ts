import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

import { timeSources, type Availability } from '#domain/availability.ts'
import { toAvailability } from '#protocol/availability-row.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { openBusyCalendar } from './busy-calendar.ts'
import { bookAtCalCom, calComTimes, moveAtCalCom } from './cal-com-meetings.ts'
import { findSlots } from './find-slots.ts'
import type { MeetingRow } from './meeting-row.ts'
import { storeBooking } from './store-booking.ts'
import { createSignedTexts } from '#server/http/signed-text.ts'

/** What to book, for whom and about which demo. */
export interface Booking {
  readonly agentId: string
  readonly demoId: string
  readonly conversationId: string
  /** An id from `freeTimes` for this conversation. */
  readonly slotId: string
  readonly email: string
  readonly name: string | null
  /** Other people who should come; noted for the organiser, never mailed. */
  readonly guests?: readonly string[]
  /** The visitor's. */
  readonly timeZone: string
  /** The tracker's session; null for an untracked visitor. */
  readonly sessionId: string | null
}

export interface FreeTime {
  /** Valid only for its owner: the conversation that books, or the meeting to move. */
  readonly id: string
  readonly startsAt: number
  /** Null if only the outside calendar knows. */
  readonly minutes: number | null
}

export type BookingOutcome = 'booked' | 'moved' | 'taken' | 'off' | 'too_many'

/** All agents' meetings. The database decides between two bookings of the same time. */
export interface Calendar {
  /** From `after` (milliseconds), or the earliest. Empty while the author takes no meetings. */
  readonly freeTimes: (agentId: string, holder: string, after: number) => Promise<readonly FreeTime[]>
  readonly book: (booking: Booking) => Promise<BookingOutcome>
  readonly read: (meetingId: string) => Promise<MeetingRow | null>
  readonly move: (meeting: MeetingRow, slotId: string) => Promise<'moved' | 'taken' | 'gone' | 'too_many'>
  /** False if it was already cancelled. */
  readonly cancel: (meetingId: string) => Promise<boolean>
  /** The same, for the meeting that a conversation booked. */
  readonly cancelOf: (conversationId: string) => Promise<boolean>
}

export function openCalendar(services: Services): Calendar {
  const { config, now } = services
  const client = backendClient(services, { role: 'service_role' })
  const slotIds = createSignedTexts(config.serviceRoleKey, 'meeting time')

  const busy = openBusyCalendar(services, client)

  /** The agent's hours; null while it takes no meetings. */
  async function openHours(agentId: string): Promise<AgentHours | null> {
    const hours = await readHours(client, agentId)
    if (hours?.isOn !== true) return null
    const { data: mayOrganise } = await client
      .rpc('can_organise', { p_workspace_id: hours.workspaceId, p_email: hours.organiserEmail })
      .throwOnError()
    return mayOrganise === true ? hours : null
  }

  async function freeStarts(hours: AgentHours, agentId: string, except: Except): Promise<readonly number[]> {
    if (hours.source === 'cal_com') {
      const { workspaceId, calComEventType: eventTypeId, daysAhead } = hours
      if (eventTypeId === null) return []
      const times = await calComTimes(services, client, { workspaceId, eventTypeId, daysAhead })
      return times.filter((startsAt) => startsAt > now())
    }
    let query = client
      .from('meetings')
      .select('starts_at,ends_at')
      .eq('agent_id', agentId)
      .neq('status', 'cancelled')
      .gt('ends_at', new Date(now() - dayMs).toISOString())
      .limit(busyTimesMax)
    if (except.meetingId !== null) query = query.neq('id', except.meetingId)
    const [{ data }, busyTimes] = await Promise.all([
      query.throwOnError(),
      hours.source === 'busy' ? busy.busyTimes(agentId, hours.timeZone, except.busyAgeMs) : [],
    ])
    const taken = (data as readonly Pick<MeetingRow, 'starts_at' | 'ends_at'>[]).map((row) => ({
      startsAt: Date.parse(row.starts_at),
      endsAt: Date.parse(row.ends_at),
    }))
    return findSlots(hours, [...taken, ...busyTimes], now())
  }

  /** The time that an id stands for, if it is still free; otherwise null. Cal.com checks again when it books. */
  async function readSlot(
    hours: AgentHours,
    { agentId, holder, slotId, exceptId }: SlotQuestion,
  ): Promise<number | null> {
    const [ofAgent, ofHolder, time] = slotIds.read(slotId)?.split(' ') ?? []
    if (ofAgent !== agentId || ofHolder !== holder) return null
    if (hours.source === 'cal_com') return Number(time) > now() ? Number(time) : null
    const free = await freeStarts(hours, agentId, { meetingId: exceptId, busyAgeMs: bookingAgeMs })
    return free.find((startsAt) => startsAt === Number(time)) ?? null
  }

  /** Moves one of our own meetings; keeps the booked length even if the author offers another one now. */
  async function moveOwn(meeting: MeetingRow, startsAt: number) {
    const lengthMs = Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)
    const { data } = await client
      .rpc('move_meeting', {
        p_meeting_id: meeting.id,
        p_starts_at: new Date(startsAt).toISOString(),
        p_ends_at: new Date(startsAt + lengthMs).toISOString(),
      })
      .throwOnError()
    return z.enum(['moved', 'taken', 'gone', 'too_many']).parse(data)
  }

  async function cancel(meetingId: string): Promise<boolean> {
    const { data } = await client.rpc('cancel_meeting_for_visitor', { p_meeting_id: meetingId }).throwOnError()
    return data === true
  }

  async function meetingOf(conversationId: string): Promise<MeetingRow | null> {
    const { data } = await client
      .from('meetings')
      .select('*')
      .eq('conversation_id', conversationId)
      .neq('status', 'cancelled')
      .limit(1)
      .throwOnError()
    return (data as readonly MeetingRow[])[0] ?? null
  }

  return {
    freeTimes: async (agentId, holder, after) => {
      const hours = await openHours(agentId)
      if (hours === null) return []
      const free = await freeStarts(hours, agentId, { meetingId: holder, busyAgeMs: offerAgeMs })
      return free
        .filter((startsAt) => startsAt > after)
        .map((startsAt) => ({
          startsAt,
          minutes: hours.source === 'cal_com' ? null : hours.lengthMinutes,
          // There may be thousands, of which a few are shown.
          get id() {
            return slotIds.sign(`${agentId} ${holder} ${startsAt}`)
          },
        }))
    },
    book: async (booking) => {
      const { agentId, conversationId, slotId, email } = booking
      const hours = await openHours(agentId)
      if (hours === null) return 'taken'
      // A meeting's old time doesn't block the new one, and booking the same time again is idempotent.
      const own = await meetingOf(conversationId)
      const startsAt = await readSlot(hours, { agentId, holder: conversationId, slotId, exceptId: own?.id ?? null })
      if (startsAt === null) return 'taken'
      if (hours.source !== 'cal_com' || hours.calComEventType === null) {
        return (await storeBooking(client, booking, { startsAt, provider: 'own' })).outcome
      }
      if (own?.provider === 'cal_com' && own.external_uid !== null && own.email.toLowerCase() === email.toLowerCase()) {
        if (Date.parse(own.starts_at) === startsAt) return 'booked'
        const moved = await moveAtCalCom(services, client, own, startsAt)
        return moved === 'gone' ? 'off' : moved
      }
      const { calComEventType: eventTypeId, workspaceId } = hours
      return bookAtCalCom(services, client, { booking, startsAt, eventTypeId, workspaceId })
    },
    read: async (meetingId) => {
      const { data } = await client.from('meetings').select('*').eq('id', meetingId).maybeSingle().throwOnError()
      return data as MeetingRow | null
    },
    move: async (meeting, slotId) => {
      const { agent_id: agentId, id } = meeting
      const hours = agentId === null ? null : await openHours(agentId)
      if (agentId === null) return 'gone'
      if (hours === null) return 'taken'
      const startsAt = await readSlot(hours, { agentId, holder: id, slotId, exceptId: id })
      if (startsAt === null) return 'taken'
      return meeting.provider === 'cal_com'
        ? moveAtCalCom(services, client, meeting, startsAt)
        : moveOwn(meeting, startsAt)
    },
    cancel,
    cancelOf: async (conversationId) => {
      const meeting = await meetingOf(conversationId)
      return meeting !== null && (await cancel(meeting.id))
    },
  }
}

interface Except {
  /** The meeting being moved. */
  readonly meetingId: string | null
  /** The maximum age of a copy of the busy calendar. */
  readonly busyAgeMs: number
}

interface SlotQuestion {
  readonly agentId: string
  readonly holder: string
  readonly slotId: string
  readonly exceptId: string | null
}

const dayMs = 86_400_000
const offerAgeMs = 5 * 60_000
const bookingAgeMs = 30_000
/** More than sixty days of quarter hours around the clock. */
const busyTimesMax = 10_000

interface AgentHours extends Availability {
  readonly workspaceId: string
}

async function readHours(client: SupabaseClient, agentId: string): Promise<AgentHours | null> {
  const { data } = await client.from('availability').select('*').eq('agent_id', agentId).maybeSingle().throwOnError()
  const parsed = availabilityShape.safeParse(data)
  return parsed.success ? { ...toAvailability(parsed.data), workspaceId: parsed.data.workspace_id } : null
}

/** Clients can store anything as hours; invalid ones offer no times. */
const availabilityShape = z.object({
  workspace_id: z.string(),
  is_on: z.boolean(),
  time_zone: z.string(),
  weekly_hours: z
    .array(z.object({ day: z.number().int().min(1).max(7), from: z.string(), to: z.string() }))
    .max(28)
    .catch([]),
  length_minutes: z.number(),
  notice_minutes: z.number(),
  buffer_minutes: z.number(),
  days_ahead: z.number(),
  organiser_email: z.string(),
  place: z.string(),
  source: z.enum(timeSources),
  cal_com_event_type: z.number().nullable(),
})
