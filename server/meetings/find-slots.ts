import { DateTime } from 'luxon'

import { minuteOf, type Availability } from '#domain/availability.ts'

/** A busy time, in milliseconds since the epoch. */
export interface BusyTime {
  readonly startsAt: number
  readonly endsAt: number
}

/**
 * Possible start times, in milliseconds since the epoch, sorted: inside the weekly hours in their zone, after the
 * notice period, clear of busy times. Times skipped in spring are dropped; of a repeated hour in autumn the first
 * counts.
 */
export function findSlots(availability: Availability, taken: readonly BusyTime[], now: number): readonly number[] {
  const { timeZone, daysAhead, noticeMinutes, bufferMinutes, lengthMinutes } = availability
  const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day')
  if (!today.isValid) return []
  const earliest = now + noticeMinutes * minuteMs
  const latest = now + daysAhead * dayMs
  const weekday = Map.groupBy(separateHours(availability), ({ day }) => day)
  const starts = new Set<number>()
  for (let days = 0; days <= daysAhead; days += 1) {
    const date = today.plus({ days })
    const opens = date.toMillis()
    // Not a day after this one's start: where the clocks change at midnight, that is at one o'clock.
    const isUsualDay = today.plus({ days: days + 1 }).toMillis() - opens === dayMs
    for (const { from, to } of weekday.get(date.weekday) ?? []) {
      for (let minute = from; minute + lengthMinutes <= to; minute += lengthMinutes) {
        const start = isUsualDay ? opens + minute * minuteMs : atMinute(date, minute)
        if (start !== null && start >= earliest && start <= latest) starts.add(start)
      }
    }
  }
  const sorted = [...starts].toSorted((a, b) => a - b)
  return withoutTaken(sorted, taken, { lengthMs: lengthMinutes * minuteMs, bufferMs: bufferMinutes * minuteMs })
}

/** The weekly hours in minutes. Clients can store ranges that overlap: the earliest counts. */
function separateHours({ weeklyHours }: Availability) {
  const hours = weeklyHours.map(({ day, from, to }) => ({ day, from: minuteOf(from) ?? 0, to: minuteOf(to) ?? 0 }))
  const separate: typeof hours = []
  for (const each of hours.toSorted((a, b) => a.day - b.day || a.from - b.from)) {
    const last = separate.at(-1)
    if (last === undefined || last.day !== each.day || each.from >= last.to) separate.push(each)
  }
  return separate
}

/** In one pass over both, because a calendar may have thousands of times, and visitors wait for the answer. */
function withoutTaken(
  starts: readonly number[],
  taken: readonly BusyTime[],
  { lengthMs, bufferMs }: { readonly lengthMs: number; readonly bufferMs: number },
): readonly number[] {
  const busy = taken.toSorted((a, b) => a.startsAt - b.startsAt)
  let passed = 0
  let until = Number.NEGATIVE_INFINITY
  return starts.filter((start) => {
    for (let next = busy[passed]; next !== undefined; next = busy[passed]) {
      if (next.startsAt >= start + lengthMs + bufferMs) break
      until = Math.max(until, next.endsAt + bufferMs)
      passed += 1
    }
    return start >= until
  })
}

/** Null when that day's clocks skip the time. */
function atMinute(date: DateTime, minute: number): number | null {
  const at = date.set({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return at.hour * 60 + at.minute === minute ? at.toMillis() : null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
