import type { EventType } from '#domain/tracking-rules.ts'

/** The body posted to rest/v1/user_tracking_events: the columns of spec §3, and additions that make them useful. */
export interface TrackingEventRow {
  /** The same on every retry, so that an event sent twice counts once. */
  readonly id?: string
  readonly event_type: EventType
  readonly session_id: string
  readonly page_url: string
  readonly timestamp: string
  /** When the request was sent, by the same clock as `timestamp`: reveals that clock's error. */
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
  /** The site's owner; a demo implies its own workspace. */
  readonly owner_id?: string | null
  readonly demo_id?: string | null
  readonly step_id?: string | null
  /** The card, lead or conversation of the event. */
  readonly subject_id?: string | null
  /** The share link's token from the URL. */
  readonly link?: string | null
  readonly referrer?: string | null
  readonly utm_source?: string | null
  readonly utm_medium?: string | null
  readonly utm_campaign?: string | null
  readonly consent?: string | null
  /** The browser reports automation (navigator.webdriver). */
  readonly automated?: boolean | null
}

/**
 * Many events in one body while a page unloads, since only 64 kB may outlive it: for each, the length of the prefix its
 * JSON shares with the previous event, then the rest of its text.
 */
export type PackedEvents = readonly (number | string)[]

export const trackingTable = 'user_tracking_events'

/**
 * What the embedding page knows of its visitor, as in `#session=…&consent=required`: a shared session, and whether
 * consent is given. In the hash, so that these URLs share one cached document.
 */
export interface VisitHash {
  readonly session?: string
  readonly consent?: string
}

/** The sessionStorage key of the tracker's session id. */
export const visitStorageName = 'understudy'

/** What a host page tells the player in its frame once the visitor has decided (docs/tracking.md). */
export interface ConsentMessage {
  readonly source: 'understudy-consent'
  readonly isGiven: boolean
  /** The page's own session, for the player to continue. */
  readonly session?: string | undefined
}
