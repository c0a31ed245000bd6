import { DateTime } from 'luxon'

/** A free time on a visitor's clock. */
export interface LocalTime {
  /** Milliseconds since the epoch. */
  readonly startsAt: number
  /** The start of its day; the same object for all times of a day. */
  readonly date: DateTime
  /** Minutes since midnight on the clock. */
  readonly minute: number
}

/**
 * Sorted times on the clocks of a zone. Asks for the zone once a day, not once a time: a calendar may have thousands of
 * times, and visitors wait for the answer.
 */
export function localTimes(starts: readonly number[], timeZone: string): readonly LocalTime[] {
  let date = DateTime.fromMillis(0)
  let [opens, closes, isUsualDay] = [0, 0, false]
  return starts.map((startsAt) => {
    if (startsAt < opens || startsAt >= closes) {
      date = DateTime.fromMillis(startsAt, { zone: timeZone }).startOf('day')
      opens = date.toMillis()
      closes = date.plus({ days: 1 }).startOf('day').toMillis()
      isUsualDay = closes - opens === dayMs
    }
    return {
      startsAt,
      date,
      minute: isUsualDay ? Math.floor((startsAt - opens) / minuteMs) : minuteIn(startsAt, timeZone),
    }
  })
}

/** When the clocks change, minutes since midnight aren't those on the clock. */
function minuteIn(startsAt: number, timeZone: string): number {
  const { hour, minute } = DateTime.fromMillis(startsAt, { zone: timeZone })
  return hour * 60 + minute
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A few of many: the first days with any, and times spread over each. */
export function pickTimes(
  times: readonly LocalTime[],
  { days, perDay }: { readonly days: number; readonly perDay: number },
): readonly LocalTime[] {
  const byDay = Map.groupBy(times, ({ date }) => date)
  return [...byDay.values()].slice(0, days).flatMap((all) => spread(all, perDay))
}

function spread(all: readonly LocalTime[], count: number): readonly LocalTime[] {
  if (all.length <= count) return all
  const chosen = Array.from({ length: count }, (_, index) => all[Math.round((index * (all.length - 1)) / (count - 1))])
  return chosen.flatMap((time) => time ?? [])
}
