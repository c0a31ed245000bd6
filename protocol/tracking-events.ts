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

/**
 * Many events in one body when a page is left, as only 64 kB may outlive it: for each in turn, how much of its JSON text it
 * has in common with the event before it, and the rest of the text.
 */
export type PackedEvents = readonly (number | string)[]

export const trackingTable = 'user_tracking_events'

/**
 * What the page that opened the player knows of its visitor, as in `#session=…&consent=required`: the session, so that
 * both tell one story, and whether there is consent. Behind the hash, because addresses with it share one cached document.
 */
export interface VisitHash {
  readonly session?: string
  readonly consent?: string
}

/** Where the tracker keeps the session id in the browser session's storage. */
export const visitStorageName = 'understudy'

/** What a page tells the player it frames, once its visitor has answered (docs/tracking.md). */
export interface ConsentMessage {
  readonly source: 'understudy-consent'
  readonly isGiven: boolean
  /** The page's own, for the player to go on with. */
  readonly session?: string | undefined
}
