const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const minuteMs = 60_000

/** As short as a list allows: "now", "12 min", "3 h", "Fri", "Nov 12"; the year only if it is another one. */
export function relativeTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const minutes = Math.floor((now.getTime() - at.getTime()) / minuteMs)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  if (minutes < 7 * 24 * 60) return weekday.format(at)
  return (at.getFullYear() === now.getFullYear() ? date : day).format(at)
}
