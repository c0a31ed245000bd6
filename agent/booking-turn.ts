import { saying } from './booking-saying.ts'
import { askToCancel, lookForTimes, type Booking, type BookingStep } from './booking-steps.ts'
import { takeBookingForm, type BookingForm } from './booking-form.ts'
import { factOf } from './buyer-facts.ts'
import { cancelCall } from './call-back.ts'
import { tellsTeam } from './call-note.ts'
import { shiftedTime } from './chosen-time.ts'
import type { Effect } from './conversation.ts'
import type { ConversationRun } from './conversation-run.ts'
import { withGuests } from './guests-in-booking.ts'
import type { Intent } from './intent.ts'
import { readPeople } from './meeting-guests.ts'
import { asksForVisit } from './meeting-request.ts'
import { applyFacts, closing } from './selling.ts'
import {
  asksToCancelMeeting,
  asksToMoveMeeting,
  givesUpMeeting,
  asksIfBooked,
  asksWhenMeeting,
  shiftsMeeting,
  timeInstead,
  namesMeeting,
} from './meeting-remarks.ts'
import { sameTime, sayTime } from './offered-slot.ts'
import { dateAfter } from './preferred-time-text.ts'
import { wantsPhone } from './prefers-phone.ts'
import { findEmailAddress } from './spelled-address.ts'
import { mergeTimes } from './merged-times.ts'
import { readPreferredTime } from './preferred-time.ts'
import type { Line } from './turn.ts'

/* Applies booking steps to the conversation. */

/** Handles typed or pressed input. Ignored unless a booking waits for it, but an address is always stored. */
export function handleForm(run: ConversationRun, form: BookingForm): void {
  const { booking } = run.state
  if (booking === null && form.field === 'email') return takeAddress(run, form.value)
  const step = booking === null ? null : takeBookingForm(booking, form)
  if (step === null) return
  if (form.field !== 'name') run.cut()
  takeBooking(run, step)
}

/** Handles the calendar's answer; ignored if the booking has moved on. */
export function handleCalendarAnswer(
  run: ConversationRun,
  awaited: readonly Booking['stage'][],
  take: (booking: Booking) => BookingStep,
): void {
  const { booking } = run.state
  if (booking === null || !awaited.includes(booking.stage)) return
  run.cut()
  takeBooking(run, take(booking))
}

/** Applies the step; `before` is said first, with its demo step. */
export function takeBooking(
  run: ConversationRun,
  { booking: next, say, effects, outcome, isCancelled, isLeaving }: BookingStep,
  before: readonly Line[] = [],
  show: number | null = null,
): void {
  const booking = next === null ? null : withKnown(run, next)
  const chosen = run.state.booking?.chosen ?? null
  const isNew = run.state.booking === null || run.state.booking.stage !== booking?.stage
  run.state = {
    ...run.state,
    booking,
    email: booking?.email ?? run.state.email,
    ...(outcome === 'booked' && { hasMeeting: true, meeting: chosen === null ? '' : sayTime(chosen) }),
    ...(isCancelled === true && { hasMeeting: false, meeting: '' }),
    wasMeetingOffered: true,
  }
  keepBookingFacts(run, booking)
  // For example, a name: it is stored without a reply.
  if (say.length === 0 && effects.length === 0) return
  if (booking === null) run.enter('answer', run.state.below)
  else if (isNew || run.state.phase !== 'book') enterBook(run)
  run.effects.push(...effects.map((effect) => completed(run, effect)))
  const lines = [...before, ...say.map((wording) => run.worded(wording))]
  if (isLeaving === true) return run.leave('visitor', run.words.plain.bye(), lines, outcome)
  run.say(booking === null ? [...lines, run.resume()] : lines, { outcome, show })
}

/** Looks for times; “can somebody ring me on Monday?” needs no address. */
export function startBooking(
  run: ConversationRun,
  { text, said }: { readonly text: string; readonly said: string },
): void {
  const wish = instead(run, said) ?? withMeetingTime(run, said)
  const { booking, ...step } = withGuests(lookForTimes(null, run.state.email, null, wish), said)
  if (booking === null) return takeBooking(run, { ...step, booking })
  const before = asksForVisit.test(said) ? [...booking.before, saying('callsOnly')] : booking.before
  takeBooking(run, { ...step, booking: { ...booking, before, isByPhone: wantsPhone(text) } })
}

/** The time of an arranged call that becomes a meeting: “let's do it by video, same day and time”. The call is off. */
function instead(run: ConversationRun, said: string): string | null {
  const { person, hasMeeting } = run.state
  if (hasMeeting || person.stage !== 'none' || person.when === null || !sameDayAndTime.test(said)) return null
  cancelCall(run)
  return (readPreferredTime(said)?.day ?? null) === null ? person.when : mergeTimes(person.when, said)
}

const sameDayAndTime = /\bsame (?:day|time|hour|slot)\b/i

/** Completes “Tuesday, same time” and “2 pm that day” with the booked meeting's hour or day. */
function withMeetingTime(run: ConversationRun, text: string): string {
  const { hasMeeting, meeting } = run.state
  if (!hasMeeting) return text
  const [time, hour = '', minute = ''] = /(\d{1,2}):(\d\d)/.exec(meeting) ?? []
  const date = dateIn(meeting, dayAfter.test(text))
  const shifted = time === undefined ? null : shiftedTime(text, { hour: Number(hour), minute: Number(minute) })
  if (date !== undefined && shifted !== null) return `${date} at ${shifted}`
  const said = time === undefined ? text : text.replace(sameTime, `at ${time}`).replace(dayAfter, ' ')
  return date !== undefined && readPreferredTime(said)?.day === null ? `${date}, ${said}` : said
}

const dayAfter =
  /\b(?:on |to )?(?:the )?(?:day after|next day|following day)\b(?=\s*(?:[.,;!?]|$|please\b|then\b|instead\b|at\b|same\b))/i

/** “24 November” in a meeting's time, or the day after it. */
function dateIn(meeting: string, isDayAfter: boolean): string | undefined {
  const [date, day = '', month = ''] = /\b(\d{1,2}) (\p{Lu}\p{L}+)/u.exec(meeting) ?? []
  return isDayAfter ? (dateAfter(Number(day), month) ?? date) : date
}

/** The address and name given for a booking are also facts about the visitor. */
function keepBookingFacts(run: ConversationRun, booking: Booking | null): void {
  const { email = null, name = null } = booking ?? {}
  if (email !== null) applyFacts(run, [{ field: 'email', value: email }], email)
  if (name !== null) applyFacts(run, [{ field: 'name', value: name }], name)
}

/** What the conversation already knows. */
function withKnown(run: ConversationRun, booking: Booking): Booking {
  return { ...booking, replaces: booking.stage === 'leaving' ? '' : run.state.meeting }
}

/** Adds what the visitor has said before: their name, and the zone of their times. */
function completed(run: ConversationRun, effect: Effect): Effect {
  const zone = run.state.zone === null ? {} : { timeZone: run.state.zone.id }
  switch (effect.type) {
    case 'book-meeting':
      return { ...effect, ...zone, name: effect.name ?? factOf(run.state.facts, 'name') }
    case 'find-slots':
    case 'slots':
      return { ...effect, ...zone }
    default:
      return effect
  }
}

function enterBook(run: ConversationRun): void {
  const { phase, below } = run.state
  run.enter('book', phase === 'book' ? below : [...below, phase].slice(-3))
}

/** Ends the booking without a reply, and closes its controls on screen. */
export function dropBooking(run: ConversationRun): void {
  run.state = { ...run.state, booking: null }
  run.effects.push({ type: 'slots', slots: [] })
}

/** Whether the agent may offer a meeting unprompted: once per conversation, and only with a calendar. */
export function mayOfferMeeting(run: ConversationRun): boolean {
  const { wasMeetingOffered, hasMeeting, booking } = run.state
  return run.knowledge.agent.takesMeetings && !wasMeetingOffered && !hasMeeting && booking === null
}

/** Handles an address that was typed into the email field outside a booking. */
function takeAddress(run: ConversationRun, value: string): void {
  const email = findEmailAddress(value)
  run.cut()
  run.push()
  if (email === null || email !== value.trim()) {
    run.effects.push({ type: 'form', field: 'email', value: value.slice(0, 255), valid: false, slotId: '' })
    return run.say([run.worded(run.words.booking.badEmail())], { outcome: 'contact' })
  }
  applyFacts(run, [{ field: 'email', value: email }], email)
  run.say([run.worded(run.words.plain.contact()), ...closing(run)], {
    outcome: 'contact',
  })
}

/**
 * Handles remarks about a meeting booked here: “cancel it”, “can we move it to Thursday?”, “when is it?”, and guests named
 * too late; false for anything else.
 */
export function changesMeeting(run: ConversationRun, intent: Intent, text: string): boolean {
  const asksWhen = asksWhenMeeting(text) || asksIfBooked(text)
  if (run.state.booking === null && asksWhen && (run.state.hasMeeting || /\b(?:my|you)\b/i.test(text))) {
    const { hasMeeting, meeting } = run.state
    run.push()
    const { meetingIs, nothingToCancel } = run.words.booking
    run.say([run.worded(hasMeeting ? meetingIs(meeting) : nothingToCancel()), ...closing(run)], { outcome: 'booking' })
    return true
  }
  if (run.state.booking !== null) return false
  const { own, guests } = readPeople(text)
  if (run.state.hasMeeting && own === null && guests.length > 0) {
    run.push()
    run.say([run.worded(run.words.booking.guestsLate(guests)), ...closing(run)], { outcome: 'booking' })
    return true
  }
  if (run.state.hasMeeting && tellsTeam(text)) {
    run.push()
    run.say([run.worded(run.words.booking.passesOn()), ...closing(run)], { outcome: 'booking' })
    return true
  }
  const instead = run.state.hasMeeting ? timeInstead(text) : null
  if (instead !== null) {
    takeBooking(run, lookForTimes(null, run.state.email, null, withMeetingTime(run, instead)))
    return true
  }
  const givesUp = run.state.hasMeeting && givesUpMeeting(text)
  if (intent.type === 'question' && !givesUp && !namesMeeting(text)) return false
  if (asksToMoveMeeting(text) || (run.state.hasMeeting && shiftsMeeting(text))) {
    takeBooking(run, lookForTimes(null, run.state.email, null, withMeetingTime(run, text)))
    return true
  }
  if (!givesUp && !asksToCancelMeeting(text)) return false
  if (run.state.hasMeeting) takeBooking(run, askToCancel(run.state.meeting, run.state.email))
  else {
    run.push()
    run.say([run.worded(run.words.booking.nothingToCancel()), ...closing(run)], { outcome: 'booking' })
  }
  return true
}
