import { saying } from './booking-saying.ts'
import { lookForTimes, openQuestion, sayInBooking, type Booking, type BookingStep } from './booking-steps.ts'
import { onSameDay } from './chosen-time.ts'
import type { ConversationRun } from './conversation-run.ts'
import { findAnyZone, readHome, readLikelyHome, readZone, type ZoneSaid } from './named-zone.ts'
import { mentionsTime, minuteOf, type OfferedSlot } from './offered-slot.ts'
import type { Proposal } from './responder.ts'
import { findEmailAddress } from './spelled-address.ts'
import { timeIn } from './time-in-zone.ts'
import { writeTime } from './spoken-clock.ts'
import { readPreferredTime } from './preferred-time.ts'

/* The zone that a visitor names for a meeting, in which all its times are then said. */

/** Notes the zone that the visitor names for a meeting (“2pm eastern”), from then on the zone of all its times. */
export function hearZone(run: ConversationRun, { intent }: Proposal, text: string): ZoneSaid | null {
  const { booking, person } = run.state
  const isTheirs = theyAre.test(text)
  const said = isTheirs ? null : (readHome(text) ?? (run.state.home === undefined ? readLikelyHome(text) : null))
  const home = said ?? run.state.home
  const isTimed = home !== undefined && readZone(text) === null && mentionsTime(run.inEnglish(text))
  const ownTime = isTimed ? ofOwnTime.exec(text)?.[0] : undefined
  const heard =
    ownTime === undefined || home === undefined
      ? readZone(text)
      : { zone: home, rest: text.replace(ownTime, '').replace(/\s+/g, ' ').trim() }
  if (said !== null) run.state = { ...run.state, home: said }
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

/** “9pm my time”, “09:30 local”, “three in the afternoon here”, “9:30 for me”; not “our time is short” */
const ofOwnTime =
  /(?<=\d|[ap]\.?m\.?|o['’]?clock|noon|morning|afternoon|evening|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))(?:,? (?:in )?(?:my|our) (?:local )?time\b|,? local(?: time)?\b|,? (?:over )?here\b(?! (?:we|is|in|at|it|they)\b)|,? for (?:me|us)\b(?=\s*(?:$|[,.;!?])))/i

/**
 * The answer to “what is that in Berlin?” and “that's 10 in the morning for him, right?” while a time is chosen; null if
 * the remark asks no such thing, or names no place and none was named before.
 */
export function sayElsewhere(run: ConversationRun, text: string): BookingStep | null {
  const { booking, home } = run.state
  if (booking === null || booking.chosen === null || !asksElsewhere.test(text)) return null
  const isTheirs = ofOthers.test(text)
  const zone = findAnyZone(text) ?? (isTheirs ? run.state.theirZone : (home ?? run.state.zone ?? undefined))
  // “Is that my time?” for times that are in this zone already
  if (zone === undefined || zone === null || zone.name === booking.chosen.zone) return null
  const time = timeIn(booking.chosen.startUtc, zone)
  if (time === null) return null
  const question = openQuestion(booking)
  return sayInBooking(booking, [saying('elsewhere', time, zone.name), question])
}

/** Remembers where somebody else is: “he's in Birmingham”, “she's joining from Spain”. */
export function hearTheirPlace(run: ConversationRun, text: string): void {
  const lead = theyAre.exec(text)
  const zone = lead === null ? null : findAnyZone(text.slice(lead.index, lead.index + lead[0].length + 40))
  if (zone !== null) run.state = { ...run.state, theirZone: zone }
}

const theyAre =
  /\b(?:he|she|they|(?:my|our) (?!home|office|company|firm|shop|business|team|place|site|head)\p{L}+)(?:['’]?s|['’]?re| is| are| will be|['’]?ll be|(?= (?:sits|works|lives))) (?:\p{L}+ )?(?:in|from)\b|\b(?!i['’]?m |we['’]?re |hi |hey )\p{L}+(?:['’]?s| is| will be) (?:joining|dialling in|dialing in|calling) from\b/iu
/** “What's that in Berlin?”, “when is that for her, UK time?”, “so for him that's 10 in the morning, right?” */
const asksElsewhere =
  /\b(?:what(?:['’]?s| is)|what (?:time|hour)(?:['’]?s| is| would| will)?|when is|when) (?:that|it|this)(?: is| be)?\b(?! (?:thing|one|called)\b)(?=.{0,30}\b(?:in|for|time)\b).{0,40}$|\b(?:that|it)(?:['’]?s| is| would be) (?:then )?(?:at )?\d{1,2}\b.*\b(?:right|yes|correct)\b|\bis (?:that |it )?\d{1,2}(?:[:.]\d\d)? .{0,40}\b(?:time|hour)\b/i
const ofOthers = /\b(?:him|her|them|his|their|hubby|he|she|they)\b/i

/** Looks for the time in the zone just named: the one in the same remark, or the one chosen or requested before. */
export function lookInZone(booking: Booking, said: string): BookingStep {
  // The same time in another zone doesn't count as insisting.
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
