import { DateTime } from 'luxon'

import { isInSpan } from '#agent/date-span.ts'
import type { PreferredTime, PreferredDay } from '#agent/preferred-time.ts'

import { pickSlots } from './find-slots.ts'

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
  const spread = (slots: readonly number[]) => pickSlots(slots, { timeZone, days, perDay })
  const sensible = keepSensible(free, timeZone)
  if (preferred === null) return spread(sensible).map((startsAt) => ({ startsAt }))
  const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day')
  const onDay = preferred.day === null ? free : daysOf(free, preferred.day, today)
  const atTime = onDay.filter((slot) => isAtTime(minuteIn(slot, timeZone), preferred))
  // “After three” excludes the night, but “in the evening” means the evening.
  const isBounded = preferred.at !== null || (preferred.from > 0 && preferred.to < dayMinutes)
  const wished = spread(isBounded ? atTime : keepSensible(atTime, timeZone))
  const others =
    wished.length >= enough
      ? []
      : closest(onDay.length > 0 ? keepSensible(onDay, timeZone) : sensible, preferred, timeZone)
  return [...new Set([...wished, ...others])]
    .toSorted((a, b) => a - b)
    .map((startsAt) => ({ startsAt, isWished: wished.includes(startsAt) }))
}

const enough = 3
const dayMinutes = 24 * 60
/** When people take meetings. */
const sensibleFrom = 8 * 60
const sensibleTo = 19 * 60

/** The slots at sensible hours; if there are none, the closest ones. */
function keepSensible(slots: readonly number[], timeZone: string): readonly number[] {
  const distance = (slot: number): number => {
    const minute = minuteIn(slot, timeZone)
    return Math.max(0, sensibleFrom - minute, minute - sensibleTo + 1)
  }
  const best = slots.filter((slot) => distance(slot) === 0)
  if (best.length > 0 || slots.length === 0) return best
  const least = slots.reduce((found, slot) => Math.min(found, distance(slot)), Number.POSITIVE_INFINITY)
  return slots.filter((slot) => distance(slot) <= least + 60)
}

/** Alternatives, nearest to the requested hour first. */
function closest(slots: readonly number[], preferred: PreferredTime, timeZone: string): readonly number[] {
  const target = preferred.at ?? (preferred.from > 0 ? preferred.from : preferred.to < dayMinutes ? preferred.to : null)
  if (target === null) return pickSlots(slots, { timeZone, days: 3, perDay: 4 })
  const byDay = Map.groupBy(slots, (slot) => dayIn(slot, timeZone))
  return [...byDay.values()]
    .slice(0, 3)
    .flatMap((ofDay) =>
      ofDay
        .toSorted((a, b) => Math.abs(minuteIn(a, timeZone) - target) - Math.abs(minuteIn(b, timeZone) - target))
        .slice(0, 2),
    )
}

function isAtTime(minute: number, { at, from, to }: PreferredTime): boolean {
  return at === null ? minute >= from && minute < to : minute === at
}

function daysOf(free: readonly number[], day: PreferredDay, today: DateTime): readonly number[] {
  const zone = today.zoneName ?? 'UTC'
  const dates = free.map((slot) => ({ slot, date: DateTime.fromMillis(slot, { zone }).startOf('day') }))
  const fitting = dates.filter(({ date }) => isOnDay(date, day, today))
  // “Friday” is the next Friday with a free time.
  const first = fitting[0]
  const isOneDay = day.kind === 'date' || (day.kind === 'weekday' && day.inWeek === null)
  // “Tuesday or Wednesday” are the next two.
  const days = day.kind === 'weekday' && day.or !== undefined ? 7 : 1
  return fitting
    .filter(({ date }) => !isOneDay || (first !== undefined && date < first.date.plus({ days })))
    .map(({ slot }) => slot)
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

function minuteIn(slot: number, zone: string): number {
  const { hour, minute } = DateTime.fromMillis(slot, { zone })
  return hour * 60 + minute
}

function dayIn(slot: number, zone: string): string | null {
  return DateTime.fromMillis(slot, { zone }).toISODate()
}
