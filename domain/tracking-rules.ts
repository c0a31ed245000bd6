/* The tracker's numbers (spec §9) and what an event may be. */

export const trackingRules = {
  flushMs: 5_000,
  retriesMax: 3,
  /** Times the number of the attempt. */
  retryDelayMs: 1_000,
  /** Deliveries in a row that failed with all their retries; then sending stops for good. */
  failuresMax: 3,
  /** Events of one request. A browser lets about 64 kB go out while a page is left. */
  eventsPerRequest: 100,
} as const

/** What an event may be: the three of spec §3, what the player tells, and what became of an offer to talk. */
export const eventTypes = [
  'page_view',
  'time_spent',
  'click',
  'demo_started',
  'step_viewed',
  'demo_completed',
  'card_shown',
  'card_clicked',
  'lead_submitted',
  'agent_opened',
  'engage_shown',
  'engage_accepted',
] as const

export type EventType = (typeof eventTypes)[number]
