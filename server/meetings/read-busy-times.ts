import { DateTime } from 'luxon'
import ical, { type VEvent } from 'node-ical'

import type { BusyTime } from './find-slots.ts'

export interface BusyRange {
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The time zone of all-day events. */
  readonly timeZone: string
}

/** The busy times of an ICS file in a range, merged and sorted. Throws if the file is invalid. */
export function readBusyTimes(text: string, range: BusyRange): readonly BusyTime[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new Error('Not a calendar')
  const components = Object.values(ical.sync.parseICS(text))
  const found: BusyTime[] = []
  for (const component of components) {
    if (component?.type === 'VEVENT') found.push(...timesOf(component, range))
    if (component?.type === 'VFREEBUSY') {
      for (const { type, start, end } of component.freebusy ?? []) {
        if (type !== 'FREE') found.push({ startsAt: start.getTime(), endsAt: end?.getTime() ?? start.getTime() })
      }
    }
    if (found.length > timesMax) throw new Error('Too many events')
  }
  return join(found.filter(({ startsAt, endsAt }) => endsAt > range.from && startsAt < range.to && endsAt > startsAt))
}

const timesMax = 20_000

function timesOf(event: VEvent, { from, to, timeZone }: BusyRange): readonly BusyTime[] {
  if (event.transparency === 'TRANSPARENT' || event.status === 'CANCELLED') return []
  // From a week earlier, for long events.
  const range = { from: new Date(from - 7 * dayMs), to: new Date(to), expandOngoing: true }
  return ical.expandRecurringEvent(event, range).flatMap(({ start, end, isFullDay, event: own }) => {
    if (own.transparency === 'TRANSPARENT' || own.status === 'CANCELLED') return []
    if (!isFullDay) return [{ startsAt: start.getTime(), endsAt: end.getTime() }]
    // All-day events are dates without a zone: they use that of the author's hours.
    const startsAt = toMidnight(start, timeZone)
    return [{ startsAt, endsAt: Math.max(toMidnight(end, timeZone), startsAt + 23 * 3_600_000) }]
  })
}

function toMidnight(date: Date, zone: string): number {
  const day = { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
  return DateTime.fromObject(day, { zone }).toMillis()
}

function join(times: readonly BusyTime[]): readonly BusyTime[] {
  const joined: { startsAt: number; endsAt: number }[] = []
  for (const { startsAt, endsAt } of times.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const last = joined.at(-1)
    if (last !== undefined && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else joined.push({ startsAt, endsAt })
  }
  return joined
}

const dayMs = 86_400_000
