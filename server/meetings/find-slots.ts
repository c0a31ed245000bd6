import { DateTime } from 'luxon'

import { minuteOf, type Availability } from '#domain/availability.ts'

/** A time that is taken, in milliseconds since the epoch. */
export interface TakenTime {
  readonly startsAt: number
  readonly endsAt: number
}

/**
 * When meetings may begin, in milliseconds since the epoch and in order: inside the weekly hours as clocks there show
 * them, late enough, and clear of what is taken. A time that clocks skip in spring is none; one they show twice in
 * autumn is the first.
 */
export function findSlots(availability: Availability, taken: readonly TakenTime[], now: number): readonly number[] {
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

/** Null when no clock shows that time on that day. */
function atMinute(date: DateTime, minute: number): number | null {
  const at = date.set({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return at.hour * 60 + at.minute === minute ? at.toMillis() : null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A few of many: the first days that have any, and on each some times spread over the day, as the visitor sees days. */
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
