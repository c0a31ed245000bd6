import type { Availability, OpenHours, TimeSource } from '#domain/availability.ts'

/** The columns of `availability` that hold the hours. */
export interface AvailabilityRow {
  readonly is_on: boolean
  readonly time_zone: string
  readonly weekly_hours: readonly OpenHours[]
  readonly length_minutes: number
  readonly notice_minutes: number
  readonly buffer_minutes: number
  readonly days_ahead: number
  readonly organiser_email: string
  readonly place: string
  readonly source: TimeSource
  readonly cal_com_event_type: number | null
}

/** The same under the names the rules use. */
export function toAvailability(row: AvailabilityRow): Availability {
  return {
    isOn: row.is_on,
    timeZone: row.time_zone,
    weeklyHours: row.weekly_hours,
    lengthMinutes: row.length_minutes,
    noticeMinutes: row.notice_minutes,
    bufferMinutes: row.buffer_minutes,
    daysAhead: row.days_ahead,
    organiserEmail: row.organiser_email,
    place: row.place,
    source: row.source,
    calComEventType: row.cal_com_event_type,
  }
}
