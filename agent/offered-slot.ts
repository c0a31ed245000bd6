import { correction, separateExcluded } from './excluded-time.ts'
import { daysIn } from './month-names.ts'
import { dayName, readHour, writeClock } from './spoken-clock.ts'
import { avoidsPart, readPreferredTime, weekLater, writeDates, type PreferredTime } from './preferred-time.ts'

/* The times offered for a meeting, and which of them a remark names. */

/** An offered time. The server issues the id, so neither visitor nor responder can invent one. */
export interface OfferedSlot {
  readonly id: string
  /** ISO, in UTC. */
  readonly startUtc: string
  /** For a button, in the visitor's zone: “Tue 24 Nov, 10:00”. */
  readonly label: string
  /** For speech: “Tuesday 24 November at 10:00”. */
  readonly spoken: string
  /** The same in parts, in the visitor's zone, to match it with remarks. */
  readonly weekday: string
  readonly relativeDay: 'today' | 'tomorrow' | null
  readonly dayOfMonth: number
  readonly hour: number
  readonly minute: number
  /** How to say its zone, if the visitor named one: “Eastern Time”. */
  readonly zone?: string
  /** Set if the visitor named a time: whether this is it. */
  readonly isWished?: boolean
  /** How long the meeting takes; missing if only an outside calendar knows. */
  readonly minutes?: number
}

/** The time as the agent says it: “Thursday 3 December at 14:00, Eastern Time”. */
export function sayTime({ spoken, zone = '' }: Pick<OfferedSlot, 'spoken' | 'zone'>): string {
  return zone === '' ? spoken : `${spoken}, ${zone}`
}

/**
 * The slots that match a remark; none if it mentions no time. Ordinals refer to the times `spoken` last. If it only
 * says what doesn't suit, all others.
 */
export function findSpokenSlots(
  remark: string,
  slots: readonly OfferedSlot[],
  spoken: readonly OfferedSlot[] = [],
): readonly OfferedSlot[] {
  const text = writeDates(remark)
  const corrected = correction.exec(text)?.groups
  if (corrected !== undefined) {
    const { first = '', then = '' } = corrected
    const [only, ...others] = findSpokenSlots(first, slots, spoken)
    const said =
      only === undefined || others.length > 0
        ? then
        : nameDayAfter(then, only).replace(sameTime, `at ${only.hour}:${String(only.minute).padStart(2, '0')}`)
    if (mentionsTime(said)) return findSpokenSlots(said, slots, spoken)
  }
  const named = spoken.length > 0 ? spoken : slots.slice(0, 3)
  const { rest, excluded } = separateExcluded(
    // “The 2nd one” is an offered time, “the 2nd” may be a date.
    text.replace(/\b(?:1st|2nd|3rd)(?= (?:one|time|slot|option)\b)/gi, (nth) => nths[nth.toLowerCase()] ?? nth),
  )
  const ruledOut = new Set(excluded.flatMap((time) => findNamedSlots(writeClock(time), slots, named) ?? []))
  const isLeft = (slot: OfferedSlot) => !ruledOut.has(slot)
  const said = writeClock(rest)
  const found = findNamedSlots(said, slots.filter(isLeft), named.filter(isLeft))
  // “Not on Tuesday, rather after 15:00” is more than what doesn't suit.
  return (
    lastOrFirst(said, found) ?? (excluded.length > 0 && readPreferredTime(said) === null ? slots.filter(isLeft) : [])
  )
}

/** The slots without those that the words rule out. */
export function withoutExcluded(text: string, slots: readonly OfferedSlot[]): readonly OfferedSlot[] {
  const ruledOut = new Set(
    separateExcluded(text).excluded.flatMap((time) => findNamedSlots(writeClock(time), slots, []) ?? []),
  )
  return slots.filter((slot) => !ruledOut.has(slot))
}

/** “Monday then, as late as you can”, “whatever you have that Tuesday”. */
export function lastOrFirst(said: string, found: readonly OfferedSlot[] | null): readonly OfferedSlot[] | null {
  if (found === null || found.length < 2) return found
  const isOneDay = found.every(({ dayOfMonth }) => dayOfMonth === found[0]?.dayOfMonth)
  if (isOneDay && /\b(?<!not )as late as\b|\b(?:the )?latest\b/.test(said)) return found.slice(-1)
  if (
    /\bas (?:early|soon) as\b|\b(?:earliest|soonest)\b|\bwhatever (?:you (?:have|ve)|is free|s free|works|suits)\b/.test(
      said,
    )
  )
    return found.slice(0, 1)
  return found
}

/** Writes “the day after” as a date. */
export function nameDayAfter(text: string, slot: OfferedSlot): string {
  return text.replace(
    /\b(?:on )?(?:(?:the )?(?:day after|next day|following day)|(?:a|one) day later)\b(?! tomorrow)/i,
    `on the ${dayLater(slot, 1)}th`,
  )
}

/** The day of the month so many days after the slot, or before it if negative. At most a month away. */
export function dayLater({ startUtc, dayOfMonth }: OfferedSlot, days: number): number {
  const [year = 0, month = 0] = startUtc.split('-').map(Number)
  const isLeap = year % 4 === 0
  const length = daysIn(month, isLeap)
  const day = dayOfMonth + days
  if (day < 1) return day + daysIn(month === 1 ? 12 : month - 1, isLeap)
  return day > length ? day - length : day
}

/** The slots that the words name; null if they name no time. */
function findNamedSlots(
  said: string,
  slots: readonly OfferedSlot[],
  named: readonly OfferedSlot[],
): readonly OfferedSlot[] | null {
  const wish = readPreferredTime(said)
  const isAny =
    /\b(?:any ?time|any of (?:them|these|those)|whichever|whenever (?:suits|works|you (?:like|want|can))|you (?:choose|pick)|all (?:fine|good))\b/.test(
      said,
    )
  if (isAny && wish === null) return named.slice(0, 1)
  if (weekLater.test(said) || wish?.day?.kind === 'nth-weekday' || wish?.day?.kind === 'span') return []
  const ordinal = spokenOrdinal.exec(said)?.groups
  const index = ordinal === undefined ? null : (ordinals[ordinal['word'] ?? ''] ?? Number(ordinal['digit']) - 1)
  // “9” to “9:00 or 9:30?” is an hour.
  if (index !== null && index < named.length) {
    const nth = (list: readonly OfferedSlot[]) => list.slice(index, index === -1 ? undefined : index + 1)
    const within = wish === null ? null : narrowed(named, slots, wish, said)
    return within === null ? nth(named) : within.length === 1 ? within : nth(within)
  }
  const onDays = weekdays.filter((day) => new RegExp(`\\b${day}(?:${weekdayEnds[day]})?\\b`).test(said))
  if (/\bday after tomorrow\b/.test(said)) return []
  const relative = /\b(today|tomorrow)\b/.exec(said)?.[1]
  const date = wish?.day?.kind === 'date' ? wish.day : null
  const partOfDay = avoidsPart(said) ? undefined : /\b(morning|afternoon)\b/.exec(said)?.[1]
  // “Wednesday, after 18”
  const isRange = wish !== null && partOfDay === undefined && (wish.from > 0 || wish.to < 24 * 60)
  const saidTime = readTime(said)
  // In “after 13:00”, the time is where the range begins.
  const isBound =
    isRange &&
    saidTime !== undefined &&
    [wish.from, wish.to].some((at) => at % 720 === (saidTime.hour * 60 + saidTime.minute) % 720)
  const time = isBound ? undefined : saidTime
  if (onDays.length === 0 && date === null && [relative, time, partOfDay].every((each) => each === undefined))
    return null
  return slots.filter(
    (slot) =>
      (!isRange || isWithin(slot, wish)) &&
      (onDays.length === 0 || onDays.some((day) => slot.weekday.toLowerCase().startsWith(day))) &&
      (relative === undefined || slot.relativeDay === relative) &&
      (date === null || isOnDate(slot, date)) &&
      (partOfDay === undefined || slot.hour < 12 === (partOfDay === 'morning')) &&
      (time === undefined || isAt(slot, time)),
  )
}

/** The times among which “the first one after 9” counts; null if the words don't narrow them. */
function narrowed(
  named: readonly OfferedSlot[],
  slots: readonly OfferedSlot[],
  { day, from, to }: PreferredTime,
  said: string,
): readonly OfferedSlot[] | null {
  const isRange = from > 0 || to < 24 * 60
  if (!isRange && day?.kind !== 'weekday') return null
  const isStrict = /\bafter\b/.test(said)
  const fits = (slot: OfferedSlot) =>
    (day?.kind !== 'weekday' || slot.weekday.toLowerCase().startsWith(weekdays[day.weekday - 1] ?? '')) &&
    (isStrict && isRange ? minuteOf(slot) > from && minuteOf(slot) < to : isWithin(slot, { day, from, to, at: null }))
  const offered = named.filter(fits)
  return offered.length > 0 ? offered : slots.filter(fits)
}

function isOnDate(
  { dayOfMonth, startUtc }: OfferedSlot,
  { day, month }: { readonly day: number; readonly month: number | null },
): boolean {
  // Around midnight, the month in UTC may be another than the visitor's.
  const isMonth = month === null || day === 1 || day >= 28 || Number(startUtc.slice(5, 7)) === month
  return dayOfMonth === day && isMonth
}

/** When it begins, in minutes since midnight. */
export function minuteOf({ hour, minute }: Pick<OfferedSlot, 'hour' | 'minute'>): number {
  return hour * 60 + minute
}

function isWithin(slot: OfferedSlot, { from, to }: PreferredTime): boolean {
  return minuteOf(slot) >= from && minuteOf(slot) < to
}

/** Whether a remark mentions a day or hour in addition to a meeting request. */
export function mentionsTime(text: string): boolean {
  return readPreferredTime(text) !== null || excludesTime(text)
}

/** “Not on Monday”. */
export function excludesTime(text: string): boolean {
  return separateExcluded(text).excluded.length > 0
}

interface SpokenTime {
  readonly hour: number
  readonly minute: number
  readonly half: 'am' | 'pm' | null
}

function readTime(said: string): SpokenTime | undefined {
  const found = readHour(said) ?? onlyMinutes.exec(said) ?? hourThatSuits.exec(said)
  if (found === null) return undefined
  const half = found[3] === 'a' ? 'am' : found[3] === 'p' ? 'pm' : null
  return { hour: Number(found[1]), minute: Number(found[2] === '' ? 0 : (found[2] ?? 0)), half }
}

/** “10 30” */
const onlyMinutes = /\b(\d{1,2}) ([0-5]\d)\b()/
/** “Fine, nine then”, “make it 3 please”, “3 works” */
const hourThatSuits =
  /^(?:(?:ok|okay|yes|yeah|fine|good|great|all right|alright|so|then|well|make it|let s say|let s do|i ll take|we ll take|say),? )*(\d{1,2})()()(?:,? (?:works|would work|suits|is (?:fine|good|ok|okay|great|perfect|better)|then|please|it is|ish)\b.*)?[.! ]*$/i

/** Without am or pm, “at three” matches both 3:00 and 15:00. */
function isAt(slot: OfferedSlot, { hour, minute, half }: SpokenTime): boolean {
  if (slot.minute !== minute) return false
  if (half === null) return slot.hour === hour || slot.hour === hour + 12
  return slot.hour === (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** “Thursday, same time” */
export const sameTime = /\b(?:at )?(?:the )?same (?:time|hour|deal|slot)\b/i

/** Excludes “I need to ask my boss first”. */
const spokenOrdinal = new RegExp(
  String.raw`(?<!\b(?:ask|check|talk|see|know|think|look|need|discuss|try|test)\b.*)\b(?<word>first|earliest|soonest|second|third|last|latest|(?:later|earlier)(?= ones?\b(?! of (?:us|you|them|our|my)\b)| of | (?:day|date)\b))\b(?! (?:thing|day that|date that|week)\b)(?! of (?!(?:those|these|them|the (?:two|three))\b)|[- ]hand\b| ${dayName}s? (?:in|of)\b)|\b(?:number|option) (?<digit>\d)\b|^(?<digit>\d)$`,
)

const nths: Readonly<Record<string, string>> = { '1st': 'first', '2nd': 'second', '3rd': 'third' }

const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  earliest: 0,
  earlier: 0,
  soonest: 0,
  second: 1,
  third: 2,
  last: -1,
  latest: -1,
  later: -1,
}
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const weekdayEnds = {
  mon: 'day',
  tue: 's(?:day)?',
  wed: 'nesday',
  thu: 'rs(?:day)?',
  fri: 'day',
  sat: 'urday',
  sun: 'day',
}
