import { writeSpan } from './date-span.ts'
import { daysIn } from './month-names.ts'
import { writeTime } from './spoken-clock.ts'
import { spokenEnglish } from './spoken-english.ts'
import { readPreferredTime, type PreferredTime, type PreferredDay } from './preferred-time.ts'

const { days, months } = spokenEnglish

/** The time asked for, in plain English: “Saturday in the morning”, “tomorrow at 15:00”; null if none was. */
export function preferredTimeText(text: string): string | null {
  const wish = readPreferredTime(text)
  return wish === null ? null : writePreferredTime(wish)
}

/** The time asked for, to follow “I don't see a free time”: “on Monday at 9:00”; '' if none was. */
export function placeTime(text: string): string {
  const said = preferredTimeText(text) ?? ''
  if (/^the (?:start|end)\b/.test(said)) return `at ${said}`
  if (/^the week\b/.test(said)) return `in ${said}`
  return /^(?:\p{Lu}|\d|the (?:\d|first|second|third|fourth) ?)/u.test(said) ? `on ${said}` : said
}

/** The preferred time in words that `readPreferredTime` reads the same way. */
export function writePreferredTime(wish: PreferredTime): string {
  const day = wish.day === null ? '' : sayDay(wish.day)
  const hours = sayHours(wish)
  // “Tomorrow morning”, “this evening”
  const isOneDay = wish.day?.kind === 'weekday' || (wish.day?.kind === 'offset' && wish.day.days < 2)
  const part = isOneDay && !/ (?:weeks?|next|or .*)$/.test(day) ? /^in the (\w+)$/.exec(hours)?.[1] : undefined
  if (part !== undefined) return day === 'today' ? `this ${part}` : `${day} ${part}`
  return [day, hours].filter((each) => each !== '').join(' ')
}

function sayDay(day: PreferredDay): string {
  switch (day.kind) {
    case 'offset':
      return ['today', 'tomorrow', 'the day after tomorrow'][day.days] ?? `in ${day.days} days`
    case 'weekday':
      return [day.weekday, ...(day.or ?? [])].map(nameOf).join(' or ') + weekOf(day)
    case 'week':
      return `${day.part === null ? '' : `the ${day.part} of `}${['this week', 'next week', 'the week after next'][day.offset] ?? `in ${day.offset} weeks`}`
    case 'date':
      return [
        day.weekday === undefined ? '' : `${nameOf(day.weekday)} `,
        day.month === null ? `the ${day.day}${endingOf(day.day)}` : `${day.day} ${months[day.month - 1]}`,
      ].join('')
    case 'span': {
      const span = writeSpan(day.span, (month) => months[month - 1] ?? '')
      return [day.weekdays.map(nameOf).join(' or '), span].filter((part) => part !== '').join(' ')
    }
    case 'nth-weekday':
      return `the ${nths[day.nth - 1]} ${nameOf(day.weekday)} in ${day.day === 1 ? months[day.month - 1] : 'the new year'}`
  }
}

function weekOf({ inWeek, isWeekLater }: Extract<PreferredDay, { readonly kind: 'weekday' }>): string {
  if (inWeek !== null) return ['', ' next week', ' of the week after next'][inWeek] ?? ` in ${inWeek} weeks`
  return isWeekLater === true ? ' week' : ''
}

const nths = ['first', 'second', 'third', 'fourth']

/** “st” of “21st” */
function endingOf(day: number): string {
  return day % 10 > 3 || [11, 12, 13].includes(day) ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
}

function sayHours({ at, from, to }: PreferredTime): string {
  if (at !== null) return `at ${writeHour(at)}`
  const part = parts.find(([start, end]) => start === from && end === to)
  if (part !== undefined) return part[2]
  if (from === 0) return to === dayEnd ? '' : `before ${writeHour(to)}`
  return to === dayEnd ? `after ${writeHour(from)}` : `between ${writeHour(from)} and ${writeHour(to)}`
}

/** “07:00”, because 7:00 would be read as in the evening. */
function writeHour(minute: number): string {
  return `${minute < 8 * 60 ? '0' : ''}${writeTime(minute)}`
}

const dayEnd = 24 * 60
const parts: readonly (readonly [from: number, to: number, said: string])[] = [
  [7 * 60, 10 * 60, 'first thing'],
  [10 * 60, 12 * 60, 'late in the morning'],
  [6 * 60, 12 * 60, 'in the morning'],
  [11 * 60 + 30, 14 * 60, 'around lunch'],
  [13 * 60, 15 * 60, 'after lunch'],
  [15 * 60 + 30, 19 * 60, 'late in the afternoon'],
  [12 * 60, 18 * 60, 'in the afternoon'],
  [17 * 60, 22 * 60, 'in the evening'],
]

function nameOf(weekday: number): string {
  return days[weekday - 1] ?? ''
}

/** The day after “31 January”: “1 February”; null if there is no such month. A leap day counts as the 1st of March. */
export function dateAfter(day: number, month: string): string | null {
  const at = months.indexOf(month)
  if (at === -1) return null
  return day < daysIn(at + 1, false) ? `${day + 1} ${month}` : `1 ${months[(at + 1) % 12]}`
}
