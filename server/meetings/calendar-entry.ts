import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  type ICalCalendar,
} from 'ical-generator'

import { parseMeetingPlace, sanitizeMailText } from '#backend/mail/sanitize-mail-text.ts'

import type { MeetingRow } from './meeting-row.ts'

export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL'
  /** A calendar of one event (RFC 5545); the same UID with a higher SEQUENCE replaces the one sent before. */
  readonly content: string
}

/** The meeting as a calendar takes it over, changes it and removes it. `link` leads to where the visitor changes it; `at` is now. */
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
    // Times in UTC: every calendar shows them by its own clock, whatever it knows of zones.
    start: new Date(meeting.starts_at),
    end: new Date(meeting.ends_at),
    stamp: new Date(at),
    // Both read it in their calendars; what the visitor calls themselves is not for a mail to an address they typed.
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
