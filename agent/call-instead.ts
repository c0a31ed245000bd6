import { type Booking } from './booking-steps.ts'
import { dropBooking, handleCalendarAnswer } from './booking-turn.ts'
import { factOf } from './buyer-facts.ts'
import { missesTime, takeSlots } from './calendar-answers.ts'
import { callBackInstead, type CallInstead } from './call-back.ts'
import { shiftedTime } from './chosen-time.ts'
import type { ConversationRun } from './conversation-run.ts'
import { asksSomething } from './fact-patterns.ts'
import { mergeGuests, readGuestName, readPeople } from './meeting-guests.ts'
import { findSpokenSlots, mentionsTime, sayTime, type OfferedSlot } from './offered-slot.ts'
import { withoutNumbers } from './person-readers.ts'
import { preferredTimeText } from './preferred-time-text.ts'
import { prefersPhone, refusesEmail } from './prefers-phone.ts'
import type { Proposal } from './responder.ts'
import { inNamedZone } from './zone-in-booking.ts'

/* When a meeting becomes a call by the team: the visitor would rather be phoned, or nothing is free when they can. */

/**
 * The call to arrange if the visitor gives a phone number instead of an address, or asks to be phoned; otherwise null.
 * It is at the chosen time, or the one they name.
 */
export function callInstead(
  run: ConversationRun,
  booking: Booking,
  { facts = [], intent }: Proposal,
  { text, said }: { readonly text: string; readonly said: string },
): CallInstead | null {
  const { stage, email, slots, spoken, chosen, preferredTime } = booking
  if (stage !== 'choosing' && stage !== 'email' && stage !== 'confirming') return null
  const fields = new Set(facts.map(({ field }) => field))
  const givesNumber = stage !== 'confirming' && email === null && fields.has('phone') && !fields.has('email')
  const hasNumber = factOf(run.state.facts, 'phone') !== null
  const isCall =
    givesNumber || (stage !== 'choosing' && prefersPhone(text)) || (hasNumber && email === null && refusesEmail(text))
  if (!isCall || /\bnow\b/i.test(said) || intent.type === 'stop') return null
  // “Her finance manager Raj Bhatt wants to be on the line, 07700 900742”
  if (givesNumber && booking.isByPhone !== true && readGuestName(text) !== null) return null
  const told = withoutNumbers(said)
  // “Half an hour later, and by phone: 01632 960833”
  const shifted = chosen === null ? null : shiftedTime(told, chosen)
  if (chosen !== null && shifted !== null) return { text, when: sayTime(chosen).replace(/\d{1,2}:\d\d/, shifted) }
  const namesTime = mentionsTime(told)
  const [only, ...others] = stage === 'choosing' || namesTime ? findSpokenSlots(told, slots, spoken) : []
  const time = only !== undefined && others.length === 0 ? only : namesTime ? null : chosen
  if (time !== null) return { text, when: sayTime(time) }
  return { text: namesTime ? text : `${text}, ${preferredTime}`, when: null }
}

/** The people to bring, to be named once. */
function guestsIn({ guests }: Booking, text: string): readonly string[] {
  const people = readPeople(text)
  const all = mergeGuests(guests, people.guests, people.own)
  return all.length === 0 ? [] : [all.join(', ')]
}

/** The requested time, if it has no free slot and the visitor wants the team to get it; otherwise null. */
export function wishForTeam(
  run: ConversationRun,
  booking: Booking,
  { facts = [] }: Proposal,
  { text, said }: { readonly text: string; readonly said: string },
): CallInstead | null {
  const { stage, slots, spoken, missed = '', replaces } = booking
  const told = withoutNumbers(said)
  if (stage !== 'choosing' || missed === '' || replaces !== '' || mentionsTime(told)) return null
  if (findSpokenSlots(told, slots, spoken).length > 0 || asksSomething(said) || ofSomebodyElse.test(said)) return null
  const isReach = readPeople(text).own !== null || facts.some(({ field }) => field === 'phone')
  const isRefusal = isReach || factOf(run.state.facts, 'email') !== null ? false : noneSuits.test(said.trim())
  if (!isReach && !isRefusal && !asksToPassOn.test(text.trim())) return null
  const when = [preferredTimeText(missed) ?? missed, ...guestsIn(booking, text)].join(', with ')
  return { text: '', when, isAnyReach: true }
}

/** Passes an unfinished booking to the team when the visitor leaves after two reminders, so that nothing is lost. */
export function passesOnUnbooked(run: ConversationRun, booking: Booking): boolean {
  const { stage, chosen, email, preferredTime, missed = '' } = booking
  if (run.language !== 'en' || email === null || (stage !== 'confirming' && stage !== 'choosing')) return false
  const wish = missed === '' ? preferredTime : missed
  const time = stage === 'confirming' && chosen !== null ? sayTime(chosen) : (preferredTimeText(wish) ?? '')
  const when = [time, ...guestsIn(booking, '')].filter((part) => part !== '').join(', with ')
  if (when === '') return false
  dropBooking(run)
  callBackInstead(run, { text: '', when, isAnyReach: true, isLeaving: true })
  return true
}

/** “None of those, please ask the team”, “pass my wish on”, in all languages. */
const asksToPassOn =
  /^(?:(?:no|nope|none|neither|yes|yeah|ok|please|then|sure)(?: of (?:these|those|them))?[,.!]? )*(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:pass (?:(?:it|that|this|my wish|the wish) )?on|(?:ask|tell) (?:them|the team)|let (?:them|the team) know|(?:note|put) (?:it|that) down)(?: (?:to (?:them|the team)|please|then|for me))*[.!?]*$|^(?!.*\b(?:nicht|ne|pas|no)\b)(?:(?:ja|oui|sí|bitte|por favor|s['’]il vous plaît)[,.!]? )*(?:(?:bitte |gerne )*(?:weitergeben|geben sie (?:es|das|den wunsch) (?:bitte )?weiter)|(?:merci de )?(?:le )?transmett(?:ez|re)(?:-le)?|(?:transm[ií]t|p[áa]s)[a-zé]*)(?: (?:bitte|s['’]il vous plaît|por favor))*[.!]*$/iu
/** Answers that none of the times suits; “never mind” gives up. */
const noneSuits =
  /^(?:no|nope|nah|neither|none)(?:,? (?:none|neither))?(?: of (?:these|those|them))?(?: (?:suits?|works?)(?: me| us)?)?[.!]*$/i
const ofSomebodyElse =
  /\b(?:colleague|boss|manager|partner|wife|husband|friend|assistant)['’]?s?\b.{0,12}\b(?:e-?mail|address|number)\b|\b(?:his|her|their) (?:e-?mail|address|number)\b/i

/** Names the times found. If nothing is free for a call or a repeated request, passes it on to the team. */
export function takeFoundSlots(run: ConversationRun, slots: readonly OfferedSlot[] | null): void {
  const { booking } = run.state
  const minutes = slots?.find((slot) => slot.minutes !== undefined)?.minutes
  if (minutes !== undefined) run.state = { ...run.state, meetingMinutes: minutes }
  if (booking?.stage === 'looking' && slots !== null && slots.length > 0 && missesTime(booking, slots)) {
    const when = preferredTimeText(booking.preferredTime)
    const isAgain = when !== null && when === preferredTimeText(booking.missed ?? '')
    if (when !== null && (booking.isByPhone === true || isAgain)) {
      run.cut()
      dropBooking(run)
      const named = [when, ...guestsIn(booking, '')].join(', with ')
      return callBackInstead(run, { text: '', when: named, isAnyReach: isAgain })
    }
  }
  handleCalendarAnswer(run, ['looking'], (waiting) => takeSlots(waiting, inNamedZone(run, slots)))
}
