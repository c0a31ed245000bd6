import { daysIn, monthPattern, toMonth } from './month-names.ts'

/* Days said as a span: “the second week of February”, “between Christmas and New Year”. English only. */

/** Both days belong to the span. It may begin in one year and end in the next. */
export interface DateSpan {
  readonly from: MonthDay
  readonly to: MonthDay
}

export interface MonthDay {
  readonly day: number
  /** 1 to 12. */
  readonly month: number
}

/** The month's group with a name. */
const month = monthPattern.replace('(', '(?<month>')

/** The span that a remark in lower case names; null if it names none. */
export function readSpan(said: string): DateSpan | null {
  if (/\bbetween (?:christmas|xmas) and (?:the )?new ?years?\b/.test(said)) return within(12, 27, 31)
  const between = betweenDays.exec(said)?.groups
  if (between !== undefined) {
    const { first = '', firstMonth, last = '', month: lastMonth = '' } = between
    const to = { day: Number(last), month: toMonth(lastMonth) }
    return { from: { day: Number(first), month: firstMonth === undefined ? to.month : toMonth(firstMonth) }, to }
  }
  const week = weekOf.exec(said)?.groups
  if (week !== undefined) {
    const nth = nths.findIndex((names) => names.includes(week['nth'] ?? ''))
    return within(toMonth(week['month'] ?? ''), nth * 7 + 1, nth * 7 + 7)
  }
  const begun = weekFrom.exec(said)?.groups
  if (begun !== undefined) {
    const start = { day: Number(begun['day']), month: toMonth(begun['month'] ?? '') }
    return { from: start, to: addDays(start, 6) }
  }
  const after = weekAfter.exec(said)?.groups ?? weekAfterIt.exec(said)?.groups
  if (after !== undefined) {
    const [day, ofMonth] = [Number(after['day']), toMonth(after['month'] ?? '')]
    return { from: addDays({ day, month: ofMonth }, 1), to: addDays({ day, month: ofMonth }, 8) }
  }
  const part = partOf.exec(said)?.groups
  if (part === undefined) return null
  const [from, to] = parts.find(([names]) => names.test(part['part'] ?? ''))?.[1] ?? [1, 31]
  return within(toMonth(part['month'] ?? ''), from, to)
}

/** In words that `readSpan` reads: “between 8 and 14 February”. */
export function writeSpan({ from, to }: DateSpan, nameOf: (month: number) => string): string {
  const start = from.month === to.month ? `${from.day}` : `${from.day} ${nameOf(from.month)}`
  return `between ${start} and ${to.day} ${nameOf(to.month)}`
}

/** Whether a day is in the span, whatever the year. */
export function isInSpan(at: MonthDay, { from, to }: DateSpan): boolean {
  const order = ({ day, month: ofMonth }: MonthDay) => ofMonth * 31 + day
  const [first, last, now] = [order(from), order(to), order(at)]
  return first <= last ? now >= first && now <= last : now >= first || now <= last
}

/** The days of a span, which aren't hours: “between 8 and 14 February”, “after 23 January”. */
export const spanDays = new RegExp(
  String.raw`\b(?:between (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: ${monthPattern})? and|after) (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthPattern}\b`,
  'g',
)

const nths = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th', 'last'],
]
const weekOf = new RegExp(
  String.raw`\b(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th) week (?:of|in) ${month}\b`,
)
/** “The week of 7 December”, “w/c 7 Dec” */
const weekFrom = new RegExp(
  String.raw`\b(?:week (?:of|commencing|beginning|starting)|w ?\/ ?c) (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\b`,
)
const weekAfter = new RegExp(String.raw`\bweek after (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\b`)
/** “After our assembly on 23 January. You can call us in the week after?” */
const weekAfterIt = new RegExp(
  String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}\b.*\b(?:in )?the (?:week after|following week)\b`,
)
const betweenDays = new RegExp(
  String.raw`\bbetween (?:the )?(?<first>\d{1,2})(?:st|nd|rd|th)?(?: ${monthPattern.replace('(', '(?<firstMonth>')})? and (?:the )?(?<last>\d{1,2})(?:st|nd|rd|th)? ${month}\b`,
)
const partOf = new RegExp(
  String.raw`\b(?<part>(?:first half|1st half|second half|2nd half|beginning|start|middle|end)(?= of)|early|mid|late)(?: (?:of|in))?[ -]${month}\b(?! \d)`,
)
const parts: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [/first|1st/, [1, 15]],
  [/second|2nd/, [16, 31]],
  [/beginning|start|early/, [1, 10]],
  [/mid/, [11, 20]],
  [/end|late/, [21, 31]],
]

function within(ofMonth: number, from: number, to: number): DateSpan {
  return { from: { day: from, month: ofMonth }, to: { day: Math.min(to, daysIn(ofMonth, false)), month: ofMonth } }
}

function addDays({ day, month: ofMonth }: MonthDay, count: number): MonthDay {
  const later = day + count
  const length = daysIn(ofMonth, false)
  return later <= length ? { day: later, month: ofMonth } : { day: later - length, month: (ofMonth % 12) + 1 }
}
