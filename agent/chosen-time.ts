import { saying } from './booking-saying.ts'
import { chooseSlot, lookForTimes, type Booking, type BookingStep } from './booking-steps.ts'
import { asksToMoveMeeting } from './meeting-remarks.ts'
import {
  dayLater,
  excludesTime,
  findSpokenSlots,
  mentionsTime,
  minuteOf,
  nameDayAfter,
  sameTime,
  type OfferedSlot,
} from './offered-slot.ts'
import { writePreferredTime } from './preferred-time-text.ts'
import { dayName, writeTime } from './spoken-clock.ts'
import { lastWish, mergeTimes } from './merged-times.ts'
import { readPreferredTime, toWeekday } from './preferred-time.ts'
import { countWords } from './sentences.ts'

/* Completes and changes the time that a visitor chooses. */

/**
 * Names at most three times; one per day if there are several days: the first, or the one closest to the hour `wished`
 * for, in minutes since midnight.
 */
export function spokenOf(slots: readonly OfferedSlot[], wished: number | null = null): readonly OfferedSlot[] {
  const from = (slot: OfferedSlot) => (wished === null ? 0 : Math.abs(minuteOf(slot) - wished))
  const days = new Map(
    slots
      .toSorted((one, other) => from(one) - from(other))
      .toReversed()
      .map((slot) => [slot.dayOfMonth, slot]),
  )
  const firsts = slots
    .filter((slot) => days.get(slot.dayOfMonth) === slot)
    .toSorted((one, other) => one.startUtc.localeCompare(other.startUtc))
  return (firsts.length > 1 ? firsts : slots).slice(0, 3)
}

/** Completes a preferred time with the previous one, and with the day if the last offered times were all on one day. */
export function onSameDay({ spoken, preferredTime }: Booking, said: string): string {
  const [first, ...others] = spoken
  const text = mergeTimes(preferredTime, said)
  const isOneDay = others.length > 0 && others.every(({ dayOfMonth }) => dayOfMonth === first?.dayOfMonth)
  return isOneDay && readPreferredTime(text)?.day === null ? `the ${first?.dayOfMonth}th, ${text}` : text
}

/** Completes “Wednesday, same hour” with the time asked for before. “10” is read as an hour, “2” as the second time. */
export function withWished({ preferredTime, spoken }: Booking, text: string): string {
  const hour = /^(\d{1,2})(?: please)?[.!]*$/i.exec(text.trim())?.[1]
  if (hour !== undefined && Number(hour) > spoken.length) return `at ${hour}`
  const wish = readPreferredTime(preferredTime)
  const at = wish?.at ?? null
  // “Half an hour later” than the time that wasn't free.
  const shifted = at === null ? null : shiftedTime(text, { hour: Math.floor(at / 60), minute: at % 60 })
  if (wish !== null && shifted !== null) return `${writePreferredTime({ ...wish, at: null })} at ${shifted}`
  if (wish === null || typeof readPreferredTime(text)?.at === 'number') return text
  const hours = writePreferredTime({ ...wish, day: null })
  return hours === '' ? text : text.replace(sameTime, hours)
}

/** Handles a change of the chosen time: to another offered time, or to one that has to be looked up. */
export function changeChosenTime(booking: Booking, remark: string): BookingStep | null {
  const said = lastWish(remark)
  const text = withChosen(booking, said)
  const fitting = findSpokenSlots(text, booking.slots, booking.spoken)
  const [only] = fitting
  if (fitting.some(({ id }) => id === booking.chosen?.id)) return null
  if (only !== undefined) return fitting.length === 1 ? chooseSlot(booking, only) : nameTimes(booking, fitting)
  // “Thursday three o'clock then”
  const wish = readPreferredTime(said)
  const isExact = wish !== null && wish.day !== null && wish.at !== null && countWords(said) <= exactWordsMax
  const isChange =
    isExact ||
    asksToMoveMeeting(text) ||
    (mentionsTime(text) && (text !== said || said !== remark || changesMind.test(text) || excludesTime(text)))
  return isChange ? lookForTimes(booking, null, null, text) : null
}

const exactWordsMax = 6

/** Writes “the Thursday of that week” and “the Friday after” as dates, counted from the time. */
function nameDayOfWeek(text: string, slot: OfferedSlot): string {
  const inWeek = ofSameWeek.exec(text)
  const found = inWeek ?? dayAfterIt.exec(text)
  if (found === null) return text
  const named = found.groups?.['day'] ?? (/^(?:one|week)$/i.test(found[1] ?? '') ? slot.weekday : found[1])
  const apart = toWeekday(named) - toWeekday(slot.weekday)
  const days = inWeek === null ? ((apart + 6) % 7) + 1 : apart
  return text.replace(found[0], ` ${named ?? ''} the ${dayLater(slot, days)}th`)
}

const dayAfterIt = new RegExp(
  String.raw`\b(?:the )?(${dayName}|one|week) after\b(?! (?:\d|lunch|work|noon|the|around|about))`,
  'i',
)
/** “The Thursday of that week”, “can it go to the Thursday?” */
const ofSameWeek = new RegExp(
  String.raw`\b(?:the )?(${dayName}) (?:of )?(?:that|the same) week\b|\b(?:to|on|for|rather|make it) the (?<day>${dayName})\b(?! (?:\d|after|before|the|week|in|of))`,
  'i',
)

/** Completes “Wednesday, same time” and “no sorry, 11” with the chosen time's hour or day. */
function withChosen({ chosen }: Booking, text: string): string {
  if (chosen === null) return text
  const shifted = shiftedTime(text, chosen)
  if (shifted !== null) return `the ${chosen.dayOfMonth}th at ${shifted}`
  const hour = bareHour.exec(text.trim())?.[1]
  if (hour !== undefined) return `the ${chosen.dayOfMonth}th at ${hour}`
  const time = `at ${writeTime(minuteOf(chosen))}`
  const namesDay = readPreferredTime(text)?.day?.kind === 'weekday'
  if (weekAfter.test(text) && !namesDay && /\bsame (?:day|time|hour)\b/i.test(text))
    return `the ${dayLater(chosen, 7)}th ${time}`
  const said = nameDayOfWeek(nameDayAfter(text, chosen), chosen)
  // “Make it half past ten” and “rather in the afternoon” stay on the same day.
  const wish = readPreferredTime(said)
  // “Not the 2nd, it's the 3rd” keeps the hour.
  const isOnlyDay = wish !== null && wish.day !== null && wish.at === null && wish.from === 0 && wish.to === 24 * 60
  if (isOnlyDay && corrects.test(said)) return `${said.replace(/[.!?\s]+$/, '')} ${time}`
  if (wish?.day === null && !sameTime.test(said)) return `the ${chosen.dayOfMonth}th, ${said}`
  return mentionsTime(said) ? said.replace(sameTime, time) : said
}

/** “Move it to the following week, same day same time” */
const weekAfter = /\b(?:a week later|(?:the )?(?:following week|next week|week after))\b/i

/** “Half an hour earlier” than the time, as “15:30”; null if the words say no such thing, or mean another day. */
export function shiftedTime(text: string, time: Pick<OfferedSlot, 'hour' | 'minute'>): string | null {
  const found = shift.exec(text)?.groups
  if (found === undefined) return null
  const { half, quarter, quarters, hours = '1', minutes, way = '' } = found
  const parts = half !== undefined ? 2 : quarter !== undefined ? 1 : quarters !== undefined ? 3 : null
  const count = parts === null ? Number(minutes ?? toHours(hours) * 60) : parts * 15
  const at = minuteOf(time) + (/earlier|forward/i.test(way) ? -count : count)
  if (at < 0 || at >= 24 * 60) return null
  return writeTime(at)
}

function toHours(said: string): number {
  return { a: 1, an: 1, one: 1, two: 2 }[said.toLowerCase()] ?? Number(said)
}

/** As the whole remark, or after “move it”: “remind me an hour before” doesn't move the meeting. */
const shift =
  /(?:^(?:(?:sorry|ok|no|oh|hm+|so|then|please|actually|maybe|rather|better|and|or|perhaps|(?:can|could) (?:we|you|it be))[, ]+)*|\b(?:can|could|shall) (?:it be|(?:we|it|you|i) (?:start|begin|be|meet|talk|do it|have it|say))(?: it)? |\b(?:move|push|make|shift|bring|put|pull) (?:(?:it|that|this|the \p{L}+) )?(?:(?:a (?:little|bit)|slightly),? )?(?:by )?)(?:(?<half>half an hour|half hour)|(?<quarter>(?:a )?quarter of an hour)|(?<quarters>three quarters of an hour)|(?<minutes>\d{1,2}) ?min(?:ute)?s?|(?<hours>an?|one|two|\d) hours?) (?<way>earlier|later|forward|back)\b/iu

const bareHour =
  /^(?:(?:hm+|no|sorry|oh|ah|wait|please|actually|or|better|(?:can|could) (?:we|you|i)|let['’]?s|maybe|perhaps|have|do|make (?:it|that)|i mean|rather|at|about|around|say)[,.!]? )+(\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\b\.?)?)(?:,? (?:please|instead|rather|then|o['’]?clock|is better|would be better|works|suits|on the dot|sharp|(?:the )?same day))*[.!?]*$/i

const corrects = /\b(?:sorry|meant?|not|isn['’]?t|wrong)\b/i

const changesMind =
  /\b(?:meant?|sorry|instead|rather|better|prefer|actually|make (?:it|that)|busy|other|different|change|(?:i|we|he|she|they)(?:['’]m| am| are| is|['’]re|['’]s)? (?:can )?only (?:do|free|make|manage)|would suit|suits (?:us|me|him|her) better|can['’]?t|cannot|won['’]?t)\b/i

export function nameTimes(booking: Booking, fitting: readonly OfferedSlot[]): BookingStep {
  const spoken = spokenOf(fitting)
  return {
    booking: { ...booking, stage: 'choosing', chosen: null, spoken },
    say: [saying('times', spoken), saying('which')],
    effects: [{ type: 'slots', slots: booking.slots }],
    outcome: 'booking',
  }
}
