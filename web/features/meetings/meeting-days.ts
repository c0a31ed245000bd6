import { dayOf, dayText } from '../../lib/dates.ts'
import { meetingsAhead, type Lead, type LeadMeeting } from '../../lib/lead-calls.ts'

export interface LeadAndMeeting {
  readonly lead: Lead
  readonly meeting: LeadMeeting
}

export interface MeetingDay {
  /** YYYY-MM-DD in the reader's time zone. */
  readonly day: string
  readonly meetings: readonly LeadAndMeeting[]
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })

/** All upcoming meetings of the leads by day, soonest first. */
export function meetingDays(leads: readonly Lead[]): readonly MeetingDay[] {
  const all = leads
    .flatMap((lead) => meetingsAhead(lead).map((meeting) => ({ lead, meeting })))
    .toSorted((a, b) => Date.parse(a.meeting.starts_at) - Date.parse(b.meeting.starts_at))
  const byDay = Map.groupBy(all, ({ meeting }) => dayOf(new Date(meeting.starts_at)))
  return [...byDay].map(([day, meetings]) => ({ day, meetings }))
}

/** The day that is `count` days after `now`, at noon, which every time zone has. */
export function daysLater(count: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + count, 12)
}

/** "Today, Nov 29", "Tomorrow, Nov 30", "Saturday, Dec 5". */
export function dayHeading(day: string, now = new Date()): string {
  const at = new Date(`${day}T12:00`)
  const name = day === dayOf(now) ? 'Today' : day === dayOf(daysLater(1, now)) ? 'Tomorrow' : weekday.format(at)
  return `${name}, ${dayText(at.toISOString(), now)}`
}

export function dayHeadingId(day: string): string {
  return `meetings-${day}`
}
