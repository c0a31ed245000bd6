/* The tracker's constants and its only message (spec §7 and §9). Exported one by one, so that the bundler inlines them. */

export const trackerFlushMs = 5_000
export const trackerRetriesMax = 3
/** Multiplied by the attempt's number. */
export const trackerRetryDelayMs = 1_000
/** After this many failed deliveries in a row, each with all retries, sending stops for good. */
export const trackerFailuresMax = 3
/** Events per request. Browsers send only about 64 kB while a page unloads. */
export const eventsPerRequest = 100

/** Spec §7. The speaker is named beside it, and in the notice before a conversation. */
export const engageMessage = "I noticed you've been browsing. Would you like to learn more about our AI voice agents?"

/** Event types: the three of spec §3, the player's, and the outcome of an offer to talk. */
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
