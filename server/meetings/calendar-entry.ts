import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalCalendar,
} from 'ical-generator'

import { parseMeetingPlace, sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'

import type { Services } from '#server/services.ts'

import { meetingLink } from './meeting-link.ts'
import type { MeetingRow } from './meeting-row.ts'

export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL'
  /** A calendar with one event (RFC 5545); a higher SEQUENCE replaces the earlier one with the same UID. */
  readonly content: string
}

export function calendarEntryOf(services: Services, meeting: MeetingRow): CalendarEntry {
  const host = new URL(services.config.publicUrl).hostname
  return toCalendarEntry(meeting, { link: meetingLink(services, meeting.id), host, at: services.now() })
}

/** Calendars add, change and remove the meeting with this entry. `link` leads to the visitor's page; `at` is now. */
export function toCalendarEntry(
  meeting: MeetingRow,
  { link, host, at }: { readonly link: string; readonly host: string; readonly at: number },
): CalendarEntry {
  const organiser = sanitizeMailText(meeting.organiser_name) || 'Understudy'
  const place = parseMeetingPlace(meeting.place)
  const isCancelled = meeting.status === 'cancelled'
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const calendar: ICalCalendar = ical({ method, prodId: { company: 'Understudy', product: 'Meetings' } })
  const event = calendar.createEvent({
    id: `${meeting.id}@${host}`,
    sequence: meeting.version - 1,
    // UTC, so calendars need no zone data to show local time.
    start: new Date(meeting.starts_at),
    end: new Date(meeting.ends_at),
    stamp: new Date(at),
    // Both people see it, and a name that the visitor made up must not reach an address that they merely typed.
    summary: `Meeting: ${organiser} and ${meeting.email}`,
    location: place.link || place.words,
    description: isCancelled
      ? `This meeting was cancelled.`
      : `About “${sanitizeMailText(meeting.demo_name)}”.\nWhere: ${[place.words, place.link].join(' ').trim()}\nMove or cancel it: ${link}`,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: organiser, email: meeting.organiser_email },
  })
  event.createAttendee({
    email: meeting.email,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  })
  return { method: isCancelled ? 'CANCEL' : 'REQUEST', content: calendar.toString() }
}
