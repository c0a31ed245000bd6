import type { NamedZone } from './named-zone.ts'

/** A time in another zone: “Thursday 3 December at 10:00”; null if `startUtc` is no ISO time in UTC. */
export function timeIn(startUtc: string, { id }: NamedZone): string | null {
  const [, year, month, day, hour, minute] = isoTime.exec(startUtc)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const epochMs = ((daysSince1970(year, month, day) * 24 + (hour ?? 0)) * 60 + (minute ?? 0)) * 60_000
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: id,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')} at ${part('hour')}:${part('minute')}`
}

const isoTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/

/** Counted in the Gregorian calendar, with years that begin in March. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return (
    shifted * 365 +
    Math.floor(shifted / 4) -
    Math.floor(shifted / 100) +
    Math.floor(shifted / 400) +
    dayOfYear -
    719_468
  )
}
