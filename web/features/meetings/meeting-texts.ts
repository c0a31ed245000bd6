import type { LeadMeeting } from '../../lib/lead-calls.ts'

const moment = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const
const thisYear = new Intl.DateTimeFormat(undefined, moment)
const otherYear = new Intl.DateTimeFormat(undefined, { ...moment, year: 'numeric' })

/** "Mon, Nov 30, 10:00 AM" in the reader's regional format; the year only if it isn't the current one. */
export function meetingMoment(iso: string, now = new Date()): string {
  const at = new Date(iso)
  return (at.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(at)
}

export function meetingMinutes({ starts_at, ends_at }: Pick<LeadMeeting, 'starts_at' | 'ends_at'>): number {
  return Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)
}

/** The address of a call; null if the place is described in words. */
export function joinAddress({ place }: Pick<LeadMeeting, 'place'>): string | null {
  return /^https?:\/\/\S+$/.test(place) ? place : null
}
