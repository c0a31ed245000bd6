import { DateTime } from 'luxon'

import { isInSpan } from '#agent/date-span.ts'
import type { PreferredTime, PreferredDay } from '#agent/preferred-time.ts'

import { localTimes, pickTimes, type LocalTime } from './local-times.ts'

/** A free time to show to a visitor. */
export interface ShownTime {
  readonly startsAt: number
  /** Set if the visitor named a time: whether this is it. */
  readonly isWished?: boolean
}

interface ChoiceOptions {
  /** The visitor's time zone. */
  readonly timeZone: string
  readonly now: number
  readonly preferred: PreferredTime | null
  readonly days?: number
  readonly perDay?: number
}

/**
 * The free times to show: those the visitor asked for, or spread over the first days at sensible hours for the visitor.
 * Other hours are used only if nothing else is free.
 */
export function chooseTimes(
  free: readonly number[],
  { timeZone, now, preferred, days = 3, perDay = 4 }: ChoiceOptions,
): readonly ShownTime[] {
  const all = localTimes(free, timeZone)
  const spread = (times: readonly LocalTime[]) => pickTimes(times, { days, perDay })
  const sensible = keepSensible(all)
  if (preferred === null) return spread(sensible).map(({ startsAt }) => ({ startsAt }))
  const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day')
  const onDay = preferred.day === null ? all : timesOn(all, preferred.day, today)
  const atTime = onDay.filter(({ minute }) => isAtTime(minute, preferred))
  // “After three” excludes the night, but “in the evening” means the evening.
  const isBounded = preferred.at !== null || (preferred.from > 0 && preferred.to < dayMinutes)
  const wished = spread(isBounded ? atTime : keepSensible(atTime))
  const others = wished.length >= enough ? [] : closest(onDay.length > 0 ? keepSensible(onDay) : sensible, preferred)
  return [...new Set([...wished, ...others])]
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .map((time) => ({ startsAt: time.startsAt, isWished: wished.includes(time) }))
}

const enough = 3
const dayMinutes = 24 * 60
/** When people take meetings. */
const sensibleFrom = 8 * 60
const sensibleTo = 19 * 60

/** The times at sensible hours; if there are none, the closest ones. */
function keepSensible(times: readonly LocalTime[]): readonly LocalTime[] {
  const distance = ({ minute }: LocalTime): number => Math.max(0, sensibleFrom - minute, minute - sensibleTo + 1)
  const best = times.filter((time) => distance(time) === 0)
  if (best.length > 0 || times.length === 0) return best
  const least = times.reduce((found, time) => Math.min(found, distance(time)), Number.POSITIVE_INFINITY)
  return times.filter((time) => distance(time) <= least + 60)
}

/** Alternatives, nearest to the requested hour first. */
function closest(times: readonly LocalTime[], preferred: PreferredTime): readonly LocalTime[] {
  const target = preferred.at ?? (preferred.from > 0 ? preferred.from : preferred.to < dayMinutes ? preferred.to : null)
  if (target === null) return pickTimes(times, { days: 3, perDay: 4 })
  return [...Map.groupBy(times, ({ date }) => date).values()]
    .slice(0, 3)
    .flatMap((ofDay) => ofDay.toSorted((a, b) => Math.abs(a.minute - target) - Math.abs(b.minute - target)).slice(0, 2))
}

function isAtTime(minute: number, { at, from, to }: PreferredTime): boolean {
  return at === null ? minute >= from && minute < to : minute === at
}

function timesOn(times: readonly LocalTime[], day: PreferredDay, today: DateTime): readonly LocalTime[] {
  const dates = [...new Set(times.map(({ date }) => date))].filter((date) => isOnDay(date, day, today))
  // “Friday” is the next Friday with a free time.
  const [first] = dates
  const isOneDay = day.kind === 'date' || (day.kind === 'weekday' && day.inWeek === null)
  // “Tuesday or Wednesday” are the next two.
  const days = day.kind === 'weekday' && day.or !== undefined ? 7 : 1
  const chosen = new Set(dates.filter((date) => !isOneDay || (first !== undefined && date < first.plus({ days }))))
  return times.filter(({ date }) => chosen.has(date))
}

function isOnDay(date: DateTime, day: PreferredDay, today: DateTime): boolean {
  switch (day.kind) {
    case 'offset':
      return date.hasSame(today.plus({ days: day.days }), 'day')
    case 'date':
      return date.day === day.day && (day.month === null || date.month === day.month)
    case 'weekday':
      if (![day.weekday, ...(day.or ?? [])].includes(date.weekday)) return false
      if (day.isWeekLater === true) return date >= today.plus({ days: 7 }) && date < today.plus({ days: 14 })
      return day.inWeek === null || isInWeek(date, day.inWeek, today)
    case 'span':
      return isInSpan(date, day.span) && (day.weekdays.length === 0 || day.weekdays.includes(date.weekday))
    case 'nth-weekday': {
      const from = DateTime.fromObject({ year: date.year, month: day.month, day: day.day }, { zone: date.zone })
      const first = from.plus({ days: (day.weekday - from.weekday + 7) % 7 })
      return date.hasSame(first.plus({ weeks: day.nth - 1 }), 'day')
    }
    case 'week':
      return (
        isInWeek(date, day.offset, today) &&
        (day.part === null || (day.part === 'start' ? date.weekday <= 2 : date.weekday >= 4))
      )
  }
}

function isInWeek(date: DateTime, offset: number, today: DateTime): boolean {
  return date.startOf('week').hasSame(today.startOf('week').plus({ weeks: offset }), 'day')
}
