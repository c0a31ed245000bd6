import { saying } from './booking-saying.ts'
import { chooseSlot, endBooking, lookForTimes, type Booking, type BookingStep } from './booking-steps.ts'
import { spokenOf } from './chosen-time.ts'
import type { Effect } from './conversation.ts'
import { placeTime } from './preferred-time-text.ts'
import { readPreferredTime } from './preferred-time.ts'
import { findSpokenSlots, lastOrFirst, withoutExcluded, sayTime, type OfferedSlot } from './offered-slot.ts'

/* Handles the calendar's answers: the times found, and the booking's result. */

/** `none`: there was no meeting to cancel. */
export type CalendarAnswer = 'booked' | 'moved' | 'cancelled' | 'none' | 'taken' | 'off' | 'too-many' | 'failed'

/** Handles the times found; null when the calendar failed. */
export function takeSlots(booking: Booking, slots: readonly OfferedSlot[] | null): BookingStep {
  if (slots === null) return endBooking([...booking.before, saying('unreachable')])
  if (slots.length === 0) return endBooking([...booking.before, saying('noTimes')])
  const choosing: Booking = { ...booking, stage: 'choosing', slots, chosen: null, before: [] }
  const effects: readonly Effect[] = [{ type: 'slots', slots }]
  const fitting = booking.preferredTime === '' ? [] : matchPreferredTime(booking.preferredTime, slots)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) {
    const step = chooseSlot(choosing, only)
    return { ...step, say: [...booking.before, ...step.say], effects: [...effects, ...step.effects] }
  }
  const isMissed = missesTime(booking, slots)
  const wished = isMissed ? (readPreferredTime(booking.preferredTime)?.at ?? null) : null
  const offered = spokenOf(fitting.length > 0 ? fitting : slots, wished).slice(0, isMissed ? 2 : 3)
  const times = saying('times', offered)
  return {
    booking: { ...choosing, spoken: offered, missed: isMissed ? booking.preferredTime : '' },
    say: isMissed
      ? [...booking.before, saying('notThen', placeTime(booking.preferredTime)), times, saying('orPassOn')]
      : [...booking.before, times, saying('which')],
    effects,
    outcome: 'booking',
  }
}

/** Whether nothing is free at the time that the visitor asked for. */
export function missesTime({ preferredTime }: Booking, slots: readonly OfferedSlot[]): boolean {
  return preferredTime !== '' && matchPreferredTime(preferredTime, slots).length === 0
}

/** The slots at the time the visitor asked for. Matches the words against the slots if the calendar didn't. */
function matchPreferredTime(preferredTime: string, slots: readonly OfferedSlot[]): readonly OfferedSlot[] {
  const isJudged = slots.some(({ isWished }) => isWished !== undefined)
  if (!isJudged) return findSpokenSlots(preferredTime, slots)
  const wished = slots.filter(({ isWished }) => isWished === true)
  const left = withoutExcluded(preferredTime, wished)
  return lastOrFirst(preferredTime.toLowerCase(), left) ?? left
}

/** Handles the booking's result. Only this may say that something is booked. */
export function takeAnswer(booking: Booking, answer: CalendarAnswer): BookingStep {
  const { chosen, email } = booking
  const time = chosen === null ? '' : sayTime(chosen)
  switch (answer) {
    case 'booked':
    case 'moved':
      return {
        ...endBooking([
          answer === 'booked' ? saying('booked', time, email ?? '') : saying('moved', time),
          ...(booking.guests.length > 0 ? [saying('forwardTo', booking.guests)] : []),
        ]),
        outcome: 'booked',
        ...(booking.isLeaving === true && { isLeaving: true }),
      }
    case 'taken':
      return lookForTimes({ ...booking, before: [saying('taken')] }, null, null)
    case 'off':
      return endBooking([saying('noTimes')])
    case 'too-many':
      return endBooking([saying('tooMany')])
    case 'cancelled':
      return { ...endBooking([saying('cancelled')]), isCancelled: true }
    case 'none':
      return { ...endBooking([saying('nothingToCancel')]), isCancelled: true }
    case 'failed':
      return endBooking([booking.stage === 'cancelling' ? saying('unreachable') : saying('unsure')])
  }
}
