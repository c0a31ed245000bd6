/* The tracker's numbers and its one sentence (spec §7 and §9). Single constants, because they vanish into its script. */

export const trackerFlushMs = 5_000
export const trackerRetriesMax = 3
/** Times the number of the attempt. */
export const trackerRetryDelayMs = 1_000
/** Deliveries in a row that failed with all their retries; then sending stops for good. */
export const trackerFailuresMax = 3
/** Events of one request. A browser lets about 64 kB go out while a page is left. */
export const eventsPerRequest = 100

/** Spec §7. Who says it is told beside it, and in the notice before a talk begins. */
export const engageMessage = "I noticed you've been browsing. Would you like to learn more about our AI voice agents?"

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
