import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

import type { Booking } from './calendar.ts'
import type { MeetingRow } from './meeting-row.ts'

/** Stores a booking, or refuses it by the limits of `book_meeting`. A repeated booking returns the same meeting. */
export async function storeBooking(
  client: SupabaseClient,
  booking: Booking,
  { startsAt, provider }: { readonly startsAt: number; readonly provider: MeetingRow['provider'] },
): Promise<z.infer<typeof storedShape>> {
  const { agentId, demoId, conversationId, email, name, guests = [], timeZone, sessionId } = booking
  const { data } = await client
    .rpc('book_meeting', {
      p_booking: {
        agent_id: agentId,
        demo_id: demoId,
        conversation_id: conversationId,
        starts_at: new Date(startsAt).toISOString(),
        email,
        name,
        guests,
        time_zone: timeZone,
        session_id: sessionId,
        provider,
        idempotency_key: `${conversationId} ${startsAt} ${email.toLowerCase()}`,
      },
    })
    .throwOnError()
  return storedShape.parse(data)
}

const storedShape = z.object({
  outcome: z.enum(['booked', 'moved', 'taken', 'off', 'too_many']),
  meeting_id: z.string().optional(),
  is_repeated: z.boolean().optional(),
})
