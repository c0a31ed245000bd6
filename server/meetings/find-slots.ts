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
  const { timeZone, weeklyHours, daysAhead, noticeMinutes, bufferMinutes, lengthMinutes } = availability
  const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day')
  if (!today.isValid) return []
  const earliest = now + noticeMinutes * minuteMs
  const latest = now + daysAhead * dayMs
  const lengthMs = lengthMinutes * minuteMs
  const bufferMs = bufferMinutes * minuteMs
  const slots = new Set<number>()
  for (let days = 0; days <= daysAhead; days += 1) {
    const date = today.plus({ days })
    for (const { day, from, to } of weeklyHours) {
      if (day !== date.weekday) continue
      const opens = minuteOf(from) ?? 0
      const closes = minuteOf(to) ?? 0
      for (let minute = opens; minute + lengthMinutes <= closes; minute += lengthMinutes) {
        const start = atMinute(date, minute)
        if (start === null || start < earliest || start > latest) continue
        const isTaken = taken.some(
          (other) => start < other.endsAt + bufferMs && start + lengthMs + bufferMs > other.startsAt,
        )
        if (!isTaken) slots.add(start)
      }
    }
  }
  return [...slots].toSorted((a, b) => a - b)
}

/** Null when that day's clocks skip the time. */
function atMinute(date: DateTime, minute: number): number | null {
  const at = date.set({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return at.hour * 60 + at.minute === minute ? at.toMillis() : null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A few of many: the first days with any, and times spread over each, in the visitor's zone. */
export function pickSlots(
  slots: readonly number[],
  { timeZone, days, perDay }: { readonly timeZone: string; readonly days: number; readonly perDay: number },
): readonly number[] {
  const byDay = Map.groupBy(slots, (slot) => DateTime.fromMillis(slot, { zone: timeZone }).toISODate())
  return [...byDay.values()].slice(0, days).flatMap((all) => spread(all, perDay))
}

function spread(all: readonly number[], count: number): readonly number[] {
  if (all.length <= count) return all
  const chosen = Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1))])
  return chosen.flatMap((slot) => slot ?? [])
}
