/* Parses when a visitor would like to meet: “Friday after 4”, “next week, mornings”, “around lunch”. */

import { correction, separateExcluded } from './excluded-time.ts'
import { readSpan, spanDays, type DateSpan } from './date-span.ts'
import { monthPattern, shortMonth, toMonth } from './month-names.ts'
import { dayName, readHour, writeClock } from './spoken-clock.ts'

export interface PreferredTime {
  readonly day: PreferredDay | null
  /** Minutes since midnight; a meeting begins at or after `from` and before `to`. */
  readonly from: number
  readonly to: number
  /** The exact time named, or null. */
  readonly at: number | null
}

/** Days are counted from today, and weeks from this week. Weekday 1 is Monday. */
export type PreferredDay =
  | { readonly kind: 'offset'; readonly days: number }
  | {
      readonly kind: 'weekday'
      readonly weekday: number
      /** Weeks from this one, of “Thursday of the week after next”; null for the next such day. */
      readonly inWeek: number | null
      /** “Monday week”: a week after the next Monday. */
      readonly isWeekLater?: boolean
      /** “Tuesday or Wednesday”: the others. */
      readonly or?: readonly number[]
    }
  | { readonly kind: 'week'; readonly offset: number; readonly part: 'start' | 'end' | null }
  | {
      readonly kind: 'date'
      readonly day: number
      readonly month: number | null
      /** As said, to say it again. */
      readonly weekday?: number
    }
  /** “The second Tuesday in January”: the second on or after 1 January, for “the new year” 2 January. */
  | {
      readonly kind: 'nth-weekday'
      readonly nth: number
      readonly weekday: number
      readonly day: number
      readonly month: number
    }
  /** “The second week of February”, on these weekdays if any are named. */
  | { readonly kind: 'span'; readonly span: DateSpan; readonly weekdays: readonly number[] }

/** The time asked for in a sentence; null if it names none, or only times that don't suit. */
export function readPreferredTime(text: string): PreferredTime | null {
  const said = writeDates(text)
  const { first = '', then: corrected } = correction.exec(said)?.groups ?? {}
  const wish = corrected === undefined ? null : readPreferredTime(corrected)
  // “10 on Tuesday. No wait, Wednesday, same time”
  const before = wish?.at === null && /\bsame (?:time|hour)\b/i.test(corrected ?? '') ? readPreferredTime(first) : null
  if (wish !== null && before !== null && before.at !== null) return { ...wish, at: before.at }
  return wish ?? readLastHour(said) ?? readWish(said)
}

/** Writes “on 11.12.”, “2026-12-11” and “on 12/31” as “11 december”. “MySQL 5.7.”, “24/7” and “11/12” stay. */
export function writeDates(text: string): string {
  const dayFirst = (written: string, day: string, month: string) => toWritten(written, day, month)
  return text
    .replace(ordinalDay, (ordinal: string) => `${ordinalDays.indexOf(ordinal.toLowerCase().replace(' ', '-')) + 1}th`)
    .replace(/\b\d{4}-(\d\d)-(\d\d)\b/g, (written, month: string, day: string) => toWritten(written, day, month))
    .replace(/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?:\d{4}|\d\d)\b(?!:)/g, dayFirst)
    .replace(beforeClock, dayFirst)
    .replace(dottedDate, dayFirst)
    .replace(dateAt, dayFirst)
    .replace(slashedDate, (written, one: string, other: string) => {
      if (Number(one) > 12) return toWritten(written, one, other)
      return Number(other) > 12 ? toWritten(written, other, one) : written
    })
}

const ordinalDays =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .concat('first second third fourth fifth sixth seventh eighth ninth'.split(' ').map((unit) => `twenty-${unit}`))
    .concat('thirtieth', 'thirty-first')
const ordinalNames = ordinalDays
  .toReversed()
  .map((ordinal) => ordinal.replace('-', '[- ]'))
  .join('|')
/** “Monday the seventh”, “the seventh of December”, “December the seventh”; not “Tuesday first thing” */
const ordinalDay = new RegExp(
  String.raw`(?<=\b(?:${dayName},? the|${monthPattern.slice(1)},?(?: the)? )\b(?:${ordinalNames})\b(?! (?:thing|one|time|slot|option|half|week|of)\b)|\b(?:${ordinalNames})(?= of ${monthPattern}| (?!may|march)${monthPattern})`,
  'gi',
)

/** “11.12. 14:00” */
const beforeClock = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?=,? ?(?:at |um )?\d{1,2}(?:[:.h]\d\d|h| ?[ap]m))/g
const dateCue = '(?:on|on the|for|by|until|till|do|take|book|day|am|make it)'
/** “On 11.12. please”, not “we are on 5.7. Is that ok?” */
const dottedDate = new RegExp(
  `(?<=\\b${dateCue} )(\\d{1,2})\\.(\\d{1,2})\\.(?= [a-z,]|,|$)(?<!\\bdo \\d{1,2}\\.\\d{1,2}\\.(?=$))`,
  'g',
)
/** “30 minutes at 7.12. in the morning” */
const dateAt = /\bat (\d{1,2})\.(\d{1,2})\.(?= (?:in the|at|around|about|after|before|um)\b)/g
const slashedDate = new RegExp(
  `(?<=^|\\b${dateCue} |[,;] )(?!24/7)(\\d{1,2})/(\\d{1,2})(?:/\\d{2,4})?(?![\\d/])(?= ?(?:$|[.,;!?]| (?:at|in|please|if|or|around|after|before|would|works)\\b))`,
  'g',
)

function toWritten(written: string, day: string, month: string): string {
  const name = shortMonth(Number(month))
  return name === undefined || Number(day) < 1 || Number(day) > 31 ? written : `${Number(day)} ${name} `
}

/** “2 pm then” */
const lastWordsMax = 3

/** “He is at school until noon that day. 2 pm?” asks for 2 pm; “We open at 8.” at the end doesn't ask for a time. */
function readLastHour(text: string): PreferredTime | null {
  const last = /[.!]\s+([^.!]+[.!?]?)$/.exec(text.slice(-200))?.[1]
  if (last === undefined || !(last.endsWith('?') || last.split(/\s+/).length <= lastWordsMax)) return null
  const wish = readWish(last)
  if (wish === null || wish.at === null || wish.day !== null) return null
  return { ...wish, day: readWish(text.slice(0, text.length - last.length))?.day ?? null }
}

/** “Any time after five is hopeless” becomes “before five”. */
const avoidedHours =
  /\b(after|before) ((?:\d{1,2}(?:[:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)(?: ?[ap]\.?m\b\.?| ?o['’]?clock)?(?: in the \w+| at night)?),? (?:is|['’]s|are|would be) (?:hopeless|useless|bad|out|difficult|impossible|(?:no|not) (?:good|use|possible|great))\b/gi

function turnAvoided(text: string): string {
  return text.replace(avoidedHours, (_, side: string, hour: string) => {
    const half = /morning/i.test(hour) ? ' am' : /afternoon|evening|night/i.test(hour) ? ' pm' : ''
    return `${side.toLowerCase() === 'after' ? 'before' : 'after'} ${hour.replace(/ (?:in the \w+|at night)$/i, half)}`
  })
}

/** “Week commencing Monday 7 December” isn't the Monday. */
const weekdayInWeek =
  /(?<=\b(?:week (?:of|commencing|beginning|starting)|w ?\/ ?c) (?:the )?)\w+day,? (?=(?:the )?\d)/gi

function readWish(text: string): PreferredTime | null {
  const turned = turnAvoided(text).replace(weekdayInWeek, '')
  const said = writeClock(separateExcluded(turned).rest).replace(/\bgood (?:morning|afternoon|evening|day)\b/g, '')
  // “He's on nights till Wednesday, so Thursday”
  const untilLeftOut = said.replace(untilDay, ' ')
  const day = readDay(untilLeftOut) ?? (untilLeftOut === said ? null : readDay(said))
  const hours = said.replace(spanDays, ' ').replace(busyUntil, ' ')
  const part = readPart(hours)
  // “She teaches in the mornings, so after one.”
  const range = readRange(hours, /\bmornings\b/.test(hours) ? null : part)
  const at = range === null ? readClock(hours, part) : null
  if (day === null && part === null && range === null && at === null) return null
  const [from, to] = range ?? (at === null ? (part ?? [0, dayEnd]) : [0, dayEnd])
  return { day, from, to, at }
}

/** “I'm asleep till half three, so 4 o'clock” */
const busyUntil =
  /(?<!\bnot )\b(?:asleep|away|out|busy|working|at work|in meetings?|in class|teaching|on shift|in surgery|driving|closed|travell?ing|flying|booked|not free|unavailable)(?: up)? (?:un)?till? (?:at )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?(?=.*\d)/
const untilDay = new RegExp(String.raw`\b(?:un)?till? (?:${dayName})\b`, 'g')

/**
 * “Tomorrow at 2 or Friday after 3”: a time for each day that has its own, in order, at most four; otherwise the only
 * one, or null.
 */
export function readPreferredTimes(text: string): readonly (PreferredTime | null)[] {
  const wishes = text.split(/,? or /i, timesMax).map(readPreferredTime)
  const isEachWhole = wishes.every((wish) => wish !== null && wish.day !== null && (wish.at !== null || wish.from > 0))
  return wishes.length > 1 && isEachWhole ? wishes : [readPreferredTime(text)]
}

/** The calendar is searched for each of them. */
const timesMax = 4
const dayEnd = 24 * 60
type Range = readonly [from: number, to: number]

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const weekdayPattern =
  /\b(?:(next|this|coming|on) )?(mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thur?s?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?\b(?: (next week|week after))?/
const dayThenMonth = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ${monthPattern}\b`)
const monthThenDay = new RegExp(
  String.raw`\b${monthPattern} (?:the )?(\d{1,2})(?:st|nd|rd|th)?\b(?!:| (?:of|people|staff)\b| (?!works|suits|is)[a-z]{3,}s\b)`,
)

/** The date in “Monday 7 December” or “December 7th”. */
function readDate(said: string): { readonly day: number; readonly month: number } | null {
  const dated = dayThenMonth.exec(said)
  const named = dated === null ? monthThenDay.exec(said) : null
  const date = dated === null ? toDate(named?.[2], named?.[1]) : toDate(dated[1], dated[2])
  return date?.kind === 'date' && date.month !== null ? { day: date.day, month: date.month } : null
}

function readDay(said: string): PreferredDay | null {
  if (/\bday after tomorrow\b/.test(said)) return { kind: 'offset', days: 2 }
  if (/\btomorrow\b|\btmrw?\b/.test(said)) return { kind: 'offset', days: 1 }
  if (/\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b/.test(said)) return { kind: 'offset', days: 0 }
  const span = readSpan(said)
  if (span !== null) {
    // “Between Christmas and New Year, Monday 28th”
    const exact = weekdayAndDay.exec(said)
    const date = exact === null ? null : toDate(exact[2] ?? exact[3], undefined)
    if (date !== null) return { ...date, month: span.from.month, ...weekdayOf(exact) }
    const named = weekdayPattern.exec(said)?.[2]
    const others = [...said.matchAll(otherWeekday)].map(([, name]) => toWeekday(name))
    return { kind: 'span', span, weekdays: named === undefined ? [] : [toWeekday(named), ...others] }
  }
  const nth = readNthWeekday(said)
  if (nth !== null) return nth
  const inEightDays = weekdayInEightDays.exec(said)
  if (inEightDays !== null) {
    return { kind: 'weekday', weekday: toWeekday(inEightDays[1]), inWeek: null, isWeekLater: true }
  }
  const inTime = /\bin (?:a|(\d{1,2})) (day|week)s?\b/.exec(said)
  if (inTime !== null && !(inTime[2] === 'week' && weekdayPattern.test(said))) {
    const count = Math.min(60, Number(inTime[1] ?? 1))
    return inTime[2] === 'day' ? { kind: 'offset', days: count } : { kind: 'week', offset: count, part: null }
  }
  // “Monday 7 December” isn't next Monday.
  const date = readDate(said)
  if (date !== null) return { kind: 'date', ...date, ...weekdayOf(weekdayBeforeDate.exec(said)) }
  const dated = weekdayAndDay.exec(said)
  const day = dated === null ? null : toDate(dated[2] ?? dated[3], undefined)
  if (day !== null) return { ...day, ...weekdayOf(dated) }
  const weekday = weekdayPattern.exec(said)
  if (weekday !== null) {
    const others = [...said.matchAll(otherWeekday)].map(([, name]) => toWeekday(name))
    return {
      kind: 'weekday',
      weekday: toWeekday(weekday[2]),
      inWeek: weekNamed(said, weekday[1] === 'next'),
      ...(weekLater.test(said) && { isWeekLater: true }),
      ...(others.length > 0 && { or: others }),
    }
  }
  if (onWeekends.test(said) && !notOnWeekends.test(said)) {
    return { kind: 'weekday', weekday: 6, inWeek: /\bnext weekend\b/.test(said) ? 1 : null, or: [7] }
  }
  const numbered = /\b(\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|step|slide|screen|time|place|year|row|party)s?\b)/.exec(
    said,
  )
  if (numbered !== null) return toDate(numbered[1], undefined)
  const week = /\b(?:(next|this|following|coming) week|week after next)\b/.exec(said)
  const isOfWeek = /\b(?:start|beginning|early|end|late|later)\b.{0,12}\bweek\b/.exec(said)
  if (week === null && isOfWeek === null) return null
  const offset = week === null || week[1] === 'this' ? 0 : week[1] === undefined ? 2 : 1
  const part = isOfWeek === null ? null : /^(?:end|late)/.test(isOfWeek[0]) ? 'end' : 'start'
  return { kind: 'week', offset, part }
}

/** The week of a weekday, counted from this one; null if none is named. */
function weekNamed(said: string, isNext: boolean): number | null {
  const weeks = /\bin (?:a|(\d{1,2})) weeks?\b/.exec(said)
  if (weeks !== null) return Math.min(60, Number(weeks[1] ?? 1))
  if (/\bweek after next\b/.test(said)) return 2
  return isNext || /\bnext week\b/.test(said) ? 1 : null
}

/** “He is only free at weekends”; not “weekend support” */
const onWeekends =
  /\b(?:only|free|better|rather|on|at|this|next|the|a|any) weekends?\b(?= ?(?:$|[.,;!?]| (?:and|or|only|if|please|would|is|are|suits?|works?|then|but|because|instead)\b))/
const notOnWeekends =
  /\b(?:not|no|never|except|avoid|cant|cannot|dont|wont|works?|working|anything but)\b[^.,;]{0,20}\bweekends?\b|\bweekends? (?:is|are|do|does|wont|dont)(?:nt)? (?:not |no |really )*(?:bad|good|out|busy|work|possible|full|taken)\b/

/** “Monday the 7th”, “Monday the 7” */
const weekdayAndDay = new RegExp(
  String.raw`\b(${dayName}),? (?:(?:the )?(\d{1,2})(?:st|nd|rd|th)\b|the (\d{1,2})\b(?![:.]?\d| ?[ap]\.?m| (?:of|staff|people)\b| [a-z]{3,}s\b))`,
)

const weekdayBeforeDate = new RegExp(String.raw`\b(${dayName}),? (?:the )?(?:\d|${monthPattern.slice(1)}`)

function weekdayOf(found: RegExpExecArray | null): { readonly weekday?: number } {
  return found === null ? {} : { weekday: toWeekday(found[1]) }
}

/** “Monday in eight days” */
const weekdayInEightDays = /\b((?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?) in (?:7|8) days\b/

/** “The first Tuesday in January”, “the Monday after New Year's”, and as `preferredTimeText` writes it. */
function readNthWeekday(said: string): PreferredDay | null {
  const { nth = '', day, month } = nthWeekday.exec(said)?.groups ?? {}
  if (month !== undefined)
    return { kind: 'nth-weekday', nth: nths.indexOf(nth) + 1, weekday: toWeekday(day), day: 1, month: toMonth(month) }
  const afterNewYear = weekdayAfterNewYear.exec(said)?.groups
  if (afterNewYear === undefined) return null
  return { kind: 'nth-weekday', nth: 1, weekday: toWeekday(afterNewYear['day']), day: 2, month: 1 }
}

const nths = ['first', 'second', 'third', 'fourth']
const nthWeekday = new RegExp(
  String.raw`\b(?<nth>${nths.join('|')}) (?<day>${dayName})s? (?:in|of) ${monthPattern.replace('(', '(?<month>')}\b`,
)
const weekdayAfterNewYear = new RegExp(
  String.raw`\b(?:first )?(?<day>${dayName})s? (?:after|in) (?:the )?new ?years?(?: day)?\b`,
)

/** “Monday week”, “a week on Monday” */
export const weekLater = new RegExp(
  String.raw`\bthe ${dayName} after\b(?! \d| (?:lunch|work|noon|the))|\b${dayName} week\b(?! (?:after|on))|\ba week on (?:mon|tue|wed|thu|fri|sat|sun)`,
  'i',
)

/** “Tuesday or Wednesday”, “Monday, Tuesday or Friday” */
const otherWeekday =
  /(?<=\b(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?(?:,| or| and|\/|, or|, and) ?)(mon|tue|wed|thu|fri|sat|sun)/g

/** Monday is 1. */
export function toWeekday(name = ''): number {
  return weekdays.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function toDate(
  day: string | undefined,
  month: string | undefined,
): Extract<PreferredDay, { readonly kind: 'date' }> | null {
  const number = Number(day)
  if (number < 1 || number > 31) return null
  return { kind: 'date', day: number, month: month === undefined ? null : toMonth(month) }
}

/** The part of the day, if one is named. */
function readPart(said: string): Range | null {
  const avoided = avoidedPart.exec(said)
  if (avoided !== null) return otherParts[avoided[1] ?? avoided[2] ?? ''] ?? null
  return parts.find(([pattern]) => pattern.test(said))?.[1] ?? null
}

/** “Mornings are bad”, “not in the afternoon”. */
const avoidedPart =
  /\b(morning|afternoon|evening)s? (?:(?:is|are) (?:bad|no good|not (?:good|possible|great)|difficult|out|busy|full|impossible|tricky)|(?:do|does|wo|is|are)(?:nt| not) (?:work|suit|good|possible)|never work)|\b(?:not|no|except|avoid|cant do|cannot do|cant make|never)(?: (?:in|on|the|any))* (morning|afternoon|evening)s?\b/

/** Whether a part of the day is ruled out. */
export function avoidsPart(said: string): boolean {
  return avoidedPart.test(said)
}

const otherParts: Readonly<Record<string, Range>> = {
  morning: [12 * 60, 22 * 60],
  afternoon: [6 * 60, 12 * 60],
  evening: [6 * 60, 17 * 60],
}

const parts: readonly (readonly [RegExp, Range])[] = [
  [/\bfirst thing\b|\bearly (?:in the )?morning\b/, [7 * 60, 10 * 60]],
  [/\blate (?:in the )?morning\b/, [10 * 60, 12 * 60]],
  [/\bmornings?\b|\bforenoon\b|\bbefore (?:lunch|noon)\b|\bin the am\b/, [6 * 60, 12 * 60]],
  [/\bafter (?:the |our )?lunch(?:time)? (?:rush|service|trade|crowd|shift|peak)\b/, [14 * 60, 17 * 60]],
  [/\bafter (?:the )?(?:school run|school drop[- ]?off|drop[- ]?off|breakfast (?:rush|service))\b/, [9 * 60, 12 * 60]],
  [/\bbefore (?:we|the (?:shop|office|surgery|practice|school)) opens?\b/, [0, 9 * 60 + 30]],
  [/\bbefore (?:the )?(?:school (?:finishes|ends|is out|pick[- ]?up)|pick[- ]?up|home time)\b/, [9 * 60, 14 * 60 + 30]],
  [/\bafter (?:we close|closing(?: time)?)\b/, [17 * 60, 22 * 60]],
  [/\bafter lunch\b|\bearly (?:in the )?afternoon\b/, [13 * 60, 15 * 60]],
  [/\blunch(?:time)?\b|\bmidday\b|\b(?:around|about) noon\b/, [11 * 60 + 30, 14 * 60]],
  [/\blate (?:in the )?afternoon\b|\bend of (?:the )?day\b/, [15 * 60 + 30, 19 * 60]],
  [/\bafternoons?\b|\bin the pm\b/, [12 * 60, 18 * 60]],
  [/\bevenings?\b|\btonight\b|\bafter work\b/, [17 * 60, 22 * 60]],
]

/** The “p” of “ten, please” isn't pm. */
const clock = String.raw`(\d{1,2})(?:[:.h ]?(\d{2}))?(?:\s?([ap])(?:\.? ?m\b\.?|(?<=\d[ap])\b))?`

/** “Between 2 and 4”, “after 4”, “before eleven”. */
function readRange(said: string, part: Range | null): Range | null {
  const between = new RegExp(String.raw`\b(?:between |from )?${clock}\s*(?:-|–|and|to|till|until)\s*${clock}`).exec(
    said,
  )
  if (between !== null && /between|from|-|–|\b(?:to|till|until)\b/.test(between[0])) {
    const to = toMinute(between[4], between[5], between[6], part)
    const from = toMinute(between[1], between[2], between[3] ?? between[6], part)
    if (from !== null && to !== null && from < to) return [from, to]
  }
  const after = new RegExp(
    String.raw`\b(?:after|from|past|later than|not before|no earlier than|since)(?: about)? ${clock}`,
  )
  const before = new RegExp(
    String.raw`\b(?:before|until|till|by|not after|(?:no|not) later than|earlier than) ${clock}`,
  )
  const orLater = new RegExp(String.raw`\b${clock} (?:or|and) later\b`)
  const start = after.exec(said) ?? orLater.exec(said)
  const end = before.exec(start === null ? said : said.replace(start[0], ' '))
  const to = end === null ? null : toMinute(end[1], end[2], end[3], part)
  if (start !== null && !/\b(?:half|quarter) past/.test(said)) {
    const from = toMinute(start[1], start[2], start[3], part)
    // “After 18, not later than 9”
    const last = from !== null && to !== null && to <= from && to + 12 * 60 > from ? to + 12 * 60 : to
    if (from !== null) return [from, last !== null && last > from ? Math.min(last, dayEnd) : dayEnd]
  }
  if (to !== null) return [0, to]
  // “In the morning, not too early”
  if (!/\bnot (?:too|so|that|very) early\b/.test(said)) return null
  return [10 * 60, part === null || part[1] <= 10 * 60 ? dayEnd : part[1]]
}

/** “At two”, “2 pm”, “14:30”, “around 3”, and “Monday 2” as a whole remark. */
function readClock(said: string, part: Range | null): number | null {
  const found = readHour(said) ?? (part === null ? onlyDayAndHour.exec(said.trim()) : null)
  return found === null ? null : toMinute(found[1], found[2], found[3], part)
}

const onlyDayAndHour = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]* (\d{1,2})()()$/

/** Without am or pm, an hour means working hours: 2 is in the afternoon, 9 in the morning. */
function toMinute(
  hours: string | undefined,
  minutes: string | undefined,
  half: string | undefined,
  part: Range | null,
): number | null {
  const [hour, minute] = [Number(hours), Number(minutes === undefined || minutes === '' ? 0 : minutes)]
  if (!(hour <= 24) || !(minute < 60)) return null
  if (half === 'a') return (hour % 12) * 60 + minute
  if (half === 'p') return ((hour % 12) + 12) * 60 + minute
  if (hour > 12 || hours?.startsWith('0') === true) return hour * 60 + minute
  const isMorning = part !== null && part[1] <= 12 * 60
  const isEvening = part !== null && part[0] >= 12 * 60
  const isAfternoon = !isMorning && (hour < 8 || (isEvening && hour < 12))
  return (isAfternoon ? hour + 12 : hour) * 60 + minute
}
