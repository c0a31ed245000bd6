import type { EventType } from '#domain/tracking-rules.ts'

/** What is posted to rest/v1/user_tracking_events: the columns of spec §3, and those that make them usable. */
export interface TrackingEventRow {
  /** The same at every try, so that an event sent twice counts once. */
  readonly id?: string
  readonly event_type: EventType
  readonly session_id: string
  readonly page_url: string
  readonly timestamp: string
  /** When the request left, by the same clock as `timestamp`: tells how far that clock is off. */
  readonly sent_at?: string
  readonly user_id?: string | null
  /** Whole seconds. */
  readonly time_spent?: number | null
  /** Viewport pixels. */
  readonly click_x?: number | null
  readonly click_y?: number | null
  /** Tag, id and classes, as in `button#buy.large`. */
  readonly element_clicked?: string | null
  readonly viewport_width?: number | null
  readonly viewport_height?: number | null
  /** On the step's picture, in percent. */
  readonly image_x?: number | null
  readonly image_y?: number | null
  /** Whose site it is; a demo knows its own workspace. */
  readonly owner_id?: string | null
  readonly demo_id?: string | null
  readonly step_id?: string | null
  /** The card, lead or conversation that the event is about. */
  readonly subject_id?: string | null
  /** The token of the share link that was followed, as the address has it. */
  readonly link?: string | null
  readonly referrer?: string | null
  readonly utm_source?: string | null
  readonly utm_medium?: string | null
  readonly utm_campaign?: string | null
  readonly consent?: string | null
  /** The browser says that a program drives it (navigator.webdriver). */
  readonly automated?: boolean | null
}

export const trackingTable = 'user_tracking_events'

/**
 * Where the player's page finds the session of the page that opened it, as in `#visit=…`, so that both tell one story.
 * Behind the hash, because addresses with it share one cached document.
 */
export const visitHash = 'visit'

/** Where the tracker keeps the session id in the browser session's storage. */
export const visitStorageName = 'understudy'
