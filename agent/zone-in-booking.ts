import { lookForTimes, type Booking, type BookingStep } from './booking-steps.ts'
import { onSameDay } from './chosen-time.ts'
import type { ConversationRun } from './conversation-run.ts'
import { readZone, type ZoneSaid } from './named-zone.ts'
import { mentionsTime, minuteOf, type OfferedSlot } from './offered-slot.ts'
import type { Proposal } from './responder.ts'
import { findEmailAddress } from './spelled-address.ts'
import { writeTime } from './spoken-clock.ts'
import { readPreferredTime } from './preferred-time.ts'

/* The zone that a visitor names for a meeting, in which all its times are then said. */

/** Notes the zone that the visitor names for a meeting (“2pm eastern”), from then on the zone of all its times. */
export function hearZone(run: ConversationRun, { intent }: Proposal, text: string): ZoneSaid | null {
  const { booking, person } = run.state
  const heard = readZone(text)
  if (heard === null) return null
  const isAboutMeeting =
    booking !== null ||
    intent.type === 'book' ||
    intent.type === 'human' ||
    person.stage === 'ringing' ||
    person.stage === 'calling-back'
  if (!isAboutMeeting && !mentionsTime(run.inEnglish(heard.rest))) return null
  run.state = { ...run.state, zone: heard.zone }
  return heard
}

/** Looks for the time in the zone just named: the one in the same remark, or the one chosen or wished for before. */
export function lookInZone(booking: Booking, said: string): BookingStep {
  // The same wish in another zone isn't insisting on it.
  const known = { ...booking, email: findEmailAddress(said) ?? booking.email, missed: '' }
  const { chosen, preferredTime } = booking
  const day = chosen === null ? '' : `the ${chosen.dayOfMonth}th`
  if (!mentionsTime(said)) {
    return lookForTimes(known, null, null, chosen === null ? preferredTime : `${day} at ${writeTime(minuteOf(chosen))}`)
  }
  if (chosen !== null && readPreferredTime(said)?.day === null)
    return lookForTimes(known, null, null, `${day}, ${said}`)
  return lookForTimes(known, null, null, onSameDay(booking, said))
}

/** The times as the agent says them. */
export function inNamedZone(run: ConversationRun, slots: readonly OfferedSlot[] | null): readonly OfferedSlot[] | null {
  const { zone } = run.state
  if (zone === null || slots === null) return slots
  const isSaidInEnglish = run.language === 'en' || zone.place === ''
  const said = isSaidInEnglish ? zone.name : run.words.plain.localTime(zone.place)
  return slots.map((slot) => ({ ...slot, zone: said }))
}
