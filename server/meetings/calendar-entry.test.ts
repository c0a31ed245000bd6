import { expect, test } from 'vitest'

import { toCalendarEntry } from './calendar-entry.ts'
import type { MeetingRow } from './meeting-row.ts'

const meeting: MeetingRow = {
  id: '6f1f1c1e-0000-4000-8000-000000000001',
  agent_id: null,
  lead_id: null,
  demo_id: null,
  demo_name: 'Reports; a long tour, of “Ledgerline” with very many words in its name so that the line has to be folded',
  starts_at: '2026-11-24T09:00:00+00:00',
  ends_at: '2026-11-24T09:30:00+00:00',
  status: 'booked',
  cancelled_by: null,
  email: 'ada@example.com',
  name: 'Ada\r\nATTENDEE:mailto:eve@example.com',
  guests: ['ravi@example.com'],
  time_zone: 'Europe/Berlin',
  organiser_email: 'rosa@example.com',
  organiser_name: 'Ledger, Line; Sales',
  place: 'https://meet.example/rosa?a=1,2;3\nBEGIN:VEVENT',
  version: 1,
  workspace_id: '9c1b2f2e-0000-4000-8000-000000000000',
  moves: 0,
  moved_on: null,
  moves_that_day: 0,
  provider: 'own',
  external_uid: null,
}
const options = {
  link: 'https://demos.example/meeting/abc',
  host: 'demos.example',
  at: Date.parse('2026-11-21T10:00:00Z'),
}

/** Unfolds lines (RFC 5545, 3.1); fails if a folded line exceeds 75 octets. */
function linesOf(content: string): readonly string[] {
  const folded = content.split('\r\n')
  expect(content.includes('\n') && !/[^\r]\n/.test(content)).toBe(true)
  expect(folded.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  return content.replaceAll('\r\n ', '').split('\r\n')
}

test('a booked meeting is a request with both attendees, in UTC', () => {
  const { method, content } = toCalendarEntry(meeting, options)
  const lines = linesOf(content)
  expect(method).toBe('REQUEST')
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:REQUEST',
      'UID:6f1f1c1e-0000-4000-8000-000000000001@demos.example',
      'SEQUENCE:0',
      'DTSTAMP:20261121T100000Z',
      'DTSTART:20261124T090000Z',
      'DTEND:20261124T093000Z',
      'STATUS:CONFIRMED',
    ]),
  )
  expect(lines.find((line) => line.startsWith('ORGANIZER'))?.toLowerCase()).toContain('mailto:rosa@example.com')
  expect(lines.find((line) => line.startsWith('ATTENDEE'))?.toLowerCase()).toContain('mailto:ada@example.com')
})

test('typed text never becomes a line of its own', () => {
  const lines = linesOf(toCalendarEntry(meeting, options).content)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1)
  expect(lines.find((line) => line.startsWith('LOCATION'))).toBe(
    String.raw`LOCATION:https://meet.example/rosa?a=1\,2\;3`,
  )
})

test('a change and a cancellation replace the earlier entry', () => {
  expect(linesOf(toCalendarEntry({ ...meeting, version: 3, status: 'moved' }, options).content)).toEqual(
    expect.arrayContaining(['METHOD:REQUEST', 'SEQUENCE:2', 'UID:6f1f1c1e-0000-4000-8000-000000000001@demos.example']),
  )
  const cancelled = toCalendarEntry({ ...meeting, version: 4, status: 'cancelled' }, options)
  expect(cancelled.method).toBe('CANCEL')
  expect(linesOf(cancelled.content)).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:3', 'STATUS:CANCELLED']),
  )
})
