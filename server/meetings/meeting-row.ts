/** The columns of `meetings` the server reads. */
export interface MeetingRow {
  readonly id: string
  readonly agent_id: string | null
  readonly lead_id: string | null
  readonly demo_name: string
  readonly starts_at: string
  readonly ends_at: string
  readonly status: 'booked' | 'moved' | 'cancelled'
  readonly cancelled_by: 'visitor' | 'author' | null
  readonly email: string
  readonly name: string
  readonly time_zone: string
  readonly organiser_email: string
  readonly organiser_name: string
  readonly place: string
  readonly version: number
}
