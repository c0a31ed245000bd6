import { takeBookingForm, type Booking, type BookingForm, type BookingStep } from './booking-talk.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Line } from './turn.ts'

/* Brings the steps of a booking into the conversation. */

/** What was typed or pressed beside the talk; without a booking that waits for it, nothing. */
export function takeForm(run: ConversationRun, form: BookingForm): void {
  const { booking } = run.state
  const step = booking === null ? null : takeBookingForm(booking, form)
  if (step === null) return
  if (form.field !== 'name') run.cut()
  takeBooking(run, step)
}

/** The calendar's answer; too late when the booking has gone on from the stage that waited for it. */
export function hearCalendar(
  run: ConversationRun,
  awaited: Booking['stage'],
  take: (booking: Booking) => BookingStep,
): void {
  const { booking } = run.state
  if (booking?.stage !== awaited) return
  run.cut()
  takeBooking(run, take(booking))
}

/** Takes the step; `before` is said ahead of it, with the step of the demo it is about. */
export function takeBooking(
  run: ConversationRun,
  { booking, say, effects, outcome }: BookingStep,
  before: readonly Line[] = [],
  show: number | null = null,
): void {
  const isNew = run.state.booking === null || run.state.booking.stage !== booking?.stage
  run.state = {
    ...run.state,
    booking,
    email: booking?.email ?? run.state.email,
    hasMeeting: run.state.hasMeeting || outcome === 'booked',
    wasMeetingOffered: true,
  }
  // A name is taken without a word.
  if (say.length === 0 && effects.length === 0) return
  if (booking === null) run.enter('answer', run.state.below)
  else if (isNew || run.state.phase !== 'book') enterBook(run)
  run.effects.push(...effects)
  const lines = [...before, ...say.map((wording) => run.worded(wording))]
  run.say(booking === null ? [...lines, run.resume()] : lines, { outcome, show })
}

function enterBook(run: ConversationRun): void {
  const { phase, below } = run.state
  run.enter('book', phase === 'book' ? below : [...below, phase].slice(-3))
}

/** Ends the booking without a word, on the screen too. */
export function dropBooking(run: ConversationRun): void {
  run.state = { ...run.state, booking: null }
  run.effects.push({ type: 'slots', slots: [] })
}

/** Unasked: once in a talk, and only where there is a calendar. */
export function mayOfferMeeting(run: ConversationRun): boolean {
  const { wasMeetingOffered, hasMeeting, booking } = run.state
  return run.knowledge.agent.takesMeetings && !wasMeetingOffered && !hasMeeting && booking === null
}
