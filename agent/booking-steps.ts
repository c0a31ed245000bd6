import { saying, type BookingSaying } from './booking-saying.ts'
import type { Effect, Outcome } from './conversation.ts'
import { withoutZone } from './named-zone.ts'
import { mentionsTime, sayTime, type OfferedSlot } from './offered-slot.ts'

/* What each step of a booking says and does; booking-talk.ts decides which step comes next. */

/** State of a booking. Nothing is booked without one of our times, an address and a “yes”. */
export interface Booking {
  /**
   * `offered`: asked whether to meet; `leaving`: asked whether to cancel the meeting; `looking`, `committing` and
   * `cancelling` wait for the calendar.
   */
  readonly stage: 'offered' | 'looking' | 'choosing' | 'email' | 'confirming' | 'committing' | 'leaving' | 'cancelling'
  readonly slots: readonly OfferedSlot[]
  /** The times spoken last; “the first one” refers to these. */
  readonly spoken: readonly OfferedSlot[]
  readonly chosen: OfferedSlot | null
  readonly email: string | null
  /** Addresses of others who should come. They are noted with the meeting, not mailed. */
  readonly guests: readonly string[]
  /** The start of an address that the visitor is spelling; '' for none. */
  readonly spelled: string
  readonly name: string | null
  /** The time of the meeting that this one replaces; '' for none. */
  readonly replaces: string
  /** Said before the next times are named. */
  readonly before: readonly BookingSaying[]
  /** The time the visitor asked for with the meeting (“tomorrow at 3”). */
  readonly preferredTime: string
  /** The time asked for, if nothing was free then; '' for none. It can be passed on to the team. */
  readonly missed?: string
  /** The visitor agreed and said goodbye. */
  readonly isLeaving?: boolean
  /** The visitor wants to be phoned, so a number will do instead of an address. */
  readonly isByPhone?: boolean
}

export interface BookingStep {
  /** Null when it is over and the conversation resumes. */
  readonly booking: Booking | null
  readonly say: readonly BookingSaying[]
  readonly effects: readonly Effect[]
  readonly outcome: Outcome
  /** The meeting booked in this conversation was cancelled. */
  readonly isCancelled?: boolean
  /** Ends the conversation. */
  readonly isLeaving?: boolean
}

const noBooking: Booking = {
  stage: 'offered',
  slots: [],
  spoken: [],
  chosen: null,
  email: null,
  guests: [],
  spelled: '',
  name: null,
  replaces: '',
  before: [],
  preferredTime: '',
}

/** Asks whether to meet. */
export function offerBooking(email: string | null): BookingStep {
  return {
    booking: { ...noBooking, email },
    say: [saying('offer')],
    effects: [],
    outcome: 'booking',
  }
}

/** Looks for times; `after` is the last one rejected, `preferredTime` the time asked for. */
export function lookForTimes(
  booking: Booking | null,
  email: string | null,
  after: string | null,
  preferredTime = '',
): BookingStep {
  const time = withoutZone(preferredTime)
  const named = mentionsTime(time) ? time : ''
  return {
    booking: {
      ...(booking ?? noBooking),
      email: booking?.email ?? email,
      stage: 'looking',
      chosen: null,
      isLeaving: false,
      preferredTime: named,
    },
    say: [],
    effects: [{ type: 'find-slots', after, preferredTime: named }],
    outcome: 'booking',
  }
}

/** Returns to the choice between the times found. */
export function showTimes(booking: Booking): BookingStep {
  return {
    booking: { ...booking, stage: 'choosing', chosen: null },
    say: [saying('which')],
    effects: [{ type: 'slots', slots: booking.slots }],
    outcome: 'booking',
  }
}

/** Continues with the address, or with the confirmation if the address is known. */
export function chooseSlot(booking: Booking, chosen: OfferedSlot): BookingStep {
  if (booking.email !== null) return acceptEmail({ ...booking, chosen }, booking.email)
  return askForEmail({ ...booking, stage: 'email', chosen }, [saying('chosen', sayTime(chosen)), askReach(booking)])
}

export function acceptEmail(booking: Booking, email: string): BookingStep {
  const chosen = booking.chosen === null ? '' : sayTime(booking.chosen)
  return {
    booking: { ...booking, stage: 'confirming', email, spelled: '' },
    say: [saying('confirm', chosen, email)],
    effects: [{ type: 'form', field: 'confirm', value: email, valid: true, slotId: booking.chosen?.id ?? '' }],
    outcome: 'booking',
  }
}

export function refuseEmail(booking: Booking, value: string): BookingStep {
  return {
    booking: { ...booking, stage: 'email' },
    say: [saying('badEmail')],
    effects: [
      { type: 'form', field: 'email', value: value.slice(0, 255), valid: false, slotId: booking.chosen?.id ?? '' },
    ],
    outcome: 'booking',
  }
}

/** Shows what was understood, for the visitor to correct. */
export function askForRest(booking: Booking, spelled: string): BookingStep {
  return {
    booking: { ...booking, spelled },
    say: [saying('spelledSoFar', spelled)],
    effects: [{ type: 'form', field: 'email', value: spelled, valid: true, slotId: booking.chosen?.id ?? '' }],
    outcome: 'booking',
  }
}

/** Shows the address field. */
export function askForEmail(booking: Booking, wordings: readonly BookingSaying[]): BookingStep {
  return {
    booking,
    say: wordings,
    effects: [
      { type: 'form', field: 'email', value: booking.email ?? '', valid: true, slotId: booking.chosen?.id ?? '' },
    ],
    outcome: 'booking',
  }
}

/** Books; asks again if the time or the address is missing. */
export function bookChosen(booking: Booking): BookingStep {
  const { chosen, email, name, guests } = booking
  if (chosen === null || email === null) return askAgain(booking)
  return {
    booking: { ...booking, stage: 'committing' },
    say: [],
    effects: [{ type: 'book-meeting', slotId: chosen.id, email, name, ...(guests.length > 0 && { guests }) }],
    outcome: 'booking',
  }
}

export function askAgain(booking: Booking): BookingStep {
  return sayInBooking(booking, [openQuestion(booking)])
}

export function sayInBooking(booking: Booking, wordings: readonly BookingSaying[]): BookingStep {
  return { booking, say: wordings, effects: [], outcome: 'booking' }
}

/** Abandons this booking; a meeting it would have moved stays. */
export function cancelBooking({ replaces }: Booking): BookingStep {
  return endBooking([replaces === '' ? saying('bookingCancelled') : saying('meetingStays')])
}

/** Asks before cancelling, so that a misheard word doesn't lose a meeting. */
export function askToCancel(time: string, email: string | null): BookingStep {
  return {
    booking: { ...noBooking, stage: 'leaving', email, preferredTime: /\bat \d{1,2}:\d\d/.exec(time)?.[0] ?? '' },
    say: [saying('askToCancel', time)],
    effects: [],
    outcome: 'booking',
  }
}

export function cancelMeeting(booking: Booking): BookingStep {
  return {
    booking: { ...booking, stage: 'cancelling' },
    say: [],
    effects: [{ type: 'cancel-meeting' }],
    outcome: 'booking',
  }
}

export function keepMeeting(): BookingStep {
  return endBooking([saying('meetingStays')])
}

export function endBooking(wordings: readonly BookingSaying[]): BookingStep {
  return { booking: null, say: wordings, effects: [{ type: 'slots', slots: [] }], outcome: 'booking' }
}

function askReach({ isByPhone = false }: Booking): BookingSaying {
  return saying(isByPhone ? 'askNumber' : 'askEmail')
}

/** The question to return to after an interruption. */
export function openQuestion(booking: Booking): BookingSaying {
  const { stage, chosen, email } = booking
  switch (stage) {
    case 'offered':
      return saying('offer')
    case 'email':
      return askReach(booking)
    case 'confirming':
      return saying('confirm', chosen === null ? '' : sayTime(chosen), email ?? '')
    case 'leaving':
      return saying('askToCancel', '')
    default:
      return saying('which')
  }
}

/** Waits for the calendar. */
export function isBusy({ stage }: Booking): boolean {
  return stage === 'committing' || stage === 'looking' || stage === 'cancelling'
}
