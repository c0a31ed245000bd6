import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

import type { Availability } from '#domain/availability.ts'
import { toAvailability } from '#protocol/availability-row.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { findSlots } from './find-slots.ts'
import type { MeetingRow } from './meeting-row.ts'
import { createSignedTexts } from './signed-text.ts'

/** What is booked, by whom and for which demo. */
export interface Booking {
  readonly agentId: string
  readonly demoId: string
  readonly conversationId: string
  /** An id from `freeTimes` for this conversation. */
  readonly slotId: string
  readonly email: string
  readonly name: string | null
  /** The visitor's. */
  readonly timeZone: string
  /** The tracker's session; null for an untracked visitor. */
  readonly sessionId: string | null
}

export interface FreeTime {
  /** Valid only for its owner: the conversation that books, or the meeting being moved. */
  readonly id: string
  readonly startsAt: number
}

export type BookingOutcome = 'booked' | 'moved' | 'taken' | 'off' | 'too_many'

/** All agents' meetings. The database settles two bookings of the same time. */
export interface Calendar {
  /** From `after` (milliseconds), or the earliest. Empty while the author takes no meetings. */
  readonly freeTimes: (agentId: string, holder: string, after: number) => Promise<readonly FreeTime[]>
  readonly book: (booking: Booking) => Promise<BookingOutcome>
  readonly read: (meetingId: string) => Promise<MeetingRow | null>
  readonly move: (meeting: MeetingRow, slotId: string) => Promise<'moved' | 'taken' | 'gone' | 'too_many'>
  /** False once it is cancelled. */
  readonly cancel: (meetingId: string) => Promise<boolean>
  /** The same for the meeting that a conversation booked. */
  readonly cancelOf: (conversationId: string) => Promise<boolean>
}

export function openCalendar(services: Services): Calendar {
  const { config, now } = services
  const client = backendClient(services, { role: 'service_role' })
  const slotIds = createSignedTexts(config.serviceRoleKey, 'meeting time')

  async function freeStarts(agentId: string, exceptId: string | null): Promise<readonly number[]> {
    const availability = await readAvailability(client, agentId)
    if (availability?.isOn !== true) return []
    const { data: mayOrganise } = await client
      .rpc('can_organise', { p_workspace_id: availability.workspaceId, p_email: availability.organiserEmail })
      .throwOnError()
    if (mayOrganise !== true) return []
    let query = client
      .from('meetings')
      .select('starts_at,ends_at')
      .eq('agent_id', agentId)
      .neq('status', 'cancelled')
      .gt('ends_at', new Date(now() - dayMs).toISOString())
      .limit(busyTimesMax)
    if (exceptId !== null) query = query.neq('id', exceptId)
    const { data } = await query.throwOnError()
    const taken = (data as readonly Pick<MeetingRow, 'starts_at' | 'ends_at'>[]).map((row) => ({
      startsAt: Date.parse(row.starts_at),
      endsAt: Date.parse(row.ends_at),
    }))
    return findSlots(availability, taken, now())
  }

  /** The time behind an id if it is still free; otherwise null. */
  async function readSlot(agentId: string, holder: string, slotId: string, exceptId: string | null) {
    const [ofAgent, ofHolder, time] = slotIds.read(slotId)?.split(' ') ?? []
    if (ofAgent !== agentId || ofHolder !== holder) return null
    const free = await freeStarts(agentId, exceptId)
    return free.find((startsAt) => startsAt === Number(time)) ?? null
  }

  async function cancel(meetingId: string): Promise<boolean> {
    const { data } = await client.rpc('cancel_meeting_by_link', { p_meeting_id: meetingId }).throwOnError()
    return data === true
  }

  async function meetingOf(conversationId: string): Promise<string | null> {
    const { data } = await client
      .from('meetings')
      .select('id')
      .eq('conversation_id', conversationId)
      .neq('status', 'cancelled')
      .limit(1)
      .throwOnError()
    return (data as readonly { readonly id: string }[])[0]?.id ?? null
  }

  return {
    freeTimes: async (agentId, holder, after) => {
      const free = await freeStarts(agentId, holder)
      return free
        .filter((startsAt) => startsAt > after)
        .map((startsAt) => ({ id: slotIds.sign(`${agentId} ${holder} ${startsAt}`), startsAt }))
    },
    book: async (booking) => {
      const { agentId, conversationId, slotId, email } = booking
      // A meeting's old time doesn't block the new one; the same time again is the same booking.
      const ownId = await meetingOf(conversationId)
      const startsAt = await readSlot(agentId, conversationId, slotId, ownId)
      if (startsAt === null) return 'taken'
      const { data } = await client
        .rpc('book_meeting', {
          p_booking: {
            agent_id: agentId,
            demo_id: booking.demoId,
            conversation_id: conversationId,
            starts_at: new Date(startsAt).toISOString(),
            email,
            name: booking.name,
            time_zone: booking.timeZone,
            session_id: booking.sessionId,
            idempotency_key: `${conversationId} ${startsAt} ${email.toLowerCase()}`,
          },
        })
        .throwOnError()
      return bookedShape.parse(data).outcome
    },
    read: async (meetingId) => {
      const { data } = await client.from('meetings').select('*').eq('id', meetingId).maybeSingle().throwOnError()
      return data as MeetingRow | null
    },
    move: async (meeting, slotId) => {
      if (meeting.agent_id === null) return 'gone'
      const startsAt = await readSlot(meeting.agent_id, meeting.id, slotId, meeting.id)
      if (startsAt === null) return 'taken'
      // Keeps the booked length, whatever the author offers today.
      const lengthMs = Date.parse(meeting.ends_at) - Date.parse(meeting.starts_at)
      const { data } = await client
        .rpc('move_meeting', {
          p_meeting_id: meeting.id,
          p_starts_at: new Date(startsAt).toISOString(),
          p_ends_at: new Date(startsAt + lengthMs).toISOString(),
        })
        .throwOnError()
      return z.enum(['moved', 'taken', 'gone', 'too_many']).parse(data)
    },
    cancel,
    cancelOf: async (conversationId) => {
      const id = await meetingOf(conversationId)
      return id !== null && (await cancel(id))
    },
  }
}

const dayMs = 86_400_000
/** More than sixty days of quarter hours around the clock. */
const busyTimesMax = 10_000

async function readAvailability(
  client: SupabaseClient,
  agentId: string,
): Promise<(Availability & { readonly workspaceId: string }) | null> {
  const { data } = await client.from('availability').select('*').eq('agent_id', agentId).maybeSingle().throwOnError()
  const parsed = availabilityShape.safeParse(data)
  return parsed.success ? { ...toAvailability(parsed.data), workspaceId: parsed.data.workspace_id } : null
}

/** Hours are whatever a client stored; unreadable ones offer no times. */
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
})

const bookedShape = z.object({ outcome: z.enum(['booked', 'moved', 'taken', 'off', 'too_many']) })
