const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const momentOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const soonMs = 6 * 24 * 3_600_000

/* The year is shown only if it isn't the current one. */

/** A date in the reader's regional format. */
export function dayText(iso: string, now = new Date()): string {
  const at = new Date(iso)
  return (at.getFullYear() === now.getFullYear() ? day : dayOfYear).format(at)
}

/** Date and time in the reader's regional format. */
export function momentText(iso: string, now = new Date()): string {
  const at = new Date(iso)
  return (at.getFullYear() === now.getFullYear() ? moment : momentOfYear).format(at)
}

/** A time ahead: with the weekday if that names the day, else with the date. */
export function soonText(iso: string, now = new Date()): string {
  return Date.parse(iso) - now.getTime() < soonMs ? weekday.format(new Date(iso)) : momentText(iso, now)
}

/** The time of day to the minute, in the reader's regional format. */
export function clockText(iso: string): string {
  return clock.format(new Date(iso))
}

/** The time of day with seconds, in the reader's regional format. */
export function timeText(iso: string): string {
  return time.format(new Date(iso))
}

/** Formats the local date as YYYY-MM-DD, as date inputs do. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last moment of a date field's day, in the reader's zone. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
