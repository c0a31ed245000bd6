import { takeBookingForm, type Booking, type BookingForm, type BookingStep } from './booking-talk.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Line } from './turn.ts'

/* Applies booking steps to the conversation. */

/** Typed or pressed input; ignored unless a booking waits for it. */
export function handleForm(run: ConversationRun, form: BookingForm): void {
  const { booking } = run.state
  const step = booking === null ? null : takeBookingForm(booking, form)
  if (step === null) return
  if (form.field !== 'name') run.cut()
  takeBooking(run, step)
}

/** The calendar's answer; ignored if the booking has moved on. */
export function handleCalendarAnswer(
  run: ConversationRun,
  awaited: Booking['stage'],
  take: (booking: Booking) => BookingStep,
): void {
  const { booking } = run.state
  if (booking?.stage !== awaited) return
  run.cut()
  takeBooking(run, take(booking))
}

/** Applies the step; `before` is said first, with its demo step. */
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
  // A name is taken silently.
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

/** Ends the booking silently, on screen too. */
export function dropBooking(run: ConversationRun): void {
  run.state = { ...run.state, booking: null }
  run.effects.push({ type: 'slots', slots: [] })
}

/** Unprompted: once per conversation, and only with a calendar. */
export function mayOfferMeeting(run: ConversationRun): boolean {
  const { wasMeetingOffered, hasMeeting, booking } = run.state
  return run.knowledge.agent.takesMeetings && !wasMeetingOffered && !hasMeeting && booking === null
}
