/** The columns of `meetings` the server reads. */
export interface MeetingRow {
  readonly id: string
  readonly workspace_id: string
  readonly agent_id: string | null
  readonly lead_id: string | null
  readonly demo_id: string | null
  readonly demo_name: string
  readonly starts_at: string
  readonly ends_at: string
  readonly status: 'booked' | 'moved' | 'cancelled'
  readonly cancelled_by: 'visitor' | 'author' | null
  readonly email: string
  readonly name: string
  /** Addresses of others who should come. They get no mail. */
  readonly guests: readonly string[]
  readonly time_zone: string
  readonly organiser_email: string
  readonly organiser_name: string
  readonly place: string
  readonly version: number
  readonly moves: number
  readonly moved_on: string | null
  readonly moves_that_day: number
  readonly provider: 'own' | 'cal_com'
  /** Cal.com's booking; null until confirmed. */
  readonly external_uid: string | null
}
