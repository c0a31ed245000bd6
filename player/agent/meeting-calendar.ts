/* Meeting times for a calendar view, in the visitor's zone. */

export interface CalendarTime {
  readonly id: string
  readonly time: string
}

export interface CalendarDay {
  /** ISO date in the zone. */
  readonly key: string
  readonly dayOfMonth: number
  /** “Thursday”. */
  readonly weekday: string
  /** “Thursday, 26 November”. */
  readonly name: string
  readonly times: readonly CalendarTime[]
}

export interface CalendarPage {
  /** “November 2026” or “November – December 2026”. */
  readonly name: string
  /** Only weeks with times; Monday first. */
  readonly weeks: readonly (readonly CalendarDay[])[]
}

interface Slot {
  readonly id: string
  readonly startUtc: string
}

/** On each page, wherever months begin: a page for each month could be only its last days. */
const pageWeeks = 4

/** The weeks that have times, with all their days. Slots without a valid time are skipped. */
export function pagesOf(slots: readonly Slot[], zone: string, locale?: string): readonly CalendarPage[] {
  const days = daysOf(slots, zone, locale)
  const mondays = [...new Set([...days.keys()].map(mondayOf))].toSorted()
  const weeks = mondays.map((monday) =>
    Array.from({ length: 7 }, (_, index) => {
      const key = addDays(monday, index)
      return days.get(key) ?? toDay(key, [], locale)
    }),
  )
  return Array.from({ length: Math.ceil(weeks.length / pageWeeks) }, (_, page) => {
    const shown = weeks.slice(page * pageWeeks, (page + 1) * pageWeeks)
    const open = shown.flat().filter(({ times }) => times.length > 0)
    return { name: monthsOf(open[0]?.key ?? '', open.at(-1)?.key ?? '', locale), weeks: shown }
  })
}

/** “Berlin, UTC+1”, with the offset at that time. */
export function zoneInWords(zone: string, atUtc: string): string {
  const offset = offsetOf(zone, atUtc)
  return offset === null ? cityOf(validZone(zone)) : `${cityOf(validZone(zone))}, ${offset}`
}

/** “UTC+1” at that time; null for UTC itself, or if the time is invalid. */
export function offsetOf(zone: string, atUtc: string): string | null {
  const at = new Date(atUtc)
  const timeZone = validZone(zone)
  if (timeZone === 'UTC' || Number.isNaN(at.getTime())) return null
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', 'UTC')
}

/** “Europe/Berlin” is “Berlin”. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** A start as day and time in the zone; null if it is invalid. */
export function startInWords(
  startUtc: string,
  zone: string,
  locale?: string,
): { readonly day: CalendarDay; readonly time: string; readonly month: string } | null {
  const at = new Date(startUtc)
  if (Number.isNaN(at.getTime())) return null
  const timeZone = validZone(zone)
  const key = keyOf(at, timeZone)
  return {
    day: toDay(key, [], locale),
    time: timeOf(at, timeZone, locale),
    month: nameOf(key, { month: 'short' }, locale),
  }
}

function daysOf(slots: readonly Slot[], zone: string, locale?: string): ReadonlyMap<string, CalendarDay> {
  const timeZone = validZone(zone)
  const times = new Map<string, CalendarTime[]>()
  for (const { id, startUtc } of slots.toSorted((a, b) => Date.parse(a.startUtc) - Date.parse(b.startUtc))) {
    const at = new Date(startUtc)
    if (Number.isNaN(at.getTime())) continue
    const key = keyOf(at, timeZone)
    times.set(key, [...(times.get(key) ?? []), { id, time: timeOf(at, timeZone, locale) }])
  }
  return new Map([...times].map(([key, of]) => [key, toDay(key, of, locale)]))
}

function toDay(key: string, times: readonly CalendarTime[], locale?: string): CalendarDay {
  const weekday = nameOf(key, { weekday: 'long' }, locale)
  return {
    key,
    dayOfMonth: Number(key.slice(8)),
    weekday,
    name: `${weekday}, ${nameOf(key, { day: 'numeric', month: 'long' }, locale)}`,
    times,
  }
}

function mondayOf(key: string): string {
  return addDays(key, -((new Date(key).getUTCDay() + 6) % 7))
}

function addDays(key: string, count: number): string {
  const at = new Date(key)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

function monthsOf(first: string, last: string, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale ?? 'en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(first), new Date(last))
}

function keyOf(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(at)
    .map(({ type, value }) => [type, value])
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>
  return `${year}-${month}-${day}`
}

function timeOf(at: Date, timeZone: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(at)
}

function nameOf(key: string, format: Intl.DateTimeFormatOptions, locale?: string): string {
  return new Intl.DateTimeFormat(locale ?? 'en-GB', { ...format, timeZone: 'UTC' }).format(new Date(`${key}T00:00:00Z`))
}

function validZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
