import type { Effect, Outcome } from './conversation.ts'
import { isSurelyQuestion } from './guessed-intent.ts'
import type { Intent } from './intent.ts'
import type { Remark } from './remark.ts'
import { countWords } from './sentences.ts'
import { continueAddress } from './spelled-address.ts'
import {
  asksForOtherTimes,
  asksToCancel,
  asksToCancelMeeting,
  asksToMoveMeeting,
  findEmailAddress,
  findSpokenSlots,
  isYes,
  mentionsTime,
  wantsToSeeTimes,
  type OfferedSlot,
} from './spoken-choice.ts'
import type { Wording } from './turn.ts'
import { bookingWordings } from './wording.ts'

/** State of a booking. Nothing is booked without one of our times, an address and a yes. */
export interface Booking {
  /**
   * `offered`: asked whether to meet; `leaving`: asked whether to cancel the meeting; `looking`, `committing` and
   * `cancelling` wait for the calendar.
   */
  readonly stage: 'offered' | 'looking' | 'choosing' | 'email' | 'confirming' | 'committing' | 'leaving' | 'cancelling'
  readonly slots: readonly OfferedSlot[]
  /** The times spoken last; “the first one” is the first of these. */
  readonly spoken: readonly OfferedSlot[]
  readonly chosen: OfferedSlot | null
  readonly email: string | null
  /** The beginning of an address that is being spelled; '' for none. */
  readonly spelled: string
  readonly name: string | null
  /** The time of the meeting that this one replaces; '' for none. */
  readonly replaces: string
  /** Said before the next times. */
  readonly before: readonly Wording[]
  /** The time asked for with the meeting (“tomorrow at 3”). */
  readonly preferredTime: string
}

export interface BookingStep {
  /** Null when it is over and the conversation resumes. */
  readonly booking: Booking | null
  readonly say: readonly Wording[]
  readonly effects: readonly Effect[]
  readonly outcome: Outcome
  /** The meeting booked here is no more. */
  readonly isCancelled?: boolean
}

/** Input from the on-screen booking controls. */
export interface BookingForm {
  readonly field: 'slot' | 'email' | 'name' | 'confirm'
  readonly value: string
}

/** `none`: there was no meeting to cancel. */
export type CalendarAnswer = 'booked' | 'moved' | 'cancelled' | 'none' | 'taken' | 'off' | 'too-many' | 'failed'

const noBooking: Booking = {
  stage: 'offered',
  slots: [],
  spoken: [],
  chosen: null,
  email: null,
  spelled: '',
  name: null,
  replaces: '',
  before: [],
  preferredTime: '',
}

/** Asks whether to meet; `why` precedes the question. */
export function offerBooking(why: readonly Wording[], email: string | null): BookingStep {
  return {
    booking: { ...noBooking, email },
    say: [...why, bookingWordings.offer()],
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
  const named = mentionsTime(preferredTime) ? preferredTime : ''
  return {
    booking: {
      ...(booking ?? noBooking),
      email: booking?.email ?? email,
      stage: 'looking',
      chosen: null,
      preferredTime: named,
    },
    say: [],
    effects: [{ type: 'find-slots', after, preferredTime: named }],
    outcome: 'booking',
  }
}

/** Handles what was said if it concerns the booking; null if it doesn't, such as a question for the notes. */
export function handleInBooking(
  booking: Booking,
  { intent, text, isInNotes }: { readonly intent: Intent; readonly text: string; readonly isInNotes: boolean },
): BookingStep | null {
  if (isBusy(booking)) return say(booking, [bookingWordings.busy()])
  if (booking.stage === 'leaving') return handleLeaving(booking, intent, text)
  if (booking.stage === 'offered') {
    const isWanted =
      intent.type === 'continue' || intent.type === 'backchannel' || (wantsToSeeTimes(text) && !isInNotes)
    if (isWanted) return lookForTimes(booking, null, null)
    return intent.type === 'decline' || (intent.type === 'remark' && intent.about === 'later')
      ? cancelBooking(booking)
      : null
  }
  // “What does the second plan cost?” picks no second time, and “can I cancel any time?” cancels nothing.
  const asks = isQuestion.test(text.trim())
  const asksProduct = asks && (isInNotes || isSurelyQuestion(text))
  if (asksProduct || raisesObjection(intent, text) || (movingIntents.has(intent.type) && !picksTime(booking, text)))
    return null
  if (asksToCancel(text)) return cancelBooking(booking)
  // The “Another time” button.
  if (intent.type === 'book' && text === '' && booking.stage !== 'choosing') return showTimes(booking)
  const spelled = booking.stage === 'email' ? continueAddress(booking.spelled, text, 'en') : null
  const email = spelled?.isWhole === true ? spelled.address : findEmailAddress(text)
  if (intent.type === 'remark' && booking.chosen !== null) {
    if (intent.about === 'wrong-address')
      return ask({ ...booking, stage: 'email', email: null }, [bookingWordings.askEmail()])
    if (intent.about === 'broken-address') return refuseEmail(booking, text)
    if (intent.about === 'keeps-address') return say(booking, [bookingWordings.needsEmail()])
  }
  if (booking.stage === 'confirming') {
    if (isYes(text)) return commit(booking)
    if (email !== null) return acceptEmail(booking, email)
    const changed = chooseSpoken(booking, text)
    if (changed !== null) return changed
    if (intent.type === 'decline') return ask({ ...booking, stage: 'email' }, [bookingWordings.whatToChange()])
  }
  if (booking.stage === 'email') {
    if (email !== null) return acceptEmail(booking, email)
    if (spelled !== null && !asks) return askForRest(booking, spelled.address)
    if (intent.type === 'contact') return refuseEmail(booking, text)
    const changed = chooseSpoken(booking, text)
    if (changed !== null) return changed
  }
  // “Next week” names a time; “later” only means after these.
  if (asksForOtherTimes(text)) {
    return lookForTimes(booking, null, mentionsTime(text) ? null : (booking.slots.at(-1)?.startUtc ?? null), text)
  }
  if (booking.stage === 'choosing') {
    const fitting = findSpokenSlots(text, booking.slots, booking.spoken)
    const [only] = fitting
    if (only !== undefined && fitting.length === 1) return choose(booking, only)
    if (fitting.length > 1) {
      const spoken = fitting.slice(0, 3)
      return say({ ...booking, spoken }, [bookingWordings.times(spoken), bookingWordings.which()])
    }
    if (mentionsTime(text)) return lookForTimes(booking, null, null, text)
    if (email !== null) return say({ ...booking, email }, [bookingWordings.gotEmail(email), bookingWordings.which()])
  }
  if (intent.type === 'decline') return cancelBooking(booking)
  if (intent.type === 'continue' || intent.type === 'backchannel' || intent.type === 'book') return again(booking)
  // A few words that match nothing are a misheard time or address, not a question.
  if (intent.type !== 'question' || isInNotes || countWords(text) > misheardWordsMax || asks) return null
  return booking.stage === 'email' ? refuseEmail(booking, '') : again(booking)
}

/** “I need to ask my husband first” and “we use Loom today” pick no time. */
function raisesObjection(intent: Intent, text: string): boolean {
  return countWords(text) >= objectionWordsMin && intent.type === 'remark' && objectionsInBooking.has(intent.about)
}

/** “The first” alone is a choice, whatever else it resembles. */
const objectionWordsMin = 4

const objectionsInBooking: ReadonlySet<Remark> = new Set([
  'authority',
  'browsing',
  'compare',
  'competitor',
  'expensive',
  'need',
  'security',
  'send',
])

/** “The last one” is a time here, “the last step” isn't. */
function picksTime(booking: Booking, text: string): boolean {
  const isAboutDemo = /\b(?:steps?|slides?|screens?|demo|bye|goodbye)\b/i.test(text)
  return booking.stage === 'choosing' && !isAboutDemo && findSpokenSlots(text, booking.slots, booking.spoken).length > 0
}

/** Waits for the calendar. */
function isBusy({ stage }: Booking): boolean {
  return stage === 'committing' || stage === 'looking' || stage === 'cancelling'
}

/** Asks before cancelling: a misheard word must not lose a meeting. */
export function askToCancel(time: string, email: string | null): BookingStep {
  return {
    booking: { ...noBooking, stage: 'leaving', email },
    say: [bookingWordings.askToCancel(time)],
    effects: [],
    outcome: 'booking',
  }
}

function handleLeaving(booking: Booking, intent: Intent, text: string): BookingStep | null {
  if (asksToMoveMeeting(text)) return lookForTimes(booking, null, null, text)
  if (isYes(text) || asksToCancelMeeting(text)) return cancelMeeting(booking)
  if (intent.type === 'decline' || asksToCancel(text)) return keepMeeting()
  return null
}

function cancelMeeting(booking: Booking): BookingStep {
  return {
    booking: { ...booking, stage: 'cancelling' },
    say: [],
    effects: [{ type: 'cancel-meeting' }],
    outcome: 'booking',
  }
}

function keepMeeting(): BookingStep {
  return end([bookingWordings.meetingStays()])
}

const misheardWordsMax = 5
const isQuestion =
  /^(?:(?:so|and|but|ok|okay|well|hey|wait)[,.!]? )*(?:what|how|why|where|who|which|does|do|is|are|can|could|will|explain|(?:show|tell|give) me)(?:['’]?s)?\b|[?？]$/i

/** Handles on-screen input. */
export function takeBookingForm(booking: Booking, { field, value }: BookingForm): BookingStep | null {
  if (isBusy(booking)) return null
  switch (field) {
    case 'slot': {
      const slot = booking.slots.find(({ id }) => id === value)
      // A time from an older list, or an invented one.
      return slot === undefined ? lookForTimes(booking, null, null) : choose(booking, slot)
    }
    case 'name':
      return {
        booking: { ...booking, name: value.trim().slice(0, nameMax) || null },
        say: [],
        effects: [],
        outcome: 'booking',
      }
    case 'email': {
      if (booking.chosen === null) return null
      const email = findEmailAddress(value)
      return email !== null && email === value.trim() ? acceptEmail(booking, email) : refuseEmail(booking, value)
    }
    case 'confirm':
      if (booking.stage === 'leaving') return value === 'yes' ? cancelMeeting(booking) : keepMeeting()
      if (value !== 'yes') return cancelBooking(booking)
      return booking.stage === 'confirming' ? commit(booking) : null
  }
}

const nameMax = 80

/** The times found; null when the calendar failed. */
export function takeSlots(booking: Booking, slots: readonly OfferedSlot[] | null): BookingStep {
  if (slots === null) return end([...booking.before, bookingWordings.unreachable()])
  if (slots.length === 0) return end([...booking.before, bookingWordings.noTimes()])
  const choosing: Booking = { ...booking, stage: 'choosing', slots, chosen: null, before: [], preferredTime: '' }
  const effects: readonly Effect[] = [{ type: 'slots', slots }]
  const fitting = booking.preferredTime === '' ? [] : asWished(booking.preferredTime, slots)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) {
    const step = choose(choosing, only)
    return { ...step, say: [...booking.before, ...step.say], effects: [...effects, ...step.effects] }
  }
  const missed = booking.preferredTime !== '' && fitting.length === 0 ? [bookingWordings.notThen()] : []
  const offered = spokenOf(fitting.length > 0 ? fitting : slots)
  return {
    booking: { ...choosing, spoken: offered },
    say: [...booking.before, ...missed, bookingWordings.times(offered), bookingWordings.which()],
    effects,
    outcome: 'booking',
  }
}

/** The calendar knows what “next week” means; a list without its judgement is searched for the words. */
function asWished(preferredTime: string, slots: readonly OfferedSlot[]): readonly OfferedSlot[] {
  const isJudged = slots.some(({ isWished }) => isWished !== undefined)
  return isJudged ? slots.filter(({ isWished }) => isWished === true) : findSpokenSlots(preferredTime, slots)
}

/** The booking's result. Only this may say that something is booked. */
export function takeAnswer(booking: Booking, answer: CalendarAnswer): BookingStep {
  const { chosen, email } = booking
  switch (answer) {
    case 'booked':
    case 'moved':
      return {
        ...end([
          answer === 'booked'
            ? bookingWordings.booked(chosen?.spoken ?? '', email ?? '')
            : bookingWordings.moved(chosen?.spoken ?? ''),
        ]),
        outcome: 'booked',
      }
    case 'taken':
      return lookForTimes({ ...booking, before: [bookingWordings.taken()] }, null, null)
    case 'off':
      return end([bookingWordings.noTimes()])
    case 'too-many':
      return end([bookingWordings.tooMany()])
    case 'cancelled':
      return { ...end([bookingWordings.cancelled()]), isCancelled: true }
    case 'none':
      return { ...end([bookingWordings.nothingToCancel()]), isCancelled: true }
    case 'failed':
      return end([booking.stage === 'cancelling' ? bookingWordings.unreachable() : bookingWordings.unsure()])
  }
}

/** The question to return to after an interruption. */
export function openQuestion({ stage, chosen, email }: Booking): Wording {
  switch (stage) {
    case 'offered':
      return bookingWordings.offer()
    case 'email':
      return bookingWordings.askEmail()
    case 'confirming':
      return bookingWordings.confirm(chosen?.spoken ?? '', email ?? '')
    case 'leaving':
      return bookingWordings.askToCancel('')
    default:
      return bookingWordings.which()
  }
}

/** Says at most three; one per day if there are several days. */
function spokenOf(slots: readonly OfferedSlot[]): readonly OfferedSlot[] {
  const days = new Map(slots.toReversed().map((slot) => [slot.dayOfMonth, slot]))
  const firsts = slots.filter((slot) => days.get(slot.dayOfMonth) === slot)
  return (firsts.length > 1 ? firsts : slots).slice(0, 3)
}

function showTimes(booking: Booking): BookingStep {
  return {
    booking: { ...booking, stage: 'choosing', chosen: null },
    say: [bookingWordings.which()],
    effects: [{ type: 'slots', slots: booking.slots }],
    outcome: 'booking',
  }
}

function choose(booking: Booking, chosen: OfferedSlot): BookingStep {
  if (booking.email !== null) return acceptEmail({ ...booking, chosen }, booking.email)
  return ask({ ...booking, stage: 'email', chosen }, [
    bookingWordings.chosen(chosen.spoken),
    bookingWordings.askEmail(),
  ])
}

function chooseSpoken(booking: Booking, text: string): BookingStep | null {
  const fitting = findSpokenSlots(text, booking.slots, booking.spoken)
  const [only] = fitting
  return only !== undefined && fitting.length === 1 && only.id !== booking.chosen?.id ? choose(booking, only) : null
}

function acceptEmail(booking: Booking, email: string): BookingStep {
  const chosen = booking.chosen?.spoken ?? ''
  return {
    booking: { ...booking, stage: 'confirming', email, spelled: '' },
    say: [bookingWordings.confirm(chosen, email)],
    effects: [{ type: 'form', field: 'confirm', value: email, valid: true, slotId: booking.chosen?.id ?? '' }],
    outcome: 'booking',
  }
}

function refuseEmail(booking: Booking, value: string): BookingStep {
  return {
    booking: { ...booking, stage: 'email' },
    say: [bookingWordings.badEmail()],
    effects: [
      { type: 'form', field: 'email', value: value.slice(0, 255), valid: false, slotId: booking.chosen?.id ?? '' },
    ],
    outcome: 'booking',
  }
}

/** Shows what was understood, to be corrected on screen. */
function askForRest(booking: Booking, spelled: string): BookingStep {
  return {
    booking: { ...booking, spelled },
    say: [bookingWordings.spelledSoFar(spelled)],
    effects: [{ type: 'form', field: 'email', value: spelled, valid: true, slotId: booking.chosen?.id ?? '' }],
    outcome: 'booking',
  }
}

function ask(booking: Booking, wordings: readonly Wording[]): BookingStep {
  return {
    booking,
    say: wordings,
    effects: [
      { type: 'form', field: 'email', value: booking.email ?? '', valid: true, slotId: booking.chosen?.id ?? '' },
    ],
    outcome: 'booking',
  }
}

function commit(booking: Booking): BookingStep {
  const { chosen, email, name } = booking
  if (chosen === null || email === null) return again(booking)
  return {
    booking: { ...booking, stage: 'committing' },
    say: [],
    effects: [{ type: 'book-meeting', slotId: chosen.id, email, name }],
    outcome: 'booking',
  }
}

function again(booking: Booking): BookingStep {
  return say(booking, [openQuestion(booking)])
}

function say(booking: Booking, wordings: readonly Wording[]): BookingStep {
  return { booking, say: wordings, effects: [], outcome: 'booking' }
}

function cancelBooking({ replaces }: Booking): BookingStep {
  return end([replaces === '' ? bookingWordings.bookingCancelled() : bookingWordings.meetingStays()])
}

function end(wordings: readonly Wording[]): BookingStep {
  return { booking: null, say: wordings, effects: [{ type: 'slots', slots: [] }], outcome: 'booking' }
}

/** Resuming the demo, or leaving, abandons the booking. */
export const movingIntents: ReadonlySet<Intent['type']> = new Set(['next', 'back', 'restart', 'last', 'go-to', 'bye'])
