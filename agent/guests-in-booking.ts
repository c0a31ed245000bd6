import { saying } from './booking-saying.ts'
import { bookChosen, openQuestion, sayInBooking, type Booking, type BookingStep } from './booking-steps.ts'
import { handleInBooking } from './booking-talk.ts'
import { mergeGuests, readGuestName, readGuestRole, readPeople } from './meeting-guests.ts'
import { afterYes } from './meeting-remarks.ts'
import { mentionsTime } from './offered-slot.ts'

/**
 * Like `handleInBooking`, after noting the people the visitor wants in the meeting. They get no mail: an anonymous
 * visitor could send five times as many invitations to strangers.
 */
export function handleWithGuests(booking: Booking, remark: Parameters<typeof handleInBooking>[1]): BookingStep | null {
  const { stage } = booking
  if (stage !== 'choosing' && stage !== 'email' && stage !== 'confirming') return handleInBooking(booking, remark)
  const { rest, ...people } = readPeople(remark.text)
  // “And I'd better listen in too, ceri@…”, “his address is bram@…”, after the address for the invitation.
  const isOther = booking.email !== null && people.own !== null && ofOther.test(remark.text)
  const own = isOther ? null : people.own
  const guests = isOther && people.own !== null ? [...people.guests, people.own] : people.guests
  const known: Booking = { ...booking, guests: mergeGuests(booking.guests, guests, own ?? booking.email) }
  const added = known.guests.filter((guest) => !booking.guests.includes(guest))
  // “maria@x.example, no sorry, marie@x.example”
  const said = own !== null && added.length === 0 && rest.includes(own) ? { ...remark, text: rest } : remark
  if (added.length === 0) {
    const name = readGuestName(remark.text)
    const named = name === null ? known : { ...known, guests: mergeGuests(known.guests, [name], null) }
    return withNamedGuest(handleInBooking(named, said), named, remark.text)
  }
  const noted = saying('guestsNoted', added)
  if (stage === 'confirming' && afterYes(remark.text) !== null) return { ...bookChosen(known), say: [noted] }
  const text = mentionsTime(rest) ? rest : own
  const step = text === null ? null : handleInBooking(known, { ...remark, text })
  if (step === null) return sayInBooking(known, [noted, openQuestion(known)])
  if (step.booking?.stage === 'looking') {
    return { ...step, booking: { ...step.booking, before: [...step.booking.before, noted] } }
  }
  return { ...step, say: [noted, ...step.say] }
}

const ofOther =
  /\b(?:(?:his|her|their) (?:e-?mail|address)|(?:i|he|she|they)(?:['’]d| had| would| should| will|['’]ll)? (?:better |also |like to |want to |wants to )*(?:listen|join|come|sit|attend))\b|\b(?:too|as well|also comes?|comes? also)\b/i

/** Notes the people named with the wish to meet: “Thursday at 10, my son bo@globex.example would join”. */
export function withGuests(step: BookingStep, text: string): BookingStep {
  const { booking } = step
  const { own, guests } = readPeople(text)
  if (booking === null || guests.length === 0) return step
  const known = mergeGuests(booking.guests, guests, own ?? booking.email)
  const before = [...booking.before, saying('guestsNoted', known)]
  return { ...step, booking: { ...booking, email: own ?? booking.email, guests: known, before } }
}

/** Asks the visitor to forward the invitation to the colleague they name without an address. */
function withNamedGuest(step: BookingStep | null, booking: Booking, text: string): BookingStep | null {
  const name = step?.booking === null ? null : (readGuestName(text) ?? readGuestRole(text))
  if (name === null) return step
  return step === null
    ? sayInBooking(booking, [saying('forwardLater', name), openQuestion(booking)])
    : { ...step, say: [saying('forwardLater', name), ...step.say] }
}
